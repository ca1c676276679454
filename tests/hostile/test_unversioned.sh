# A runtime without symbol versions (as libhiprtc.so of ROCm 5.3 and later): its callers are recorded,
# however the loader binds them.
. "$(dirname "$0")/common.sh"
fake_setup
$CC -O2 -fPIC -shared -w -Wl,-soname,libamdhip64.so.5 -o "$work/fake/libamdhip64.so.5" "$root/tests/collect/fake_hip.c" || exit 1
while read -r name flags; do
  # shellcheck disable=SC2086
  hostile unversioned $flags
  traced unversioned; is "no versions, $name: exit code" $? 3
  rows; check_expected "no versions, $name"
  # What the program prints without us.
  (cd "$work" && LD_LIBRARY_PATH="$work/fake" ./unversioned >"$work/alone"); is "no versions, $name: what it says" "$(cat "$work/stdout")" "$(cat "$work/alone")"
done <<'END'
lazy -fPIE -pie -Wl,-z,lazy,-z,norelro
now -fPIE -pie -Wl,-z,now,-z,relro
fixed -fno-pic -no-pie -Wl,-z,lazy
fixed_now -fno-pic -no-pie -Wl,-z,now,-z,relro
no_plt -fPIE -pie -fno-plt -Wl,-z,now,-z,relro
old_hash -fPIE -pie -Wl,-z,lazy,--hash-style=sysv
END
finish
