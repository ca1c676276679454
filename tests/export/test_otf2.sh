#!/bin/sh
# OTF2 exports of generated and genuine traces, and of what a HIP program on the software GPU left; the library's headers say what we say of it.
set -u
failed=0
/usr/bin/python3 -c 'import otf2' 2>/dev/null && command -v otf2-print >/dev/null || { echo "needs python3-otf2 and otf2-tools"; exit 77; }
"$BUILD/bench/tracegen" "$TEST_TMP/one.rocz" 3000 >/dev/null || exit 1
"$BUILD/bench/tracegen" "$TEST_TMP/two.rocz" 2000 seed=2 pid=501 nested=200 graph=100 open=1 killed=1 >/dev/null || exit 1
set -- "$TEST_TMP/one.rocz" "$TEST_TMP/two.rocz" tests/data/rtg/case3 tests/data/rpd/matmul_result.rpd tests/data/heliosr_146104_results.db
if [ -x "$BUILD/programs/demo" ]; then
  COLLECT_OUTPUT=$TEST_TMP/trace LD_LIBRARY_PATH=$BUILD/gpusim${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} LD_PRELOAD=$BUILD/libcollect.so \
    timeout 60 "$BUILD/programs/demo" >"$TEST_TMP/demo.out" 2>&1 || { echo "not ok demo fails"; exit 1; }
  set -- "$@" "$TEST_TMP/trace"
fi
if [ -f /usr/include/otf2/otf2.h ]; then
  cat >"$TEST_TMP/same.c" <<'END'
#include <otf2/otf2.h>
#include "library.h"
#define SAME(type, name, parameters) .name = OTF2_##name,
rocpd_otf2_library library = {ROCPD_OTF2_FUNCTIONS(SAME)};
#define VALUE(ours, theirs) _Static_assert(ROCPD_OTF2_##ours == OTF2_##theirs, #theirs);
VALUE(SUCCESS, SUCCESS) VALUE(WRITE, FILEMODE_WRITE) VALUE(POSIX, SUBSTRATE_POSIX) VALUE(NO_COMPRESSION, COMPRESSION_NONE) VALUE(FLUSH, FLUSH) VALUE(NO_FLUSH, NO_FLUSH)
VALUE(INT64, TYPE_INT64) VALUE(STRING, TYPE_STRING) VALUE(DOUBLE, TYPE_DOUBLE) VALUE(PROCESS, LOCATION_GROUP_TYPE_PROCESS) VALUE(ACCELERATOR, LOCATION_GROUP_TYPE_ACCELERATOR)
VALUE(CPU_THREAD, LOCATION_TYPE_CPU_THREAD) VALUE(STREAM, LOCATION_TYPE_ACCELERATOR_STREAM) VALUE(FUNCTION, REGION_ROLE_FUNCTION)
VALUE(TRANSFER, REGION_ROLE_DATA_TRANSFER) VALUE(ALLOCATE, REGION_ROLE_ALLOCATE) VALUE(DEALLOCATE, REGION_ROLE_DEALLOCATE) VALUE(HIP, PARADIGM_HIP)
VALUE(CLASS_ACCELERATOR, PARADIGM_CLASS_ACCELERATOR) VALUE(NONE, UNDEFINED_STRING) VALUE(NONE, UNDEFINED_SYSTEM_TREE_NODE)
VALUE(NONE, UNDEFINED_LOCATION_GROUP) VALUE(NO_TIME, UNDEFINED_TIMESTAMP)
VALUE(SHARED_MEMORY, SYSTEM_TREE_DOMAIN_SHARED_MEMORY) VALUE(METRIC, LOCATION_TYPE_METRIC) VALUE(USER, PARADIGM_USER) VALUE(OPENMP, PARADIGM_OPENMP)
VALUE(MPI, PARADIGM_MPI) VALUE(CLASS_PROCESS, PARADIGM_CLASS_PROCESS) VALUE(CLASS_FORK_JOIN, PARADIGM_CLASS_THREAD_FORK_JOIN)
VALUE(COMM_LOCATIONS, GROUP_TYPE_COMM_LOCATIONS) VALUE(COMM_GROUP, GROUP_TYPE_COMM_GROUP) VALUE(METRIC_OTHER, METRIC_TYPE_OTHER)
VALUE(ABSOLUTE_NEXT, METRIC_ABSOLUTE_NEXT) VALUE(ABSOLUTE_LAST, METRIC_ABSOLUTE_LAST) VALUE(DECIMAL, BASE_DECIMAL) VALUE(ASYNCHRONOUS, METRIC_ASYNCHRONOUS)
VALUE(RECORDER_GPU, RECORDER_KIND_GPU) VALUE(SCOPE_GROUP, SCOPE_LOCATION_GROUP) VALUE(NONE, UNDEFINED_COMM)
END
  gcc -std=gnu11 -Werror -Iext/export/otf2 -Iext/base -fsyntax-only "$TEST_TMP/same.c" && echo "ok the headers have the same functions" || { echo "not ok the headers"; failed=1; }
fi
/usr/bin/python3 tests/export/otf2_trace.py "$BUILD/rocpd.so" "$TEST_TMP" "$@" || failed=1
exit $failed
