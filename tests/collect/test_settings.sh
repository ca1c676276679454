# Settings: values, messages about wrong ones, unknown names, COLLECT_HELP.
. "$(dirname "$0")/common.sh"
fake_setup
# said VARIABLE=value ...: what the collector prints about these in a program that makes no call
said() { env "$@" LD_PRELOAD="$(preload)" ASAN_OPTIONS=detect_leaks=0 /bin/true 2>&1; }

is "nothing is said of good values" "$(said COLLECT_ARGS=1 COLLECT_QUEUES=intercept COLLECT_DOMAINS=hip,copies COLLECT_OUTPUT=x)" ""
is "... nor of empty ones" "$(said COLLECT_ARGS= COLLECT_QUEUES= COLLECT_DOMAINS= COLLECT_OUTPUT=)" ""
for bad in maybe 2 01 1x -1 " "; do
  is "a flag '$bad'" "$(said COLLECT_ARGS="$bad")" "libcollect: COLLECT_ARGS='$bad' is not 0 or 1; using '0'"
done
is "a choice that is none" "$(said COLLECT_QUEUES=virtua)" "libcollect: COLLECT_QUEUES='virtua' is not virtual or intercept; using 'virtual'"
is "... 'or' is none" "$(said COLLECT_QUEUES=or)" "libcollect: COLLECT_QUEUES='or' is not virtual or intercept; using 'virtual'"

# ---- names
nearest() { said "$1" | sed -n "s/^libcollect: ${1%%=*} is not a setting; the nearest is \([A-Z_]*\) (COLLECT_HELP=1 prints all)\$/\1/p"; }
for pair in COLLECT_DOMIANS=COLLECT_DOMAINS COLLECT_DOMAIN=COLLECT_DOMAINS COLLECT_OUTPTU=COLLECT_OUTPUT COLLECT_ARG=COLLECT_ARGS COLLECT_=COLLECT_KEEP COLLECT_QEUUES=COLLECT_QUEUES \
  COLLECT_VERBSOE=COLLECT_VERBOSE; do
  is "${pair%=*} is named" "$(nearest "${pair%=*}=1")" "${pair#*=}"
done
is "each in one line" "$(said COLLECT_AGS=1 COLLECT_HLEP=1 COLLECT_ARGS=1 | wc -l)" 2
is "gcc's own are not" "$(said COLLECT_GCC=x COLLECT_GCC_OPTIONS=y COLLECT_LTO_WRAPPER=z COLLECT_AS_OPTIONS=w)" ""
is "nor others'" "$(said COLLECTOR_ARGS=1 XCOLLECT_ARG=1 collect_arg=1)" ""
long=$(printf 'COLLECT_%0200d' 0)
is "a very long one does no harm" "$(said "$long=1")" ""

# ---- COLLECT_DOMAINS
# domains LIST: the domains that are on
domains() { said COLLECT_HELP=1 COLLECT_DOMAINS="$1" | awk '/^ / && $2 == "on" { printf "%s%s", s, $1; s = "," }'; }
all=$(said COLLECT_HELP=1 | awk '/^ / { printf "%s%s", s, $1; s = "," }')
standard=$(domains standard)
is "the standard domains" "$(domains "")" "$standard"
is "... hip, kernels and copies among them, hsa not" "$(echo ",$standard," | grep ',hip,' | grep ',kernels,' | grep ',copies,' | grep -vc ',hsa,')" 1
is "a list" "$(domains hsa,copies)" "hsa,copies"
is "... with spaces" "$(domains " hsa, copies ")" "hsa,copies"
is "all" "$(domains all)" "$all"
is "none" "$(domains none)" ""
is "all but one" "$(domains all,-hip)" "${all#hip,}"
is "the standard ones and one more" "$(domains +hsa)" "$(domains "standard,hsa")"
is "the standard ones but one" "$(domains -hip)" "${standard#hip,}"
is "... the last word counts" "$(domains "-hip,+hip")" "$standard"
is "... a preset's and one more" "$(export COLLECT_PRESET=kernels; domains +samples)" "$(domains kernels,copies,samples)"
is "... a preset's and a list: the list" "$(export COLLECT_PRESET=kernels; domains hsa)" "hsa"
is "a word that is no domain" "$(said COLLECT_DOMAINS=hip,kernle)" \
  "libcollect: COLLECT_DOMAINS='hip,kernle' is not a list of domains ('kernle' is unknown, the nearest is 'kernels'; COLLECT_HELP=1 prints all); using 'standard'"
