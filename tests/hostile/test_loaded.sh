# The library without LD_PRELOAD: linked, opened and closed, in a setuid program; and the symbols that it exports.
. "$(dirname "$0")/common.sh"
[ -z "${SANITIZER:-}" ] || { echo "the sanitizer's runtime comes first"; exit 77; }
hostile loaded "$lib" -Wl,-rpath,"$BUILD":"$work/fake"

PRELOAD=" " traced loaded; is "linked: exit code" $? 0
rows; is "... ten calls" "$(calls hipSetDevice) $(cat "$work/stdout")" "10 secure 0"
hostile loaded
PRELOAD=" " traced loaded closed "$lib"; is "opened and closed: exit code" $? 0
rows; is "... it stays, and records" "$([ "$(calls hipSetDevice)" -ge 2 ] && echo some) $(cat "$work/stdout")" "some secure 0"

# A program with more rights than its caller: it writes nothing with these, whatever the current folder is.
if [ "$(id -u)" != 0 ] || ! command -v setpriv >/dev/null; then
  echo "skip setuid: not root, or no setpriv"
else
  open=$(mktemp -d /tmp/loaded.XXXXXX); trap 'rm -rf "$open"' EXIT
  mkdir "$open/there"; cp "$lib" "$work/fake/libamdhip64.so.5" "$open"; chmod 755 "$open"; chmod 777 "$open/there"
  $CC -O1 -w -D_GNU_SOURCE -o "$open/program" "$here/loaded.c" "$open/libcollect.so" -L"$open" -Wl,--no-as-needed -l:libamdhip64.so.5 -Wl,-rpath,"$open" -ldl -pthread || exit 1
  chmod 4755 "$open/program"
  said=$(cd "$open/there" && COLLECT_OUTPUT="$open/there/asked" setpriv --reuid=65534 --clear-groups ../program 2>&1)
  case $said in
    "secure 1") is "setuid: no files" "$(ls "$open/there")" "" ;;
    "secure 0") echo "skip setuid: not on this file system" ;;
    *) not_ok "setuid: $said" ;;
  esac
  said=$(cd "$open/there" && COLLECT_OUTPUT="$open/there/asked" setpriv --reuid=65534 --clear-groups env LD_PRELOAD="$lib" ../program 2>&1)
  is "setuid, preloaded by its caller: no files" "$(ls "$open/there")" ""
fi

# It exports what collector/exports.list says, no more and no less.
list=$root/collector/exports.list
is "what it exports" "$(sh "$root/scripts/exports.sh" check "$list" "$lib")" ""
sed '/^OnLoad /d; s/^hip\* /hsa* /' "$list" >"$work/less.list"
sh "$root/scripts/exports.sh" check "$work/less.list" "$lib" >"$work/less"; is "another list: exit code" $? 1
is "... a name that it lacks, and names of another version" "$(grep -cE ' exports (OnLoad|hipMalloc, version hip_4.2): make it static' "$work/less")" 2
is "... and one that nothing has" "$(grep -c ' exports no hsa\*, version hip_\*,' "$work/less")" 1
finish
