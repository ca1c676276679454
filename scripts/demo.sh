#!/bin/sh
# make demo: records a small training loop (tests/programs/demo.hip) and shows what its
# GPU did. The real HIP and HSA runtimes run on the software GPU of tests/gpusim, so the
# demo needs no GPU.
set -eu
cd "$(dirname "$0")/.."
BUILD=${BUILD:-$PWD/build}
dir=$BUILD/demo
rm -rf "$dir"
mkdir -p "$dir"
query() { # OPTION SQL
  sqlite3 -batch -bail "$1" -cmd ".load '$BUILD/rocpd'" "$dir/trace.db" "$2"
}
shown() { case $1 in "$PWD"/*) echo "${1#"$PWD"/}" ;; *) echo "$1" ;; esac; }

echo "== the program, recorded"
echo "   LD_PRELOAD=$(shown "$BUILD/libcollect.so") $(shown "$BUILD/programs/demo")"
LD_LIBRARY_PATH=$BUILD/gpusim${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} LD_PRELOAD=$BUILD/libcollect.so COLLECT_OUTPUT=$dir/trace \
  COLLECT_ARGS=1 timeout 50 "$BUILD/programs/demo"
ls "$dir"/trace/*.rocz >/dev/null 2>&1 || { echo "demo: the collector wrote no file to $dir/trace" >&2; exit 1; }

echo
echo "== what it recorded"
query -box "SELECT (SELECT count(*) FROM regions) AS calls, (SELECT count(*) FROM kernels) AS kernels,
  (SELECT count(*) FROM memory_copies) AS copies, (SELECT count(*) FROM region_args) AS arguments, $(cat "$dir"/trace/*.rocz | wc -c) AS bytes_in_file"
echo
echo "== the 5 kernels that took most of the GPU's time"
query -box "SELECT rocpd_short_name(name) AS kernel, total_calls AS calls, printf('%.1f', total_duration) AS total_us,
  printf('%.1f', average) AS average_us, printf('%.1f %%', percentage) AS share FROM top_kernels LIMIT 5"
echo
echo "== how busy the GPU was"
query -box "SELECT gpu, printf('%.1f ms', GpuTime / 1e6) AS working, printf('%.1f ms', WallTime / 1e6) AS of_time,
  printf('%.1f %%', Busy * 100) AS busy FROM busy WHERE type = 'GPU'"
echo
echo "== the GPU's three longest pauses"
query -box "SELECT printf('%.1f us', duration_ns / 1e3) AS pause, rocpd_short_name(before_name) AS after, rocpd_short_name(after_name) AS before FROM gaps LIMIT 3"
echo
query -list "SELECT rocpd_export_perfetto('$(echo "$dir" | sed "s/'/''/g")/demo.pftrace', '{\"args\":true,\"overwrite\":true}')" >/dev/null
query -list "SELECT rocpd_export_json('$(echo "$dir" | sed "s/'/''/g")/demo.json', '{\"args\":true,\"overwrite\":true}')" >/dev/null
echo "== to look at it on a time line"
echo "   $(shown "$dir/demo.pftrace")   open it at https://ui.perfetto.dev"
echo "   $(shown "$dir/demo.json")      or at chrome://tracing"
echo
echo "== three to try next"
s=$(shown "$dir")
cat <<END
   $(shown "$BUILD/rocpd") gaps $s/trace
   $(shown "$BUILD/rocpd") query $s/trace 'SELECT call, kernel, latency_ns FROM launches ORDER BY latency_ns DESC LIMIT 10'
   LD_LIBRARY_PATH=$(shown "$BUILD/gpusim") $(shown "$BUILD/rocpd") record -q -o $s/again $(shown "$BUILD/programs/demo") && $(shown "$BUILD/rocpd") diff $s/trace $s/again
END
