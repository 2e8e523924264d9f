"""A coverage.py plugin: measure branches with `sys.monitoring` from Python 3.12 on.

A trace function makes the tests take twice to three times as long, monitoring a tenth longer. coverage.py
itself monitors branches from Python 3.14 on, which has an event for each of the two ways out of a branch and
lets each be switched off once it has been seen. Before, both are one event: here it is switched off when both
ways have been seen. Results are those of the trace function. Uses private parts of the version that is in
`.ci/constraints.txt`.
"""

import sys
from types import CodeType
from typing import Any

from coverage import env, sysmon
from coverage.plugin_support import Plugins


def coverage_init(registry: Plugins, options: dict[str, Any]) -> None:
    """Prepare coverage.py's monitor where Python has only the one event."""
    if sys.version_info < (3, 12) or env.PYBEHAVIOR.branch_right_left:
        return
    events = sys.monitoring.events
    events.BRANCH_LEFT = events.BRANCH_RIGHT = events.BRANCH
    env.PYBEHAVIOR.branch_right_left = True
    record = sysmon.SysMonitor.sysmon_branch_either
    first_way: dict[tuple[int, int], int] = {}

    def record_branch(monitor: Any, code: CodeType, offset: int, destination: int) -> Any:
        branch = id(code), offset  # the monitor keeps the code alive
        known = first_way.get(branch)
        if known == destination:
            return None
        first_way[branch] = destination
        record(monitor, code, offset, destination)
        return None if known is None else sysmon.DISABLE

    sysmon.SysMonitor.sysmon_branch_either = record_branch
