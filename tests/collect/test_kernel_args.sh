# Arguments of kernels (COLLECT_KERNEL_ARGS): each launch has its own, whichever thread gives the packet to the GPU.
. "$(dirname "$0")/common.sh"
query() { sqlite3 -cmd ".load $BUILD/rocpd" :memory: "SELECT rocpd_attach('$work/out')" "$1" 2>&1 | tail -n +2; }
cd "$root" || exit 1
program() { # NAME [VARIABLE=value ...]
  name=$1; shift
  rm -rf "$work/out"
  env "$@" ASAN_OPTIONS=detect_leaks=0:use_sigaltstack=0 COLLECT_CHECK=1 COLLECT_OUTPUT="$work/out" LD_LIBRARY_PATH="$BUILD/gpusim" LD_PRELOAD="$(preload)" timeout -s QUIT 60 "$BUILD/programs/$name" >"$work/said" 2>"$work/stderr"
  is "$*: the program" "$? $(wc -l <"$work/stderr")" "0 0"
}
count="SELECT count(*) FROM kernel_args"
for direct in 1 0; do
  program kernel_args COLLECT_KERNEL_ARGS=1 AMD_DIRECT_DISPATCH=$direct
  query "SELECT substr(kernel, 1, instr(kernel, '(') - 1) || ' ' || args FROM kernel_args WHERE kernel NOT LIKE '\_\_%' ESCAPE '\' ORDER BY dispatch_id" | sed -E 's/[A-Za-z_][A-Za-z0-9_]*=/=/g' >"$work/got"
  if [ -s "$work/said" ] && [ "$(sort "$work/said")" = "$(sort "$work/got")" ]; then ok "direct dispatch $direct: $(wc -l <"$work/said") launches with their arguments"
  else not_ok "direct dispatch $direct: $(diff "$work/said" "$work/got" | head -n 4)"; fi
  is "... of the same call as the kernel" "$(query "SELECT count(*) FROM kernel_args a JOIN kernels k USING (guid, dispatch_id) WHERE a.stack_id <> k.stack_id AND $direct")" 0
  is "... a longer segment is counted" "$(query "SELECT value FROM health WHERE name = 'arguments cut'")" 1
  is "... nothing is lost" "$(query "SELECT sum(value) FROM health WHERE name IN ('calls dropped', 'arguments dropped', 'checks failed', 'info rows dropped')")" 0
done
program kernel_args
is "not unless asked for" "$(query "$count") $(query 'SELECT count(*) FROM samples')" "0 0"
program kernel_args COLLECT_KERNEL_ARGS=1 COLLECT_DOMAINS=kernels
is "without any calls" "$(query "$count") $(query 'SELECT count(*) FROM regions')" "11 0"
program kernel_args COLLECT_KERNEL_ARGS=1 COLLECT_KERNELS_FILTER=structure
is "of kernels that are recorded" "$(query "SELECT group_concat(substr(kernel, 1, 9)) FROM kernel_args")" "structure"
finish
