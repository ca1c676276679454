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

# It exports the names of the runtimes' functions that it stands in for, and these.
is "what it exports" "$(nm -D --defined-only "$lib" | awk '$2 != "A" { sub(/@.*/, "", $3); print $3 }' |
  grep -vE '^(hip|hsa_|roctx|nccl|mscc|rocdec|rocjpeg|rocDec|rocJpeg|__hip|_ZN?[0-9]*hip)' | sort -u | xargs)" \
  "HSA_AMD_TOOL_PRIORITY OnLoad OnUnload _Exit _exit collect_functions_1 dlclose dlmopen dlopen dlsym dlvsym rocpd_python_set rocpd_python_stack rocpd_python_start rocpd_python_start_thread rocpd_python_stop rocpd_python_stop_thread rocprofiler_register_library_api_table sigaction signal"
finish
