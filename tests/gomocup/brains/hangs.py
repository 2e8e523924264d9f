"""A brain that never answers anything."""

from good import for_ever

for_ever()
