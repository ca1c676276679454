#!/bin/sh
# rocpd doctor: what is installed, and what prevents recording, on this machine and on others simulated in a folder (ROCPD_ROOT), with and without GPUs.
. tests/command/common.sh
unset COLLECT_OUTPUT COLLECT_PRESET COLLECT_DOMAINS COLLECT_COUNTERS RANK SLURM_PROCID OMPI_COMM_WORLD_RANK PMI_RANK PMIX_RANK LD_PRELOAD HSA_TOOLS_LIB
mkdir "$TEST_TMP/work"; cd "$TEST_TMP/work" || exit 1
cc=${CC:-gcc}
# finding TEXT [ARGUMENT...]: the lines with TEXT, and the exit code, on a machine without driver.
mkdir none; ROCPD_ROOT=$PWD/none; export ROCPD_ROOT
doctor() { PATH=${without:-$PATH} rocpd doctor "$@" >said 2>err; echo $? >code; }
found() { grep -F -A1 -- "$1" said | head -n 2; }

doctor
check "nothing prevents a recording" "$(cat code) $(tail -n 1 said) $(cat err)" "0 Nothing stands in the way of a recording. "
version=$(rocpd --version | sed 's/rocpd //')
check "the collector and its version" "$(found 'libcollect.so '"$version")" "  ok    libcollect.so $version: $TEST_TMP/usr/lib/libcollect.so
$(sed -n "/libcollect.so $version/{n;p;}" said)"
contains "the command" "$(cat said)" "  ok    rocpd $version: $TEST_TMP/usr/bin/rocpd"
contains "the extension" "$(cat said)" "  ok    the SQLite extension: $TEST_TMP/usr/lib/librocpd.so"
if command -v sqlite3 >/dev/null && sqlite3 -cmd ".load '$TEST_TMP/usr/lib/librocpd.so'" '' 'SELECT 1' >/dev/null 2>&1; then
  contains "the sqlite3 shell loads it" "$(cat said)" "  ok    the sqlite3 shell loads the extension: SQLite $(sqlite3 '' 'SELECT sqlite_version()'), rocpd $version: $(command -v sqlite3)"
fi
contains "what is recorded" "$(cat said)" "  ok    recorded: $(COLLECT_HELP=1 LD_PRELOAD=$TEST_TMP/usr/lib/libcollect.so /bin/true 2>&1 | awk '/^    [a-z]/ && $2 == "on" { printf "%s%s", sep, $1; sep = " " }')"
contains "no driver: a note" "$(cat said)" "  note  the driver amdgpu is not loaded"
doctor --json python3
/usr/bin/python3 - said <<'END' || failed=1
import json, subprocess, sys
d = json.load(open(sys.argv[1]))
plain = subprocess.run(['rocpd', 'doctor', 'python3'], stdout=subprocess.PIPE, text=True).stdout
lines = [l for l in plain.split('\n') if l[:8] in ('  ok    ', '  note  ', '  FAIL  ')]
words = {'ok': 'ok', 'note': 'note', 'failure': 'FAIL'}
same = [('  %-5s %s' % (words[f['kind']], f['text'])) for p in d['parts'] for f in p['found']] == lines
good = same and [p['part'] for p in d['parts']] == ['Installed', 'GPUs', 'Settings', 'Program'] and d['failures'] == 0
print('ok' if good else 'not ok', '--json says the same')
sys.exit(not good)
END

# ---- wrong use
fails "an unknown option" 2 "rocpd-doctor: --jsno is not an option; did you mean --json? (rocpd-doctor --help)" rocpd doctor --jsno
doctor ls -l; check "a program with its arguments" "$(cat code) $(grep -c "$(command -v ls) can be recorded" said)" "0 1"
fails "no such program" 127 "rocpd-doctor: nosuch: no such program" rocpd doctor nosuch
rocpd doctor >/dev/full 2>err; check "a full disk" "$? $(cat err)" "1 rocpd-doctor: stdout cannot be written"
check "without any other program" "$(PATH=/nowhere "$TEST_TMP/usr/bin/rocpd-doctor" >said; echo $?; grep -c 'is not installed' said)" "0
2"

