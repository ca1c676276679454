# The options --rank, --pid, --gpu, --kernel and --stream of reports and query: which command takes which, and its answers (filters.py).
. tests/command/common.sh
cd "$TEST_TMP" || exit 1
/usr/bin/python3 "$root/tests/command/filters.py" "$BUILD" || failed=1
exit $failed
