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
make -s install BUILD="$BUILD" PREFIX="$TEST_TMP/usr" DESTDIR=/ >/dev/null || { echo "not ok make install"; exit 1; }
PATH=$TEST_TMP/usr/bin:$PATH
