#!/bin/sh
# Installs missing packages. Usage: deps.sh demo|test|--list
#   demo    installs what the build and the demo need
#   test    installs also what tests need, or nothing with ROCPD_NO_DEPS=1: tests that lack something are then skipped and say so
#   --list  prints the packages
set -eu
needed="gcc g++ libsqlite3-dev sqlite3 libzstd-dev zlib1g-dev libxxhash-dev
  libamdhip64-5 libamdhip64-dev libhsa-runtime64-1 libhsa-runtime-dev libhsakmt1 libhsakmt-dev libamd-comgr2
  hipcc rocm-device-libs"
# Each of these is for a few tests, which are skipped without it and say so.
wished="python3 clang libclang-rt-14-dev nodejs npm node-sqlite3 gdb heaptrack libjemalloc2 libtcmalloc-minimal4 faketime uftrace openmpi-bin libopenmpi-dev
  babeltrace2 python3-bt2 libbabeltrace2-dev pkg-config tmux valgrind locales chromium firefox-esr otf2-tools libdeflate0 python3-dbg python3-greenlet python3-otf2 libotf2-trace-dev protobuf-compiler"

case ${1:-} in
  demo) wished='' ;;
  test) [ -z "${ROCPD_NO_DEPS:-}" ] || exit 0 ;;
  --list) echo $needed $wished; exit 0 ;;
  *) sed -n '2,5s/^# //p' "$0" >&2; exit 2 ;;
esac
if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
  cat >&2 <<'END'
deps: this installs with apt, which this system does not have. Install by hand: a C and C++ compiler, make,
SQLite 3.26 or later with headers and shell (the tests: 3.38), zstd and zlib with headers and static libraries, the headers of xxhash;
for the collector's tests also ROCm's HIP and HSA runtimes with headers, the headers of libhsakmt, and
hipcc. The extension alone (make ext) needs no ROCm.
END
  exit 1
fi

installed() { dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q 'ok installed'; }
missing=; optional=
for p in $needed; do installed "$p" || missing="$missing $p"; done
for p in $wished; do
  # The program may also come from elsewhere, such as nodesource's node.
  installed "$p" || command -v "$p" >/dev/null || optional="$optional $p"
done
[ -n "$missing$optional" ] || exit 0

sudo=
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || { echo "deps: this user is not root and there is no sudo; install as root:$missing" >&2; exit 1; }
  sudo=sudo
fi
# A machine that has just booted may hold apt's lock for a while.
apt() { $sudo env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 -qq "$@" >"$log" 2>&1; }
log=$(mktemp); trap 'rm -f "$log"' EXIT
echo "deps: installing$missing$optional"
apt update || { cat "$log" >&2; echo "deps: apt-get update failed; installing from the present package lists" >&2; }
if [ -n "$missing" ]; then
  apt install -y --no-install-recommends $missing || { cat "$log" >&2; echo "deps: could not install:$missing" >&2; exit 1; }
fi
for p in $optional; do
  apt install -y --no-install-recommends "$p" || echo "deps: $p cannot be installed here; the tests that use it are skipped"
done
