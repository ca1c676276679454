# Beside preloaded libraries that define dlsym, or use it to wrap functions, in every order: they
# work as without us, and every call is recorded, once.
# Mostly waits.
. "$(dirname "$0")/common.sh"
if [ "${SANITIZER:-}" ]; then ok "skipped: sanitized libraries want to be first"; finish; fi
fake_setup
$CC -O1 -g -w -D_GNU_SOURCE -o "$work/ways" "$here/ways.c" -ldl || exit 1
$CC -O2 -g -w -D_GNU_SOURCE -fPIC -shared -o "$work/wrapping.so" "$here/wrapping.c" -ldl || exit 1
n=0 orders=0
while read -r how; do
  for level in -O0 -O2; do
    n=$((n + 1))
    $CC $level -g -w -D_GNU_SOURCE -DHOW="$how" -fPIC -shared -o "$work/interposer$n.so" "$here/interposer.c" -ldl || exit 1
    x=$work/interposer$n.so
    for order in "$lib $x" "$x $lib" "$x $work/wrapping.so $lib" "$work/wrapping.so $lib $x" "$lib $x $work/wrapping.so" "$lib $work/wrapping.so $x"; do
      what="interposer $how $level, order $(echo "$order" | sed 's|[^ ]*/||g; s/\.so//g; s/[0-9]//g')"
      (cd "$work" && timeout -s KILL 2 env LD_LIBRARY_PATH="$work/fake" LD_PRELOAD="$(echo "$order" | sed "s|$lib||")" ./ways local >"$work/alone" 2>"$work/alone.err") 2>/dev/null
      alone=$?
      [ $alone = 3 ] || continue # these two do not work together without us, either (dlsym sees another caller if it is not reached by a jump)
      orders=$((orders + 1))
      for w in local version; do
        PRELOAD=$order traced ways $w
        is "$what, $w: exit code" $? $alone
        is "$what, $w: what they say" "$(grep -v libcollect "$work/stderr")" "$(cat "$work/alone.err")"
        grep expect "$work/stdout" >"$work/kept"; mv "$work/kept" "$work/stdout"
        rows; check_expected "$what, $w"
      done
    done
  done
done <<'END'
RTLD_NEXT
RTLD_DEFAULT
dlopen("libc.so.6",RTLD_LAZY|RTLD_NOLOAD)
END
is "orders that work without us" $orders 24
finish