# The rest asks nothing of Python and the sqlite3 shell, whose starts take most of the time.
mkdir "$TEST_TMP/without"
find /usr/bin /bin -maxdepth 1 ! -name 'python*' ! -name 'sqlite3*' -exec ln -sf -t "$TEST_TMP/without" {} +
without=$TEST_TMP/usr/bin:$TEST_TMP/without

# ---- settings
COLLECT_DOMAINS=hip,kernles doctor
check "a wrong setting" "$(cat code) $(found COLLECT_DOMAINS)" "1   FAIL  COLLECT_DOMAINS='hip,kernles' is not a list of domains ('kernles' is unknown, the nearest is 'kernels'; COLLECT_HELP=1 prints all); using 'standard'
        -> set it to a value that it takes, or unset it"
check "... is counted" "$(tail -n 1 said)" "1 thing stands in the way of a recording: see FAIL."
COLLECT_DOMAINS=hip COLLECT_ARGS=1 COLLECT_HIP_FILTER='a b' doctor
check "settings" "$(cat code) $(grep -c 'recorded: hip$' said) $(found COLLECT_ARGS= | head -n 1) $(found COLLECT_HIP_FILTER= | head -n 1)" "0 1   ok    COLLECT_ARGS=1 (default: 0)   ok    COLLECT_HIP_FILTER=a b (default: none)"
: >file; COLLECT_OUTPUT=file/sub doctor
check "a folder that cannot be written" "$(cat code) $(found 'file/sub cannot')" "1   FAIL  file/sub cannot be written: file is a file, not a folder
        -> name another folder: rocpd record -o FOLDER"
mkdir little
if unshare -m mount -t tmpfs -o size=1m none little 2>/dev/null; then
  contains "a disk with little room" "$(unshare -m sh -c 'mount -t tmpfs -o size=1m none little && COLLECT_OUTPUT=little rocpd doctor')" "  note  the disk of little has only 1 MB free"
fi
LD_PRELOAD=$TEST_TMP/usr/lib/libcollect.so doctor
contains "a library that is preloaded already" "$(cat said)" "  note  LD_PRELOAD=$TEST_TMP/usr/lib/libcollect.so"

# ---- programs
program() { doctor "$@"; sed -n '/^Program/,/^$/p' said | sed 1d; }
echo 'int main(void) { return 0; }' >main.c
echo 'int hipGetDeviceCount(int *n); int middle(int *n) { return hipGetDeviceCount(n); }' >middle.c
echo 'int middle(int *n); int main(void) { int n; return middle(&n); }' >through.c
$cc -o plain main.c
check "one without HIP" "$(program ./plain)" "  ok    ./plain can be recorded
  note  it is not linked to HIP or another traced library; it may load one while it runs, as Python does
        -> calls are recorded in any case, also when it loads HIP with dlopen"
mkdir lib
hip=$(ldconfig -p 2>/dev/null | sed -n 's/^\tlibamdhip64\.so\.[0-9]* .*=> //p' | head -n 1)
[ -n "$hip" ] || hip=$(PATH=$PATH:/sbin:/usr/sbin ldconfig -p | sed -n 's/^.libamdhip64\.so\.[0-9]* .*=> //p' | head -n 1)
if [ -n "$hip" ]; then
  $cc -shared -fPIC -o lib/libmiddle.so middle.c "$hip" && $cc -o through through.c -Llib -lmiddle -Wl,-rpath,'$ORIGIN/lib' -Wl,--allow-shlib-undefined
  contains "one that comes to HIP through a library, found by its RUNPATH" "$(program ./through)" "  ok    it is linked to HIP through libmiddle.so: $hip"
  check "... with exit code" "$(cat code)" 0
  contains "... as the loader finds it" "$(ldd ./through)" "$hip"
  $cc -o beside through.c -Llib -lmiddle -Wl,--disable-new-dtags,-rpath,"$PWD/lib:$(dirname "$hip")" -Wl,--allow-shlib-undefined
  contains "... by its RPATH, which is for its libraries, too" "$(program ./beside)" "  ok    it is linked to HIP through libmiddle.so: $hip, found by RPATH"
  contains "... by LD_LIBRARY_PATH" "$(LD_LIBRARY_PATH=$(dirname "$hip") program ./through)" "$hip, found by LD_LIBRARY_PATH"
  mv lib/libmiddle.so away.so
  check "a library that is missing" "$(program ./through | grep -A1 FAIL)" "  FAIL  it needs libmiddle.so, which is not found
        -> the program cannot start: install the library, or add its folder to LD_LIBRARY_PATH"
  lacks "... it is not said to be fine" "$(cat said)" "can be recorded"
  mv away.so libmiddle.so
  check "... and found by LD_LIBRARY_PATH" "$(LD_LIBRARY_PATH=$PWD program ./through | grep -c 'FAIL\|through libmiddle.so')" 1
