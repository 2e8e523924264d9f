"""A brain that knows neither TAKEBACK nor RESTART."""

from good import Good


class CannotGoBack(Good):
    takes_back = "UNKNOWN"
    restarts = "ERROR not here"


CannotGoBack().serve()
