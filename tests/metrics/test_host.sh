# Frequencies of CPUs, network and InfiniBand: from a made tree (after the kernel's Documentation/ABI/testing: sysfs-devices-system-cpu,
# sysfs-class-net-statistics, sysfs-class-infiniband), and the real interfaces.
. tests/metrics/common.sh
tree=$work/tree
put() { mkdir -p "$tree/$(dirname "$1")" && echo "$2" >"$tree/$1"; }
for cpu in 0 1 2 3 10; do put sys/devices/system/cpu/cpu$cpu/cpufreq/scaling_cur_freq $((1000000 + cpu * 1500)); done
put sys/class/net/lo/statistics/rx_bytes 1; put sys/class/net/eth0/statistics/rx_bytes 12345678; put sys/class/net/eth0/statistics/tx_bytes 500000
put sys/class/net/bonding_masters x
put sys/class/infiniband/mlx5_0/ports/1/counters/port_rcv_data 250000; put sys/class/infiniband/mlx5_0/ports/1/counters/port_xmit_data 1000000
put sys/class/infiniband/mlx5_0/ports/2/counters/port_rcv_data 0
COLLECT_SYSROOT=$tree COLLECT_METRICS_CPUS=1-2,10,77 measured sleep 300
is "ends well" "$? $(cat "$work/stderr")" "0 "
is "values" "$(sql "SELECT DISTINCT track, printf('%.8g', value), unit, owner FROM metrics WHERE track GLOB 'CPU Freq*' OR track GLOB 'Netw*' OR track GLOB 'Infi*' ORDER BY 1")" "CPU Frequency [10] (S)|1015|MHz|host
CPU Frequency [1] (S)|1001.5|MHz|host
CPU Frequency [2] (S)|1003|MHz|host
InfiniBand [mlx5_0:1] Received (S)|1|MB|host
InfiniBand [mlx5_0:1] Sent (S)|4|MB|host
InfiniBand [mlx5_0:2] Received (S)|0|MB|host
Network [eth0] Received (S)|12.345678|MB|host
Network [eth0] Sent (S)|0.5|MB|host"
COLLECT_SYSROOT=$tree COLLECT_METRICS_HZ=100 measured sleep 500
is "numbers that stay are read each second" "$(sql "SELECT count(*) BETWEEN 2 AND 5 + (max(timestamp) - min(timestamp)) / 900000000 FROM metrics WHERE track = 'Network [eth0] Sent (S)'")" 1
COLLECT_SYSROOT=$tree measured sleep 200
is "no CPUs unless asked for" "$(sql "SELECT count(*) FROM metrics WHERE track GLOB 'CPU Freq*'")" 0
COLLECT_METRICS_CPUS=1-x measured sleep 100
is "a list that is none" "$(grep -c "COLLECT_METRICS_CPUS.*like 0,8-11" "$work/stderr")" 1
i=0
while [ $i -lt 100 ]; do put sys/class/net/veth$i/statistics/rx_bytes $i; put sys/class/net/veth$i/statistics/tx_bytes $i; i=$((i + 1)); done
COLLECT_SYSROOT=$tree measured sleep 200
is "many interfaces" "$(sql "SELECT count(DISTINCT track) FROM metrics WHERE track GLOB 'Netw*' OR track GLOB 'Infi*'" | awk '{ print ($1 > 50 && $1 <= 64) }')" 1

# The real ones: between what they said before and after.
name=$(ls /sys/class/net | grep -v '^lo$' | head -n 1)
if [ -n "$name" ]; then
  before=$(cat "/sys/class/net/$name/statistics/rx_bytes")
  measured sleep 300
  after=$(cat "/sys/class/net/$name/statistics/rx_bytes")
  is "$name: rows outside" "$(sql "SELECT sum(value < $before / 1e6 - 1e-6 OR value > $after / 1e6 + 1e-6), count(*) > 1 FROM metrics WHERE track = 'Network [$name] Received (S)'")" "0|1"
fi
finish
