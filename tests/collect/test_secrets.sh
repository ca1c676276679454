# Command line and environment are in the file without secrets, unless the user wants them.
. "$(dirname "$0")/common.sh"
fake_setup
if [ -n "${SANITIZER:-}" ]; then LD=$(preload); LD=${LD%:*}; else LD=; fi
ask() { LD_PRELOAD=$LD ASAN_OPTIONS=detect_leaks=0 sqlite3 -cmd ".load $BUILD/rocpd" '' "$1"; }
# command ARGUMENT ...: the victim's command line as the file has it, without the program itself
command_of() {
  victim end exit "$@"
  ask "SELECT substr(command, 1 + length('./victim end exit ')) FROM processes('$work/out')"
}
masked() { local wanted=$1; shift; is "$*" "$(command_of "$@")" "$wanted"; }

masked '--token=***' --token=abc
masked '--token *** rest' --token abc rest
masked '-token ***' -token abc
masked '--token ***' --token -starts-with-a-dash
masked '--token --verbose' --token --verbose
masked '--api-key=*** x' '--api-key=a b,c' x
masked '--MY_Secret_2 ***' --MY_Secret_2 '1 2 3'
masked 'PASSWORD=*** ./run' PASSWORD=abc ./run
masked 'X-Api-Key: ***' 'X-Api-Key: abc def'
masked '--token= --token  x' --token= --token '' x
masked '{"user": "me", "token": "***", "n": 3}' '{"user": "me", "token": "abc", "n": 3}'
masked 'user=me,password=***,n=3' 'user=me,password=abc,n=3'
masked 'export TOKEN=***; run --token *** --n 3' 'export TOKEN=abc; run --token abc --n 3'
masked 'a?access_token=***&n=3' 'a?access_token=abc&n=3'
masked 'https://me:***@host/a' https://me:abc@host/a
masked '--url=https://me:***@host:80/a?b=c' --url=https://me:a@b@host:80/a?b=c
masked 'http://host:80/a@b git@host:x' http://host:80/a@b git@host:x
masked '-pabc --port 80 --n-keys' -pabc --port 80 --n-keys
masked 'keys monkey /a/tokens/b.txt' keys monkey /a/tokens/b.txt
masked '--keys *** --bypass=***' --keys 3 --bypass=1
masked 'ö=ü ***' 'ö=ü' '***'
many=$(printf 'TOKEN=abc,%.0s' $(seq 8000))
is "a long argument" "$(command_of "x$many" | tr -d '\n' | sed 's/TOKEN=\*\*\*,//g' | cut -c1-1)" x
case $(command_of "x $many") in *abc*) not_ok "a long argument: a secret" ;; *) ok "a long argument: no secret" ;; esac
is "COLLECT_MASK=0" "$(COLLECT_MASK=0; export COLLECT_MASK; command_of --token=abc --key abc)" '--token=abc --key abc'

variable() { ask "SELECT json_extract(environment, '\$.$1') FROM processes('$work/out')"; }
HIP_VISIBLE_DEVICES=0,1 HSA_API_KEY=abc HIP_PROXY=http://me:abc@host NOT_OURS=abc SLURM_PROCID=3 AMD_JSON='{"a": "b\c", "key": "abc"}' GPU_EMPTY= \
  OMP_LONG="$(printf '%02000d' 7)" AMD_LINES="$(printf 'a\nb')" victim end exit
is "a variable" "$(variable HIP_VISIBLE_DEVICES)" 0,1
is "one with a secret name" "$(variable HSA_API_KEY)" '***'
is "one with a URL" "$(variable HIP_PROXY)" 'http://me:***@host'
is "one with quotes" "$(variable AMD_JSON)" '{"a": "b\c", "key": "***"}'
is "one with lines" "$(variable AMD_LINES)" "$(printf 'a\nb')"
is "a rank variable" "$(variable SLURM_PROCID)" 3
is "a long one" "$(variable OMP_LONG | tr -d '\n' | wc -c)" 1024
is "others are not recorded" "$(variable NOT_OURS)" ''
is "no secret is anywhere in the file" "$(grep -ac abc "$work"/out/*.rocz)" 0
is "the base table has it, too" "$(ask "SELECT json_extract(environment, '\$.HIP_VISIBLE_DEVICES') FROM rocpd_info_process('$work/out')")" 0,1
COLLECT_MASK=0 HSA_API_KEY=abc victim end exit
is "COLLECT_MASK=0: a variable" "$(variable HSA_API_KEY)" abc
ask "SELECT rocpd_attach('$work/out')" "SELECT 1" >/dev/null
is "exported to a database" "$(LD_PRELOAD=$LD ASAN_OPTIONS=detect_leaks=0 sqlite3 -cmd ".load $BUILD/rocpd" -cmd "SELECT rocpd_attach('$work/out')" '' "SELECT 0 * length(rocpd_export_db('$work/e.db'))" | tail -1
  sqlite3 "$work/e.db" "SELECT json_extract(environment, '\$.COLLECT_MASK') FROM rocpd_info_process")" "$(printf '0\n0')"
finish
