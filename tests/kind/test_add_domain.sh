# A new domain is one line in the list (tests/collect/one_file.def) and one file of the collector (one_file.c): the collector and the extension are linked
# anew with the few objects that contain the list, and nothing else is changed. Then it is in all lists, tables and exports (add_domain.py).
. "$(dirname "$0")/../collect/common.sh"
[ -n "${SANITIZER:-}" ] && { echo "skip: the objects are sanitized"; exit 77; }
cd "$root" || exit 1
fake_setup
marks_setup

# The objects that contain the list are built anew.
listed=$(grep -rl --include='*.c' '#include "domains.def"' ext)
mkdir "$work/list"
for f in $listed; do
  $CC -std=gnu11 -O0 -w -fPIC -fvisibility=hidden -DROCZ_MORE_DOMAINS="\"$marks.def\"" $(find ext -type d | sed 's/^/-I/') -c -o "$work/list/${f##*/}.o" "$f" || exit 1
done
# linked OUTPUT FOLDER FLAGS...: with the extension's objects, but for those of the folder
linked() {
  out=$1 less=$2; shift 2
  objects=$(find ext -name '*.c' -not -path 'ext/babeltrace/*' -not -path "$less/*" | while read -r f; do
    case " "$listed" " in *"$f"*) echo "$work/list/${f##*/}.o" ;; *) echo "$BUILD/${f%.c}.o" ;; esac; done)
  $CC -o "$out" $objects "$BUILD/sql.o" "$BUILD/help.o" "$BUILD/scripts.o" "$BUILD/report.o" "$@" -Wl,-Bstatic -lzstd -lz -Wl,-Bdynamic -lstdc++ -lm -pthread -ldl || exit 1
}
linked "$work/rocpd.so" ext/command -shared -Wl,-soname,rocpd.so -Wl,--version-script=ext/rocpd.map -Wl,--exclude-libs,ALL
linked "$work/rocpd" none "$BUILD/reports.o" -lsqlite3
cp "$BUILD/rocpd-record" "$work"
[ "$(printf '%s\n' $listed | wc -l)" -le 5 ] && ok "few files contain the list:" $listed || not_ok "many files contain the list:" $listed

# ---- the command
rocpd() { LD_LIBRARY_PATH=$work/fake:${LD_LIBRARY_PATH:-} PATH=$work:$PATH "$work/rocpd" "$@"; }
is "completion" "$(rocpd --complete domains | grep -cx marks)" 1
is "help" "$(rocpd help marks | head -n 2 | tr '\n' ' ')" "marks: a domain of COLLECT_DOMAINS, on by default marks and ranges of a library of the tests "
rocpd record --domains marsk -o "$work/wrong" -- "$work/user" work >"$work/stdout" 2>"$work/stderr"
is "a domain that does not exist: exit code" $? 2
is "... the nearest is suggested" "$(grep -c "no domain 'marsk'; did you mean marks?.* marks" "$work/stderr")" 1
rocpd record --domains marks -o "$work/marks" -- "$work/user" work >"$work/stdout" 2>"$work/stderr" || not_ok "rocpd record --domains marks: $(cat "$work/stderr")"
rocpd record --domains hip -o "$work/hip" -- "$work/user" work >"$work/stdout" 2>"$work/stderr" || not_ok "rocpd record --domains hip: $(cat "$work/stderr")"
rocpd record -o "$work/both" -- "$work/user" work >"$work/stdout" 2>"$work/stderr" || not_ok "rocpd record: $(cat "$work/stderr")"

[ $failed = 0 ] || exit 1
exec /usr/bin/python3 "$root/tests/kind/add_domain.py" "$work/rocpd.so" "$work"
