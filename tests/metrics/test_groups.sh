# Control groups and pressure: from made trees with known numbers (COLLECT_SYSROOT), and of a real group that comes and goes.
# Mostly waits.
. tests/metrics/common.sh
# The trees follow the kernel's documentation (cgroup-v2.rst, cgroup-v1/*.rst, psi.rst, proc.rst); no machine wrote them.
tree=$work/tree
# put FILE: from stdin
put() { mkdir -p "$tree/$(dirname "$1")" && cat >"$tree/$1"; }
psi() { printf 'some avg10=0.10 avg60=0.00 avg300=0.00 total=%s\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=%s\n' "$1" "$2"; }
common() {
  rm -rf "$tree"
  printf 'Name:\tx\nVmHWM:\t    1500 kB\nThreads:\t7\n' | put proc/self/status
  echo "500 250 100 1 0 60 0" | put proc/self/statm
  psi 1000000 0 | put proc/pressure/cpu
  psi 2000000 3000000 | put proc/pressure/memory
  psi 4000000 5000000 | put proc/pressure/io
}
COLLECT_SYSROOT=$tree; export COLLECT_SYSROOT

# v2: the pod has the lower memory limit, the container the only one of CPUs. The path has a space, which mountinfo shows as \040.
common
printf '0::/pod a/box\n' | put proc/self/cgroup
printf '22 1 0:21 / /proc rw - proc proc rw\n30 1 0:26 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate\n' | put proc/self/mountinfo
top=sys/fs/cgroup
echo 9000000 | put "$top/pod a/memory.current"; echo 16000000 | put "$top/pod a/memory.max"; echo "max 100000" | put "$top/pod a/cpu.max"
echo 8000000 | put "$top/pod a/box/memory.current"; echo 32000000 | put "$top/pod a/box/memory.max"; echo "150000 100000" | put "$top/pod a/box/cpu.max"
printf 'usage_usec 99\nnr_periods 1\nnr_throttled 1\nthrottled_usec 1\n' | put "$top/pod a/cpu.stat"
printf 'usage_usec 7500000\nuser_usec 1\nsystem_usec 2\nnr_periods 40\nnr_throttled 12\nthrottled_usec 250000\n' | put "$top/pod a/box/cpu.stat"
psi 500000 0 | put "$top/pod a/box/cpu.pressure"; psi 600000 700000 | put "$top/pod a/box/memory.pressure"; psi 800000 900000 | put "$top/pod a/box/io.pressure"
measured sleep 400
is "v2: ends well" "$? $(cat "$work/stderr")" "0 "
while IFS='|' read -r name value; do is "v2: $name" "$(track "$name")" "$value"; done <<'END'
CPU Memory Usage (S)|1.024 MB
CPU Virtual Memory Usage (S)|2.048 MB
CPU Peak Memory (S)|1.536 MB
CPU Threads (S)|7
cgroup Memory Usage (S)|9 MB
cgroup Memory Limit (S)|16 MB
cgroup CPU Limit (S)|1.5 CPUs
cgroup CPU Time (S)|7.5 s
cgroup Throttled Periods (S)|12
cgroup Throttled Time (S)|0.25 s
cgroup CPU Pressure (S)|0.5 s
cgroup Memory Pressure (S)|0.6 s
cgroup Full Memory Pressure (S)|0.7 s
cgroup IO Pressure (S)|0.8 s
cgroup Full IO Pressure (S)|0.9 s
Host CPU Pressure (S)|1 s
Host Memory Pressure (S)|2 s
Host Full Memory Pressure (S)|3 s
Host IO Pressure (S)|4 s
Host Full IO Pressure (S)|5 s
END
is "v2: no bytes of the process" "$(sql "SELECT count(*) FROM metrics WHERE track LIKE '%IO Read%' OR track LIKE '%Storage%'")" 0
is "v2: of the host" "$(sql "SELECT count(DISTINCT track) FROM metrics WHERE owner = 'host'")" 5

