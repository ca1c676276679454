# Metrics of a GPU that a program uses are those of its agent, and counter tracks of exports: a real HIP program on the software GPU, whose PCI address is
# 0000:03:00.0. One of the recorded cards was there, too (cards.txt).
. tests/metrics/common.sh
[ -x "$BUILD/programs/demo" ] || { echo "demo was not built (hipcc)"; exit 77; }
/usr/bin/python3 tests/metrics/cards.py "$work/all" >/dev/null || exit 1
mkdir -p "$work/tree/sys/class/drm" "$work/tree/proc"
cp -r "$work/all/sys/class/drm/card3" "$work/all/sys/class/drm/card8" "$work/tree/sys/class/drm"
LD_LIBRARY_PATH=$BUILD/gpusim COLLECT_SYSROOT=$work/tree COLLECT_DOMAINS=+metrics COLLECT_OUTPUT=$work/out LD_PRELOAD=$(preload) timeout 200 "$BUILD/programs/demo" >"$work/stdout" 2>"$work/stderr" || not_ok "the program failed"
is "the GPU's agent" "$(sql "SELECT DISTINCT m.agent_id = a.id, m.owner_id = a.id, m.agent_abs_index = a.absolute_index FROM metrics m, rocpd_info_agent a WHERE a.type = 'GPU' AND track = 'GPU Current Power [0] (S)' AND owner = 'agent'")" "1|1|1"
is "its value" "$(track 'GPU Current Power [0] (S)')" "32 W"
is "one at another address has none" "$(sql "SELECT DISTINCT owner, agent_id IS NULL FROM metrics WHERE track LIKE 'GPU%' AND track LIKE '%[1]%'")" "host|1"
/usr/bin/python3 "$root/tests/metrics/exports.py" "$BUILD/rocpd" "$work/out" "$work" || failed=1
finish
