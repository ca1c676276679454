#!/bin/sh
# Families of programs on the real runtimes and the software GPU: each behaves, ends and prints as
# without us, and each call that it made is a row, no more and no less.
. "$(dirname "$0")/../collect/common.sh"
here=$root/tests/families
gpusim=$BUILD/gpusim
ASAN_OPTIONS=detect_leaks=0:verify_asan_link_order=0; export ASAN_OPTIONS
build() { # NAME FLAGS
  name=$1; shift
  ${COMPILER:-$CC} -O1 -w -D__HIP_PLATFORM_AMD__ -I"$here" -o "$work/$name" "$here/$name.c" "$@" -lamdhip64 -pthread
}
# both NAME COMMAND...: runs it alone and traced, in $work/out; it must print the same
both() {
  what=$1; shift
  (cd "$work" && timeout 120 env LD_LIBRARY_PATH="$gpusim" "$@" >"$work/alone" 2>"$work/alone_errors"); alone=$?
  traced "$@"
  is "$what: exit code" "$?" "$alone"
  is "$what: it prints the same" "$(cmp "$work/alone" "$work/told" 2>&1)$(cmp "$work/alone_errors" "$work/errors" 2>&1)" ""
}
traced() {
  rm -rf "$work/out"
  (cd "$work" && timeout 120 env LD_LIBRARY_PATH="$gpusim" LD_PRELOAD="$(preload)" COLLECT_OUTPUT="$work/out" $SETTINGS "$@" >"$work/told" 2>"$work/errors")
}
SETTINGS=
# counts WHAT FILE: checks that there are as many calls of each name as in FILE, and nothing is lost
counts() {
  is "$1: calls by name" "$(sql "SELECT 'call', name, count(*) FROM regions WHERE category LIKE 'HIP_RUNTIME%' GROUP BY name ORDER BY name")" "$(sed -n 's/^call \([^ ]*\) \([0-9]*\)$/\1 \2/p' "$2" | awk '{ n[$1] += $2 } END { for (f in n) print "call", f, n[f] }' | sort)"
  is "$1: nothing lost" "$(sql "SELECT count(*) FROM health WHERE value <> 0 AND (name LIKE '%dropped' OR name LIKE '%untracked' OR name LIKE '%lost' OR name LIKE '%failed')")" 0
}

if build openmp -fopenmp; then
  both openmp ./openmp
  counts openmp "$work/told"
  is "openmp: threads" "$(($(sql "SELECT count(DISTINCT tid) FROM regions") >= 8))" 1
else
  echo "# no OpenMP"
fi

build churn || exit 1
waves=${SOAK:+10}; waves=${waves:-3}
both churn ./churn $waves
counts churn "$work/told"
is "churn: a thread for each, which has ended" "$(sql "SELECT count(*) FROM threads WHERE tid <> pid AND \"end\" IS NOT NULL")" $((waves * 64)) # a thread of the runtime has not ended

build managed || exit 1
both managed ./managed
counts managed "$work/told"
both "managed, 4 GPUs" env GPUSIM_GPUS=4 ./managed
counts "managed, 4 GPUs" "$work/told"

# With call stacks sampled 997 times a second, the same.
SETTINGS="COLLECT_DOMAINS=+samples COLLECT_SAMPLE_HZ=997"
both "managed, sampled" ./managed
counts "managed, sampled" "$work/told"
! [ -x "$work/openmp" ] || { both "openmp, sampled" ./openmp; counts "openmp, sampled" "$work/told"; }
is "sampled: stacks" "$(($(sql "SELECT count(*) FROM stacks WHERE frame_id IS NOT NULL") >= 10))" 1
SETTINGS=

# Python by ctypes, in processes of its own making. (The interpreter itself: pyenv's is a shell script.)
python=$(python3 -c 'import sys; print(sys.executable)')
for method in fork forkserver spawn; do
  for way in process pool; do
    case $method,$way in fork,pool | forkserver,process | spawn,pool) [ -n "${SOAK:-}" ] || continue ;; esac # each method and each way
    both "python, $method, $way" "$python" "$here/processes.py" libamdhip64.so.5 $method $way 3
    counts "python, $method, $way" "$work/told"
    is "python, $method, $way: a file for each that called" "$(sql "SELECT count(DISTINCT source) FROM regions WHERE name = 'hipMalloc'")" 3
    # Processes of a pool are killed if nobody waits for them.
    [ "$way" = pool ] || is "python, $method, $way: all are whole, however they end" "$(sql "SELECT count(*), sum(complete), (SELECT count(*) FROM losses) FROM sources WHERE source IN (SELECT source FROM regions)")" "3 3 0"
  done
done

if command -v mpirun >/dev/null && COMPILER="env OMPI_CC=$CC mpicc" build mpi; then
  OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_btl_vader_single_copy_mechanism=none
  export OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM OMPI_MCA_rmaps_base_oversubscribe OMPI_MCA_btl_vader_single_copy_mechanism
  mkdir "$work/said"
  ranks=${SOAK:+4}; ranks=${ranks:-2}
  both mpi mpirun -n $ranks --oversubscribe ./mpi "$work/said"
  cat "$work"/said/* >"$work/all"
  counts mpi "$work/all"
  is "mpi: a file and a rank for each" "$(sql "SELECT count(*), group_concat(rank) FROM (SELECT DISTINCT source, rank FROM regions ORDER BY rank)")" "$ranks $(seq -s, 0 $((ranks - 1)))"
  is "mpi: one run" "$(sql "SELECT count(DISTINCT run) FROM regions")" 1
  rm -f "$work"/said/*
  traced mpirun -n $ranks --oversubscribe ./mpi "$work/said" abort
  is "mpi, aborted: exit code" "$?" 7
  cat "$work"/said/* >"$work/all"
  counts "mpi, aborted" "$work/all"
  is "mpi, aborted: kernels and copies have their times" "$(sql "SELECT (SELECT count(*) - count(\"end\") FROM kernels), (SELECT count(*) - count(\"end\") FROM memory_copies)")" "0 0"
else
  echo "# no Open MPI"
fi
finish
