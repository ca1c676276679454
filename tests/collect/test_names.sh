#!/bin/sh
# Names that a program gives its threads and streams by ROCTx are in the tables, and name the lanes of every export. The last name counts.
. "$(dirname "$0")/common.sh"
cd "$root" || exit 1
PATH="$BUILD/programs:$PATH"
threads='the main one,given last,loader of the training data'
streams='"forward" & backward,Stream 1,default'
tables() { # WHAT
  is "$1: threads" "$(sql "SELECT group_concat(name) FROM (SELECT name FROM threads WHERE name NOT IN ('named', '') ORDER BY tid <> pid, name)")" "$threads"
  is "$1: streams" "$(sql "SELECT group_concat(name) FROM (SELECT name FROM rocpd_info_stream ORDER BY name)")" "$streams"
  is "$1: streams of kernels" "$(sql "SELECT group_concat(stream) FROM (SELECT DISTINCT stream FROM kernels ORDER BY 1)")" "$streams"
}
for domains in standard hip,kernels; do
  on_gpu env COLLECT_DOMAINS=$domains named || not_ok "$domains: the program fails: $(cat "$work/stderr")"
  tables "domains $domains"
done
on_gpu env AMD_DIRECT_DISPATCH=0 named
tables "another thread submits"
sql "SELECT rocpd_export_rocz('$work/all.rocz'), rocpd_export_db('$work/all.db')" >/dev/null
(TRACE=$work/all.rocz; tables "exported as a chunk file")
(TRACE=$work/all.db; tables "exported as a database")

sql "SELECT rocpd_export_json('$work/x.json'), rocpd_export_perfetto('$work/x.pftrace')" >/dev/null
lanes='"forward" & backward
Stream 1
default
given last
loader of the training data
the main one'
is "lanes: JSON" "$(python3 - "$work/x.json" <<'P'
import json, sys
e = json.load(open(sys.argv[1]))
print("\n".join(sorted(x["args"]["name"] for x in (e["traceEvents"] if isinstance(e, dict) else e) if x.get("name") == "thread_name" and not x["args"]["name"].startswith("allocations"))))
P
)" "$lanes"
is "lanes: Perfetto" "$(strings -n 4 "$work/x.pftrace" | grep -cE '"forward" & backward|Stream 1|default|given last|loader of the training data|the main one')" 6
rm -rf "$work/out"
finish
