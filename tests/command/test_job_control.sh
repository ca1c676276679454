#!/bin/sh
# rocpd record between a program and its caller: signals, job control, a terminal, timeout, nohup, descriptors, exit status, all as without it.
[ -z "${SANITIZER:-}" ] || { echo "the sanitizer's library has signals and descriptors of its own"; exit 77; }
unset COLLECT_OUTPUT COLLECT_PRESET RANK SLURM_PROCID OMPI_COMM_WORLD_RANK PMI_RANK PMIX_RANK
exec /usr/bin/python3 tests/command/job_control.py "$BUILD/rocpd-record"