# v2 without limits, in a namespace whose root is the group.
common
printf '0::/\n' | put proc/self/cgroup
printf '30 1 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n' | put proc/self/mountinfo
echo 5000000 | put $top/memory.current; echo max | put $top/memory.max; echo "max 100000" | put $top/cpu.max; printf 'usage_usec 1000000\n' | put $top/cpu.stat
measured sleep 300
is "v2, no limits" "$(track 'cgroup Memory Usage (S)'), $(track 'cgroup CPU Time (S)')" "5 MB, 1 s"
is "... no rows of limits and throttling" "$(sql "SELECT count(*) FROM metrics WHERE track LIKE 'cgroup%' AND (track LIKE '%Limit%' OR track LIKE '%Throttled%')")" 0

# v1, as a container sees it whose own group is mounted: ROOT of the mount is the start of the path. cpu and cpuacct are one hierarchy.
common
printf '5:memory:/docker/abc/inner\n3:cpuacct,cpu:/docker/abc\n1:name=systemd:/docker/abc\n0::/system.slice\n' | put proc/self/cgroup
printf '30 1 0:26 /docker/abc /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n31 1 0:27 /docker/abc /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n' | put proc/self/mountinfo
echo 3000000 | put $top/memory/inner/memory.usage_in_bytes; echo 9223372036854771712 | put $top/memory/inner/memory.limit_in_bytes
echo 4000000 | put $top/memory/memory.usage_in_bytes; echo 64000000 | put $top/memory/memory.limit_in_bytes
echo 50000 | put $top/cpu,cpuacct/cpu.cfs_quota_us; echo 100000 | put $top/cpu,cpuacct/cpu.cfs_period_us
printf 'nr_periods 9\nnr_throttled 3\nthrottled_time 125000000\n' | put $top/cpu,cpuacct/cpu.stat; echo 2500000000 | put $top/cpu,cpuacct/cpuacct.usage
measured sleep 300
while IFS='|' read -r name value; do is "v1: $name" "$(track "$name")" "$value"; done <<'END'
cgroup Memory Usage (S)|4 MB
cgroup Memory Limit (S)|64 MB
cgroup CPU Limit (S)|0.5 CPUs
cgroup CPU Time (S)|2.5 s
cgroup Throttled Periods (S)|3
cgroup Throttled Time (S)|0.125 s
END

# Files that are empty, or have something else in them: no rows.
common
printf '0::/\n:::\n' | put proc/self/cgroup
head -c 300 /dev/urandom | put proc/self/mountinfo
: | put proc/self/status; echo "some total" | put proc/pressure/cpu; head -c 5000 /dev/urandom | put proc/self/io; printf 'some avg10=0.00\nfull total=7\n' | put proc/pressure/io
measured sleep 300
is "other texts: ends well" "$? $(cat "$work/stderr")" "0 "
is "... no rows of them" "$(sql "SELECT group_concat(DISTINCT track) FROM metrics WHERE (track LIKE 'cgroup%' OR track IN ('CPU Threads (S)', 'Host CPU Pressure (S)', 'Host IO Pressure (S)'))")" ""
unset COLLECT_SYSROOT

# A real group that comes and goes.
own=$(sed -n 's/^[0-9]*:memory://p' /proc/self/cgroup) parent=/sys/fs/cgroup/memory
[ -n "$own" ] || { own=$(sed -n 's/^0:://p' /proc/self/cgroup) parent=/sys/fs/cgroup; }
group=$parent$own/rocpd-test-$$
if mkdir "$group" 2>/dev/null; then
  limit=$group/memory.limit_in_bytes; [ -e "$limit" ] || limit=$group/memory.max
  if [ -e "$limit" ] && echo 1000001536 >"$limit" 2>/dev/null; then
    measured moves "$group"; status=$?
    if [ $status != 77 ]; then
      is "a real group: ends well" "$status $(cat "$work/stderr") $(said moved) $(said removed)" "0  1 1"
      is "... its limit, while the process was in it" "$(sql "SELECT count(*) BETWEEN 1 AND 4 FROM metrics WHERE track = 'cgroup Memory Limit (S)' AND value BETWEEN 999 AND 1000.002")" 1
      is "... its use before, and that of the former one afterwards" "$(sql "SELECT count(*) > 25 FROM metrics WHERE track = 'cgroup Memory Usage (S)'")" 1
    else
      echo "# a process cannot be moved here"
    fi
  fi
  rmdir "$group" 2>/dev/null
else
  echo "# no group can be made here"
fi
finish
