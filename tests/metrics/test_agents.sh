# Metrics of a GPU that a program uses are those of its agent, and counter tracks of exports: a real HIP program on the software GPU, whose PCI address is
# 0000:03:00.0. One of the recorded cards was there, too (cards.txt).
. tests/metrics/common.sh
[ -x "$BUILD/programs/demo" ] || { echo "demo was not built (hipcc)"; exit 77; }
/usr/bin/python3 tests/metrics/cards.py "$work/all" >/dev/null || exit 1
mkdir -p "$work/tree/sys/class/drm" "$work/tree/proc"
cp -r "$work/all/sys/class/drm/card3" "$work/all/sys/class/drm/card8" "$work/tree/sys/class/drm"
# What KFD says of the process and of this GPU (location_id 0x300), beside another one: made after the driver's kfd_process.c and kfd_topology.c.
kfd=$work/tree/sys/class/kfd/kfd
mkdir -p "$kfd/topology/nodes/0" "$kfd/topology/nodes/1" "$kfd/topology/nodes/2"
echo 0 >"$kfd/topology/nodes/0/gpu_id"; echo 77 >"$kfd/topology/nodes/1/gpu_id"; echo 51234 >"$kfd/topology/nodes/2/gpu_id"
printf 'simd_count 0\nlocation_id 0\ndomain 0\n' >"$kfd/topology/nodes/0/properties"
printf 'vendor_id 4098\nlocation_id 1024\ndomain 0\n' >"$kfd/topology/nodes/1/properties"
printf 'vendor_id 4098\nlocation_id 768\ndomain 0\n' >"$kfd/topology/nodes/2/properties"
LD_LIBRARY_PATH=$BUILD/gpusim COLLECT_SYSROOT=$work/tree COLLECT_DOMAINS=+metrics COLLECT_OUTPUT=$work/out timeout 200 sh -c 'own=$1/proc/$$; mkdir -p "$own"
  echo 123000000 >"$own/vram_51234"; echo 2500000 >"$own/sdma_51234"; echo 1 >"$own/vram_77"; export LD_PRELOAD="$2"; exec "$3"' sh "$kfd" "$(preload)" "$BUILD/programs/demo" >"$work/stdout" 2>"$work/stderr" || not_ok "the program failed"
is "the GPU's agent" "$(sql "SELECT DISTINCT m.agent_id = a.id, m.owner_id = a.id, m.agent_abs_index = a.absolute_index FROM metrics m, rocpd_info_agent a WHERE a.type = 'GPU' AND track = 'GPU Current Power [0] (S)' AND owner = 'agent'")" "1|1|1"
is "its value" "$(track 'GPU Current Power [0] (S)')" "32 W"
is "what the process uses of it" "$(track 'GPU Process Memory [0] (S)'), $(track 'GPU Process SDMA Time [0] (S)')" "123 MB, 2.5 s"
is "... of no other one" "$(sql "SELECT count(*) FROM metrics WHERE track GLOB 'GPU Process*[[]1[]]*'")" 0
is "one at another address has none" "$(sql "SELECT DISTINCT owner, agent_id IS NULL FROM metrics WHERE track LIKE 'GPU%' AND track LIKE '%[1]%'")" "host|1"
/usr/bin/python3 "$root/tests/metrics/exports.py" "$BUILD/rocpd" "$work/out" "$work" || failed=1
finish