fi
if $cc -static -o static main.c 2>/dev/null; then
  check "a static program" "$(program ./static; cat code)" "  FAIL  ./static is linked statically: it loads no libraries, so none can be preloaded
        -> link it dynamically (without -static)

1"
fi
cp plain setuid; chmod u+s setuid
check "a program with special rights" "$(program ./setuid | head -n 1; cat code)" "  FAIL  ./setuid runs with rights that its caller lacks (setuid, setgid or capabilities): such programs ignore LD_PRELOAD
1"
$cc -o musl main.c -Wl,--dynamic-linker=/lib/ld-musl-x86_64.so.1
check "a program linked with musl" "$(program ./musl | head -n 1; cat code)" "  FAIL  ./musl uses the C library musl (/lib/ld-musl-x86_64.so.1): libcollect.so is for glibc
1"
$cc -o stranger main.c -Wl,--dynamic-linker=/lib/nowhere.so
contains "one for another loader" "$(program ./stranger)" "  FAIL  ./stranger needs the loader /lib/nowhere.so, which is not installed"
cp "$root/tests/fuzz/corpus/fuzz_elf/plain32" of32; chmod +x of32
contains "one of 32 bits" "$(program ./of32)" "  FAIL  ./of32 is a 32-bit program"
cp "$root/tests/fuzz/corpus/fuzz_elf/big" other; chmod +x other
contains "one for another processor" "$(program ./other)" "is for another kind of processor"
printf '#!/usr/bin/env -S FOO=1 python3 -u\nprint(1)\n' >script; chmod +x script
check "a script" "$(without=; program ./script | head -n 1)" "  ok    ./script is a script: $(command -v python3) runs it"
printf '#!/nowhere/at all\n' >lost; chmod +x lost
contains "a script without its interpreter" "$(program ./lost)" "  FAIL  /nowhere/at cannot be run"
mkdir -p site/torch/lib; : >site/torch/__init__.py; : >site/torch/lib/libamdhip64.so
contains "Python with a PyTorch that has a ROCm" "$(PYTHONPATH=$PWD/site program /usr/bin/python3)" "  ok    PyTorch brings its own ROCm, which is recorded too: $PWD/site/torch/lib/libamdhip64.so"
mkdir hostile; died=
for f in "$root"/tests/fuzz/corpus/fuzz_elf/*; do
  cp "$f" hostile/program; chmod +x hostile/program
  PATH=/nowhere "$TEST_TMP/usr/bin/rocpd-doctor" hostile/program >said 2>&1; code=$?
  [ $code -le 1 ] || died="$died $(basename "$f"):$code"
done
check "malformed files" "$died" ""
cp plain "$(printf 'odd\033[31m\nname')"
check "a name with control characters" "$(program "$(printf './odd\033[31m\nname')" | head -n 1)" "  ok    ./odd?[31m?name can be recorded"

# ---- other machines
machine=$PWD/machine; nodes=$machine/sys/class/kfd/kfd/topology/nodes
mkdir -p "$nodes/0" "$nodes/1" "$nodes/2" "$nodes/3" "$machine/sys/module/amdgpu" "$machine/dev/dri" "$machine/opt/rocm-6.2.0/.info"
printf 'cpu_cores_count 64\nsimd_count 0\n' >"$nodes/0/properties"
printf 'simd_count 416\ngfx_target_version 90010\ndrm_render_minor 128\n' | tee "$nodes/1/properties" >"$nodes/2/properties"
printf 'simd_count_max 4\nsimd_count 192\ngfx_target_version 110000\ndrm_render_minor 129\n' >"$nodes/3/properties"
echo 6.7.0 >"$machine/sys/module/amdgpu/version"
echo 6.2.0-66 >"$machine/opt/rocm-6.2.0/.info/version"
: >"$machine/dev/kfd"; : >"$machine/dev/dri/renderD128"; : >"$machine/dev/dri/renderD129"
ROCPD_ROOT=$machine doctor
check "its GPUs" "$(cat code) $(grep 'GPU [0-9]' said)" "0   ok    GPU 0: gfx90a, 416 SIMDs (node 1)
  ok    GPU 1: gfx90a, 416 SIMDs (node 2)
  ok    GPU 2: gfx1100, 192 SIMDs (node 3)"
contains "its driver" "$(cat said)" "  ok    the driver amdgpu is loaded, version 6.7.0"
contains "its ROCm" "$(cat said)" "  ok    ROCm 6.2.0-66: $machine/opt/rocm-6.2.0"
known() { sed -n 's/^COUNTER(\(.*\))$/\1/p' "$root/collector/device/counter.def" | awk -F, -v column="$1" '{ v = $(2 + column); gsub(/ /, "", v); n += v != "X" } END { print n }'; }
check "its counters" "$(grep 'counters are known' said | awk '{ print $2, $3 }' | tr -d : | xargs)" "gfx90a $(known 5) gfx1100 $(known 8)"
chmod 600 "$machine/dev/kfd"; chgrp 0 "$machine/dev/kfd"
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
  chmod 755 "$TEST_TMP" "$TEST_TMP/work"
  check "a device that may not be used" "$(cd / && ROCPD_ROOT=$machine setpriv --reuid=65534 --regid=65534 --clear-groups "$TEST_TMP/usr/bin/rocpd-doctor" | grep -A1 'kfd')" \
    "  FAIL  /dev/kfd cannot be used by you: it belongs to the group root
        -> sudo usermod -aG root \$USER, then log in again (in a container: --group-add root)"
fi
rm "$machine/dev/kfd"; ROCPD_ROOT=$machine doctor
check "a container without the device" "$(cat code) $(found '/dev/kfd does not exist')" "1   FAIL  /dev/kfd does not exist, although the driver has GPUs
        -> in a container: run it with --device /dev/kfd --device /dev/dri"
rm -r "$nodes/1" "$nodes/2" "$nodes/3"; ROCPD_ROOT=$machine doctor
contains "a driver without a GPU that is visible" "$(cat code)$(cat said)" "  note  the driver shows no GPU here"
for f in properties; do printf 'simd_count 999999999999999999999\ngfx_target_version 18446744073709551615\n' >"$nodes/0/$f"; done
ROCPD_ROOT=$machine doctor; contains "odd numbers" "$(cat said)" "GPU 0: gfx"

# ---- the collector is missing, or another one
mv "$TEST_TMP/usr/lib/libcollect.so" away
LD_LIBRARY_PATH='' doctor
case $(LD_PRELOAD=libcollect.so /bin/true 2>&1) in # unless the machine has one
  *'cannot be preloaded'*) contains "a library that is not there" "$(cat code)$(cat said)" "1Installed
  FAIL  libcollect.so, which does the recording, is not found" ;;
esac
echo nothing >"$TEST_TMP/usr/lib/libcollect.so"; doctor
contains "one that is damaged" "$(cat code)$(cat said)" "  FAIL  $TEST_TMP/usr/lib/libcollect.so cannot be loaded"
rm "$TEST_TMP/usr/lib/libcollect.so"; mv away "$TEST_TMP/usr/lib/libcollect.so"
(cd "$root" && make -s install BUILD="$BUILD" PREFIX="$TEST_TMP/apart" LIBDIR="$TEST_TMP/apart/libraries" DESTDIR=/ >/dev/null)
contains "a library in a folder of its own, which make install was told" "$("$TEST_TMP/apart/bin/rocpd-doctor")" "  ok    libcollect.so $version: $TEST_TMP/apart/libraries/libcollect.so"
rm "$TEST_TMP/apart/bin/rocpd"; ln -s rocpd-record "$TEST_TMP/apart/bin/rocpd" # as where the extension is not
contains "the collector alone" "$("$TEST_TMP/apart/bin/rocpd" doctor)" "  note  the command rocpd, which reads traces, is not in $TEST_TMP/apart/bin"
exit $failed
