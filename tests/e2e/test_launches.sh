#!/bin/sh
# 200,000 launches by 8 threads: all of them are recorded, none is dropped.
set -u
. tests/e2e/known.sh
known "200000 launches" -- launches 200000 8
[ -n "${SOAK:-}" ] && known "2000000 launches" -- launches 2000000 8
exit $failed
