#!/bin/sh
# Installs what is missing to build and test. Usage: deps.sh [--list]
set -eu
packages="gcc g++ make libsqlite3-dev sqlite3 libzstd-dev libxxhash-dev
  libamdhip64-5 libamdhip64-dev libhsa-runtime64-1 libhsa-runtime-dev libhsakmt1 libhsakmt-dev libamd-comgr2
  hipcc rocm-device-libs python3 node-sqlite3 nodejs npm clang libclang-rt-14-dev"
[ "${1:-}" = --list ] && { echo $packages; exit 0; }

if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
  cat >&2 <<END
make deps installs with apt, which this system has not. Install by hand:
  a C and C++ compiler, make, SQLite 3.38 or later with its headers and shell, zstd with its static
  library, xxhash's headers; for the collector's tests ROCm's HIP and HSA runtimes with their headers,
  libhsakmt's headers and hipcc. The extension alone (make ext) needs no ROCm.
END
  exit 1
fi
missing=
for p in $packages; do
  dpkg-query -W -f '${Status}' "$p" 2>/dev/null | grep -q 'ok installed' || missing="$missing $p"
done
[ -z "$missing" ] && exit 0
sudo=
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || { echo "deps: not root and no sudo; install:$missing" >&2; exit 1; }
  sudo=sudo
fi
echo "deps: installing$missing"
export DEBIAN_FRONTEND=noninteractive
# Something else may hold apt's lock on a machine that has just booted.
$sudo apt-get -o DPkg::Lock::Timeout=300 update -qq
$sudo env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 install -y -qq --no-install-recommends $missing >/dev/null
