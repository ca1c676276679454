#!/bin/sh
# 60,000 launches by 8 threads: all of them are recorded, none is dropped. SOAK=1: 2,000,000.
set -u
. tests/e2e/known.sh
if [ -n "${SOAK:-}" ]; then launches=2000000; else launches=60000; fi
known "$launches launches" -- launches $launches 8
exit $failed
