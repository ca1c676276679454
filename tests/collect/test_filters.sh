# What is recorded of a domain: filters by name, kernels' names, ranks, presets, and the variables of rtg_tracer.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/listener.sh"
fake_setup

# recorded VARIABLE=value ...: the names of the calls of a program that makes 3, 2 and 1 of three functions
recorded() {
  listener "$@"
  tell get 3; tell calls 2; tell enter; tell leave
  dismiss; rows
  for name in hipGetDevice hipSetDevice hipStreamAddCallback; do n=$(calls $name); [ "$n" = 0 ] || printf '%s:%s ' "${name#hip}" "$n"; done
}
is "no filter" "$(recorded)" "GetDevice:3 SetDevice:2 StreamAddCallback:1 "
is "a part of the name" "$(recorded COLLECT_HIP_FILTER=Device)" "GetDevice:3 SetDevice:2 "
is "... that is none: no calls" "$(recorded COLLECT_HIP_FILTER=device)" ""
is "several" "$(recorded COLLECT_HIP_FILTER=GetDev,Callback)" "GetDevice:3 StreamAddCallback:1 "
is "... with a blank" "$(recorded "COLLECT_HIP_FILTER=GetDev, Callback,")" "GetDevice:3 StreamAddCallback:1 "
is "all, and *" "$(recorded COLLECT_HIP_FILTER=all)$(recorded "COLLECT_HIP_FILTER=*")" "GetDevice:3 SetDevice:2 StreamAddCallback:1 GetDevice:3 SetDevice:2 StreamAddCallback:1 "
is "a regular expression" "$(recorded 'COLLECT_HIP_FILTER=/^hip(Get|Stream)/')" "GetDevice:3 StreamAddCallback:1 "
is "... with a comma in it" "$(recorded 'COLLECT_HIP_FILTER=/^hip.{3,3}Device$/')" "GetDevice:3 SetDevice:2 "
is "... beside a part" "$(recorded 'COLLECT_HIP_FILTER=/^hipG.*e$/,Callback')" "GetDevice:3 StreamAddCallback:1 "
is "filtered out" "$(recorded COLLECT_HIP_FILTER_OUT=GetDevice)" "SetDevice:2 StreamAddCallback:1 "
is "... by a regular expression" "$(recorded 'COLLECT_HIP_FILTER_OUT=/Device$/')" "StreamAddCallback:1 "
is "both: what is in, but not out" "$(recorded COLLECT_HIP_FILTER=Device COLLECT_HIP_FILTER_OUT=Set)" "GetDevice:3 "
is "core and ext are parts of names where there are no such categories" "$(recorded COLLECT_HIP_FILTER=core,ext)" ""
for bad in '/[/' '/(/' '/a' '//' 'x,/*/,/('; do
  is "a filter '$bad' is refused" "$(COLLECT_HIP_FILTER=$bad LD_PRELOAD=$(preload) /bin/true 2>&1)" \
    "libcollect: COLLECT_HIP_FILTER='$bad' is not a list of parts of names and /extended regular expressions/; using ''"
done
is "nothing is dropped, the filter stands in the file" "$(recorded COLLECT_HIP_FILTER=Get >/dev/null; dropped; grep -c '^setting .*name=COLLECT_HIP_FILTER value=Get fallback=$' "$work/rows")" "0
1"
# A filtered call around others: a callback, forks, kills.
COLLECT_HIP_FILTER_OUT=hipStreamAddCallback victim nested 20; rows
is "a call inside of one that is not recorded" "$(calls hipStreamAddCallback) $([ "$(calls)" -gt 0 ] && echo some)" "0 some"
COLLECT_HIP_FILTER_OUT=hipGetDevice victim fork 0; rows; is "forked: calls of both" "$(calls) $(file_count)" "50 2"

# ---- ranks
ranked() { env "$1" COLLECT_RANKS="$2" sh -c 'exec "$@"' sh true; rm -rf "$work/out"; (cd "$work" && env "$1" COLLECT_RANKS="$2" COLLECT_OUTPUT="$work/out" LD_LIBRARY_PATH="$work/fake" ASAN_OPTIONS=detect_leaks=0 LD_PRELOAD="$(preload)" ./victim end exit); file_count; }
for variable in $(sed -n '/rank_variables\[\]/,/;/p' "$root/ext/format/list/launcher.c" | grep -o '"[A-Z_]*"' | tr -d '"'); do
  is "$variable: a rank of the list, and one that is not" "$(ranked "$variable=8" 0,8) $(ranked "$variable=7" 0,8)" "1 0"
done
is "ranges" "$(ranked RANK=9 0,8-11,20) $(ranked RANK=11 8-11) $(ranked RANK=12 8-11) $(ranked RANK=20 0,8-11,20)" "1 1 0 1"
is "without a rank it is recorded" "$(ranked NONE=1 0,8)" 1
is "others leave no folder" "$(ranked RANK=1 0; ls "$work/out" 2>/dev/null)" 0
for bad in x 1- -1 2-1 1,,2 1x 1,x 9999999999; do
  is "COLLECT_RANKS=$bad is refused" "$(COLLECT_RANKS=$bad LD_PRELOAD=$(preload) /bin/true 2>&1)" "libcollect: COLLECT_RANKS='$bad' is not a list of ranks and ranges of them, like 0,8-11; using ''"
done