is "... then the standard ones are used" "$(domains hip,kernle)" "$standard"

# ---- COLLECT_HELP
said COLLECT_HELP=1 COLLECT_OUTPUT=elsewhere COLLECT_QUEUES=nonsense COLLECT_ARGS=1 >"$work/help"
is "present values, and the default where they differ" "$(awk '$1 == "COLLECT_OUTPUT" { print $2, $NF }' "$work/help")" "elsewhere trace)"
is "... of a bad value the one that is used" "$(awk '$1 == "COLLECT_QUEUES" { print $2 }' "$work/help")" virtual
is "... of a flag" "$(awk '$1 == "COLLECT_ARGS" { print $2 }' "$work/help")" 1
is "every setting of the sources is listed" "$(grep -c '^[A-Z]' "$work/help")" "$(cat $(find "$root/collector" -name '*.c') | awk '/^COLLECT_SETTING\(|^ROW\(/ { n++ } /^COLLECT_FILTERS\(/ { n += 2 } END { print n }')"
untested=
for name in $(awk '/^[A-Z]/ { print $1 }' "$work/help"); do
  grep -rqw --include='test_*' -- "$name" "$root/tests" || untested="$untested $name"
done
is "every setting has a test" "$untested" ""
is "the lines stand in one form" "$(grep -v ^libcollect "$work/help" | grep -vcE '^(    [a-z_]+|[A-Z_]+) +[^ ]+ +[^ ]')" 0

# COLLECT_HELP=2, as rocpd asks: the same list, and nothing is recorded.
list() { said "$@" COLLECT_DOMAINS=hip,samples COLLECT_ARGS=1 COLLECT_START=off COLLECT_OUTPUT="$work/asked" | grep -v ^COLLECT_HELP; }
is "COLLECT_HELP=2 prints the same list" "$(list COLLECT_HELP=2 | cksum)" "$(list COLLECT_HELP=1 | cksum)"
is "... with what the user chose" "$(list COLLECT_HELP=2 | awk '/^ / && $2 == "on" { printf "%s ", $1 }')" "hip samples "
rm -rf "$work/asked"
list COLLECT_HELP=2 >/dev/null
COLLECT_HELP=2 victim end exit
is "... and records nothing" "$(ls "$work/asked" "$work/out" 2>/dev/null | wc -l)" 0
list COLLECT_HELP=1 >/dev/null
is "COLLECT_HELP=1 changes nothing" "$(ls "$work/asked" | wc -l)" 1

# ---- the environment
is "of two variables of one name the first counts" "$(printf '%s\n' 'import os, sys' 'import ctypes' \
  'c = ctypes.CDLL(None)' 'e = (ctypes.c_char_p * 5)(b"COLLECT_ARGS=1", b"COLLECT_ARGS=0", b"COLLECT_HELP=1", b"LD_PRELOAD=" + sys.argv[1].encode(), None)' \
  'c.execve(b"/bin/true", (ctypes.c_char_p * 2)(b"true", None), e)' >"$work/twice.py"; python3 "$work/twice.py" "$(preload)" 2>&1 | awk '$1 == "COLLECT_ARGS" { print $2 }')" 1
is "a name without a value is no setting" "$(said COLLECT_ARGS1=1 | grep -c 'COLLECT_ARGS1 is not a setting')" 1

# ---- settings are those that the program was started with
COLLECT_ARGS=1 victim end exit; rows
is "the setting is used" "$(grep -c '^argument' "$work/rows")" 10
finish
