# Every function that HIP's library exports is wrapped, or left out for a stated reason;
# structures passed by value have HIP's sizes.
. "$(dirname "$0")/common.sh"
hip=$(ldconfig -p | sed -n 's/.*libamdhip64\.so\.5 .*=> //p' | head -n 1)
[ -n "$hip" ] || { echo "no libamdhip64.so.5"; exit 77; }
table=$root/collector/api/hip/hip_table.c
nm -D --defined-only "$hip" | awk '$2 ~ /[TW]/ { sub(/@.*/, "", $3); print $3 }' | sort -u >"$work/exported"
nm -D --defined-only "$lib" | awk '$2 == "T" { print $3 }' | sort -u >"$work/wrapped"
sed -n 's/^\*\*   \([A-Za-z_][A-Za-z0-9_]*\): .*/\1/p' "$table" | sort -u >"$work/left_out"
is "exported, neither wrapped nor left out" "$(comm -23 "$work/exported" "$work/wrapped" | comm -23 - "$work/left_out" | tr '\n' ' ')" ""
is "both wrapped and left out" "$(comm -12 "$work/wrapped" "$work/left_out" | tr '\n' ' ')" ""
is "wrapped, but not exported by HIP" "$(grep -E '^(hip|__hip|_Z)' "$work/wrapped" | comm -23 - "$work/exported" | tr '\n' ' ')" ""
ok "$(comm -12 "$work/exported" "$work/wrapped" | wc -l) functions are wrapped, $(wc -l <"$work/left_out") left out"

# The committed table is what the generator writes (where the same headers are).
if [ -f /usr/include/hip/hip_runtime_api.h ]; then
  (cd "$root/scripts" && PYTHONDONTWRITEBYTECODE=1 python3 gen_hip.py "$hip") >"$work/table" 2>"$work/error" || not_ok "gen_hip.py: $(cat "$work/error")"
  cmp -s "$work/table" "$table" && ok "hip_table.c is as generated" || not_ok "hip_table.c differs from what scripts/gen_hip.py writes"
  { echo '#include <hip/hip_runtime_api.h>'
    sed -n 's/^typedef struct struct_\([A-Za-z_0-9]*\) \({.*}\) .*/struct own_\1 \2; _Static_assert(sizeof(struct own_\1) == sizeof(\1), "\1");/p' "$table"
    echo '_Static_assert(hipErrorNotInitialized == 3, "what a wrapper returns without the library");'; } >"$work/sizes.c"
  $CC -w -D__HIP_PLATFORM_AMD__ -c -o "$work/sizes.o" "$work/sizes.c" && ok "$(grep -c own_ "$work/sizes.c") structures have HIP's sizes" || not_ok "sizes of structures"
fi
finish
