# Shared by the tests of the command. Sourced in the source folder: installs the command to a private prefix, which comes first in PATH.
set -u
[ -z "${SANITIZER:-}" ] || { echo "sanitized libraries are not for installing"; exit 77; }
failed=0
root=$PWD
check() { if [ "$2" = "$3" ]; then echo "ok $1"; else echo "not ok $1: '$2', not '$3'"; failed=1; fi; }
contains() { case $2 in *"$3"*) echo "ok $1" ;; *) echo "not ok $1: '$2' lacks '$3'"; failed=1 ;; esac; }
lacks() { case $2 in *"$3"*) echo "not ok $1: '$2' has '$3'"; failed=1 ;; *) echo "ok $1" ;; esac; }
# The files that no failure may change, in tests whose commands write files.
state() { :; }
fails() { # WHAT CODE TEXT COMMAND...: the command exits with CODE, prints TEXT on stderr and nothing on stdout, and changes nothing
  what=$1 code=$2 text=$3; shift 3
  before=$(state)
  got=0; "$@" >"$TEST_TMP/stdout" 2>"$TEST_TMP/stderr" </dev/null || got=$?
  check "$what: exit code, no output, nothing changed" "$got $(cat "$TEST_TMP/stdout") $(state)" "$code  $before"
  contains "$what: says why" "$(cat "$TEST_TMP/stderr")" "$text"
}
# installed PREFIX: what `make install` puts there. All tests share what the first one installs; the files of a copy that name their prefix name its own.
installed() (
  shared=$BUILD/installed
  mkdir -p "$shared" && exec 9>"$shared/lock" && flock 9 || exit 1
  sources="Makefile LICENSE scripts collector/include ext/export/ctf $BUILD/man $(find "$BUILD" -maxdepth 1 -type f)"
  if [ ! -e "$shared/made" ] || [ -n "$(find $sources -type f -newer "$shared/made")" ]; then
    rm -rf "$shared/made" "$shared/usr"
    make -s install BUILD="$BUILD" PREFIX="$shared/usr" DESTDIR=/ >/dev/null && touch "$shared/made" || exit 1
  fi
  cp -a "$shared/usr" "$1" && grep -rlF "$shared/usr" "$1" | xargs -r sed -i "s|$shared/usr|$1|g"
)
installed "$TEST_TMP/usr" || { echo "not ok make install"; exit 1; }
PATH=$TEST_TMP/usr/bin:$PATH