# ---- presets
# on VARIABLE=value ...: which of hip, hsa, kernels and copies are recorded
on() { env "$@" COLLECT_HELP=1 LD_PRELOAD="$(preload)" ASAN_OPTIONS=detect_leaks=0 /bin/true 2>&1 | awk '$1 ~ /^(hip|hsa|kernels|copies)$/ && $2 == "on" { printf "%s ", $1 }'; }
value() { name=$1; shift; env "$@" COLLECT_HELP=1 LD_PRELOAD="$(preload)" ASAN_OPTIONS=detect_leaks=0 /bin/true 2>&1 | awk -v n="$name" '$1 == n { print $2 }'; }
is "preset kernels" "$(on COLLECT_PRESET=kernels)" "kernels copies "
is "preset api" "$(on COLLECT_PRESET=api)" "hip hsa "
is "preset all" "$(on COLLECT_PRESET=all) $(value COLLECT_ARGS COLLECT_PRESET=all)" "hip hsa kernels copies  1"
is "preset hpc" "$(on COLLECT_PRESET=hpc) $(value COLLECT_OUTPUT COLLECT_PRESET=hpc)" "hip kernels copies  trace/%n"
is "preset torch: calls that are noise are not recorded" "$(recorded COLLECT_PRESET=torch)" "StreamAddCallback:1 "
is "what is set for itself wins" "$(on COLLECT_PRESET=kernels COLLECT_DOMAINS=hip) $(value COLLECT_ARGS COLLECT_PRESET=all COLLECT_ARGS=0)" "hip  0"
is "... what is added or taken away changes the preset's domains" "$(on COLLECT_PRESET=kernels COLLECT_DOMAINS=+hsa,-copies), $(on COLLECT_PRESET=hpc COLLECT_DOMAINS=+hsa)" "hsa kernels , hip hsa kernels copies "
is "a preset that is none" "$(COLLECT_PRESET=nothing LD_PRELOAD=$(preload) /bin/true 2>&1)" "libcollect: COLLECT_PRESET='nothing' is not kernels, api, all, hpc or torch; using ''"

# ---- rtg_tracer's
is "RTG_HIP_API_FILTER" "$(recorded RTG_HIP_API_FILTER=Device)" "GetDevice:3 SetDevice:2 "
is "RTG_HIP_API_FILTER, empty: HIP is off" "$(recorded RTG_HIP_API_FILTER=)" ""
is "... but with a filter of what is out" "$(recorded RTG_HIP_API_FILTER= RTG_HIP_API_FILTER_OUT=Set)" "GetDevice:3 StreamAddCallback:1 "
is "RTG_HIP_API_FILTER_OUT" "$(recorded RTG_HIP_API_FILTER_OUT=Device)" "StreamAddCallback:1 "
is "ours win" "$(recorded RTG_HIP_API_FILTER=Set COLLECT_HIP_FILTER=Get)" "GetDevice:3 "
is "RTG_HSA_API_FILTER" "$(on RTG_HSA_API_FILTER=core) $(value COLLECT_HSA_FILTER RTG_HSA_API_FILTER=core)" "hip hsa kernels copies  core"
is "RTG_HSA_HOST_DISPATCH" "$(value barriers RTG_HSA_HOST_DISPATCH=true) $(value barriers RTG_HSA_HOST_DISPATCH=0)" "on off"
is "RTG_HSA_API_FILTER_OUT" "$(on RTG_HSA_API_FILTER_OUT=signal) $(value COLLECT_HSA_FILTER_OUT RTG_HSA_API_FILTER_OUT=signal)" "hip hsa kernels copies  signal"
is "RTG_PROFILE and RTG_PROFILE_COPY" "$(on RTG_PROFILE=false); $(on RTG_PROFILE_COPY=0); $(on RTG_PROFILE=true RTG_PROFILE_COPY=yes)" "hip copies ; hip kernels ; hip kernels copies "
is "RTG_HIP_API_ARGS, by its truths" "$(for t in true T yes Y 1 2 false 0 on no; do value COLLECT_ARGS RTG_HIP_API_ARGS=$t; done | xargs)" "1 1 1 1 1 1 0 0 0 0"
is "RTG_FILE_PREFIX" "$(value COLLECT_OUTPUT RTG_FILE_PREFIX=runs_%p_%t)" "runs_%p_%%t"
is "RTG_FILENAME" "$(value COLLECT_OUTPUT RTG_FILENAME=mine.txt)" mine.txt
is "RTG_VERBOSE" "$(RTG_VERBOSE=1 LD_PRELOAD=$(preload) /bin/true 2>&1 | grep -c ^COLLECT_DOMAINS)" 1
is "those that have no say here" "$(recorded RTG_DEMANGLE=0 RTG_LEGACY_PRINTF=1 RTG_RPD=1 RTG_HIP_MEMORY_BACKTRACE=1 RTG_HSA_MEMORY_BACKTRACE=1)$(
  RTG_RPD=1 RTG_DEMANGLE=1 LD_PRELOAD=$(preload) /bin/true 2>&1)" "GetDevice:3 SetDevice:2 StreamAddCallback:1 "
is "HCC_PROFILE" "$(on HCC_PROFILE=2 RTG_HSA_API_FILTER=all RTG_HIP_API_ARGS=1); $(on HCC_PROFILE=0)" "kernels copies ; hip kernels copies "
finish
