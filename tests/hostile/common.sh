# For the programs of this folder, each hostile in one way. Sourced. Builds them with the
# stand-in for HIP, and runs them.
. "$(dirname "$0")/../collect/common.sh"
# hostile NAME [FLAGS]: builds NAME.c to $work/NAME
hostile() {
  local name=$1; shift
  [ -d "$work/fake" ] || fake_setup
  $CC -O1 -g -w -D_GNU_SOURCE -I"$root/ext/format" -o "$work/$name" "$here/$name.c" "$@" -L"$work/fake" -Wl,--no-as-needed -lamdhip64 -ldl -pthread || exit 1
}
# traced NAME [ARGUMENTS]: runs it in a fresh folder $work/out, stdout in $work/stdout
traced() {
  rm -rf "$work/out"
  (cd "$work" && timeout -s KILL "${LIMIT:-60}" env COLLECT_OUTPUT="${OUTPUT:-$work/out}" LD_LIBRARY_PATH="$work/fake" \
    ASAN_OPTIONS=detect_leaks=0:handle_segv=0:handle_abort=0:handle_sigbus=0:verify_asan_link_order=0 LD_PRELOAD="${PRELOAD:-$(preload)}" "./$@" >"$work/stdout" 2>"$work/stderr")
}
