#!/bin/sh
# Every command of the console blocks of README and of the topics in ext/help is run as a user would after `make install`, here from
# a private prefix. The topics begin with what README's commands left.
set -eu
make -s install BUILD="$BUILD" PREFIX="$TEST_TMP/usr" DESTDIR=/ >/dev/null
mkdir "$TEST_TMP/work"
cp "$BUILD/programs/demo" "$TEST_TMP/work/app"
mkdir "$TEST_TMP/aql"
${CC:-gcc} -O1 -fPIC -shared -Itests/gpusim -o "$TEST_TMP/aql/libhsa-amd-aqlprofile64.so.1" tests/collect/fake_aqlprofile.c -lhsa-runtime64
export C_INCLUDE_PATH="$TEST_TMP/usr/include" LD_LIBRARY_PATH="$TEST_TMP/usr/lib:$BUILD/gpusim:$TEST_TMP/aql" PATH="$TEST_TMP/usr/bin:$PATH" TERM=dumb
export BABELTRACE_PLUGIN_PATH="$TEST_TMP/usr/lib/babeltrace2/plugins"
exec python3 tests/readme/readme.py "$TEST_TMP/work" README.md $(for t in questions upstream merge databases older settings counters when clocks damage; do echo ext/help/topics/$t.md; done)
