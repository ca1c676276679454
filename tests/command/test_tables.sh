#!/bin/sh
# Tables of the command rocpd on terminals of many widths, and --sort, --columns, colours, the pager. Installed to a private prefix.
. tests/command/common.sh
cd "$TEST_TMP" || exit 1
"$BUILD/bench/tracegen" one.rocz 5000 >/dev/null
/usr/bin/python3 "$root/tests/command/tables.py" "$TEST_TMP/usr/bin/rocpd" one.rocz "$root/ext/command/report" || failed=1
exit $failed
