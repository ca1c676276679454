# hip.def and hsa.def against libraries and headers: every function that HIP's library exports is
# wrapped or left out for a stated reason, and all other wrapped functions belong to later releases;
# types, enumerators and sizes are those of the installed headers (and of scripts/*_later.h),
# by the C++ compiler; names too, by the script that writes lines.
. "$(dirname "$0")/common.sh"
CXX=${CXX:-g++}
hip=$(ldconfig -p | sed -n 's/.*libamdhip64\.so\.5 .*=> //p' | head -n 1)
[ -n "$hip" ] || { echo "no libamdhip64.so.5"; exit 77; }
hip_def=$root/collector/api/hip/hip.def
hsa_def=$root/collector/hsa/hsa.def

# Symbols of HIP's library, of ours, and of the lines of the .def file. Each line is a wrapper.
nm -D --defined-only "$hip" | awk '$2 ~ /[TW]/ { sub(/@.*/, "", $3); print $3 }' | sort -u >"$work/exported"
# symbols_of LIBRARY: its functions and their versions
symbols_of() { nm -D --defined-only "$1" | sed -nE 's/^[0-9a-f]+ [TW] ([A-Za-z0-9_]+)@+(.+)/\1 \2/p' | sort -u; }
symbols_of "$lib" | grep -E '^(hip|__hip|_Z)' >"$work/versions"
cut -d ' ' -f 1 "$work/versions" | sort -u >"$work/wrapped"
# lines_of: symbols of lines. A function that was C++ in HIP 5 and is C in HIP 6 has two.
lines_of() { awk -F '[(,] *' '/^HIP_CXX/ { print $4 } /^HIP(_AFTER|_AROUND|_COMPILER|_CONFIG|_CXX_5|_SPT|_WAITS|_SPT_WAITS)?\(/ { sub(/\).*/, "", $3); print $3 }' | sort; }
lines_of <"$hip_def" >"$work/lines"
{ sed -n '/ after HIP 5.2: /,/ C++, /p' "$hip_def" | lines_of; awk -F '[(,] *' '/^HIP_CXX_5\(/ { print $3 }' "$hip_def"; } | sort >"$work/later"
sed -nE 's/^HIP_LEFT_OUT\(([A-Za-z0-9_]+), ".+"\)$/\1/p' "$hip_def" | sort -u >"$work/left_out"
is "functions on two lines" "$(uniq -d "$work/lines" | tr '\n' ' ')" ""
is "lines without a wrapper, or wrappers without a line" "$(comm -3 "$work/lines" "$work/wrapped" | tr -s '\n\t' ' ')" ""
is "exported, neither wrapped nor left out" "$(comm -23 "$work/exported" "$work/wrapped" | comm -23 - "$work/left_out" | tr '\n' ' ')" ""
is "both wrapped and left out" "$(comm -12 "$work/wrapped" "$work/left_out" | tr '\n' ' ')" ""
symbols_of "$hip" | comm -13 - "$work/versions" | cut -d ' ' -f 1 | comm -12 - "$work/exported" >"$work/other"
is "wrapped in another version than HIP's" "$(tr '\n' ' ' <"$work/other")" ""
is "exported without a version" "$(nm -D --defined-only "$lib" | awk '$2 == "T" && $3 !~ /@/ && /hip|hsa/ { print $3 }')" ""
is "wrapped, neither exported by HIP nor of later releases" "$(comm -23 "$work/wrapped" "$work/exported" | comm -23 - "$work/later" | tr '\n' ' ')" ""
is "of later releases, but exported" "$(comm -12 "$work/later" "$work/exported" | tr '\n' ' ')" ""
ok "$(comm -12 "$work/exported" "$work/wrapped" | wc -l) functions are wrapped, $(wc -l <"$work/later") of later releases, $(wc -l <"$work/left_out") left out"

# compiles API: the check of its .def against the headers
compiles() {
  $CXX -std=c++17 -Werror=switch -fsyntax-only -D__HIP_PLATFORM_AMD__ -I"$root/collector/api/hip" -I"$root/collector/hsa" -I"$root/scripts" -I"$here" \
    "$here/$1_headers.cpp" >"$work/error" 2>&1
}
# names API DEF: functions of DEF that the script writes differently from the headers
names() {
  PYTHONDONTWRITEBYTECODE=1 python3 "$root/scripts/api_def.py" "$1" >"$work/written" || not_ok "api_def.py $1"
  sed -nE 's/^(HIP|HSA_CORE|HSA_AMD|HSA_FINALIZER|HSA_IMAGE)(_AFTER|_AROUND|_SPT|_WAITS|_SPT_WAITS|_CONFIG|_TABLE|_6)?\(/\1(/p' "$2" | grep -vxFf "$work/written" | sed 's/^[^,]*, //; s/[,)].*//' | tr '\n' ' '
}
# fields API DEF: structures that differ between DEF and the headers
fields() {
  PYTHONDONTWRITEBYTECODE=1 python3 "$root/scripts/api_def.py" "$1" fields >"$work/fields" || not_ok "api_def.py $1 fields"
  sed -n '/^[A-Z]*_FIELDS[_A-Z]*(/,/)$/p' "$2" | diff - "$work/fields" | grep '^[<>]' | head -n 5
}
if [ -f /usr/include/hip/hip_runtime_api.h ]; then
  compiles hip && ok "$(grep -c '^HIP' "$hip_def") lines of hip.def agree with HIP's headers" || not_ok "hip.def and HIP's headers: $(grep -m5 error "$work/error")"
  is "lines of hip.def that its headers do not give" "$(names hip "$hip_def")" ""
  is "structures of hip_fields.def that its headers do not give, and the other way round" "$(fields hip "${hip_def%.def}_fields.def")" ""
fi
if [ -f /usr/include/hsa/hsa.h ]; then
  compiles hsa && ok "$(grep -c '^HSA' "$hsa_def") lines of hsa.def agree with HSA's headers" || not_ok "hsa.def and HSA's headers: $(grep -m5 error "$work/error")"
  is "lines of hsa.def that its headers do not give" "$(names hsa "$hsa_def")" ""
  is "structures of hsa_fields.def that its headers do not give, and the other way round" "$(fields hsa "${hsa_def%.def}_fields.def")" ""
fi
finish
