# First calls while the loader's lock is held by a constructor that waits for them.
. "$(dirname "$0")/common.sh"
fake_setup
$CC -O1 -g -w -fPIC -shared -o "$work/plugin.so" "$here/loading_plugin.c" -L"$work/fake" -lamdhip64 -pthread
$CC -O1 -g -w -o "$work/loading" "$here/loading.c" -ldl
traced loading "$work/plugin.so"; is "a constructor that waits for a first call: exit code" $? 3
rows; check_expected "a constructor that waits for a first call"
is "... nothing is said" "$(cat "$work/stderr")" ""
finish
