#!/bin/sh
# advice: running a rule's evidence gives its numbers; if data were not recorded, the state is unknown.
set -u
cd "$TEST_TMP" || exit 1
COLLECT_OUTPUT=demo LD_LIBRARY_PATH="$BUILD/gpusim" LD_PRELOAD="${LD_PRELOAD:+$LD_PRELOAD:}$BUILD/libcollect.so" timeout 60 "$BUILD/programs/demo" >/dev/null || echo "not ok the program failed"
exec /usr/bin/python3 "$OLDPWD/tests/sql/advice.py" "$BUILD" "$TEST_TMP"
