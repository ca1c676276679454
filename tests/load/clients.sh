# Sourced: $folder holds a trace to load, $extension is the library, $want its number of kernels.
mkdir -p "$TEST_TMP/trace"
folder=$TEST_TMP/trace
extension=$BUILD/rocpd
"$BUILD/bench/tracegen" "$folder/a.rocz" 2000 >/dev/null
want=$(sqlite3 -batch -cmd ".load $extension" :memory: "SELECT rocpd_attach('$folder')" "SELECT count(*) FROM kernels" | tail -n 1)
[ "$want" -gt 0 ] || { echo "not ok the shell sees no kernels: $want"; exit 1; }
# same WHAT GOT
same() { if [ "$2" = "$want" ]; then echo "ok $1"; else echo "not ok $1: $2, not $want"; failed=1; fi; }
failed=0
