# Part of the command rocpd (which reads it): the summary of AMD's rocpd, rocpd summary -i ..., with its names, columns, units and files.

# The summary of a table's rows by a column, as a query. By rank of each process for itself.
summary_query() { # SOURCE COLUMN
  if [ -n "${each:-}" ]; then
    echo "WITH s AS (SELECT guid, nid, pid, host, $2 AS name, duration FROM $1), t AS (SELECT guid, sum(duration) AS ns FROM s GROUP BY guid)
SELECT pid AS ProcessID, host AS Hostname, name AS Name, count(*) AS Calls, sum(duration) AS \"DURATION (nsec)\", avg(duration) AS \"AVERAGE (nsec)\", sum(duration) * 100.0 / t.ns AS \"PERCENT (INC)\",
  min(duration) AS \"MIN (nsec)\", max(duration) AS \"MAX (nsec)\", stddev(duration) AS STD_DEV FROM s JOIN t USING (guid) GROUP BY guid, nid, name ORDER BY pid, sum(duration) DESC"
  else
    echo "WITH s AS (SELECT $2 AS name, duration FROM $1)
SELECT name AS Name, count(*) AS Calls, sum(duration) AS \"DURATION (nsec)\", avg(duration) AS \"AVERAGE (nsec)\", sum(duration) * 100.0 / (SELECT sum(duration) FROM s) AS \"PERCENT (INC)\",
  min(duration) AS \"MIN (nsec)\", max(duration) AS \"MAX (nsec)\", stddev(duration) AS STD_DEV FROM s GROUP BY name ORDER BY sum(duration) DESC"
  fi
}
# Is it among those that --region-categories names?
wanted() {
  [ -n "$categories" ] || return 0
  set -f; set -- "$1" $categories; set +f
  asked=$1; shift
  for c; do
    c=$(printf '%s' "$c" | tr '[:upper:]' '[:lower:]')
    case $asked in "$c" | "${c}s" | "$c"_* | "${c}s"_*) return 0 ;; esac
  done
  return 1
}
# Lines "NAME|SOURCE|COLUMN" of all that there is a summary of. A category is a text of the trace, in which anything may stand.
category="replace(replace(lower(category), char(124), '_'), char(10), '_')"
summaries() {
  kernels=kernels name=name
  [ -z "$kernel_names" ] || kernels="(SELECT k.*, k.host, coalesce(s.$kernel_names, k.name) AS shown FROM kernels AS k LEFT JOIN kernel_symbols AS s ON s.id = k.kernel_id AND s.guid = k.guid)" name=shown
  for view in "kernels|$kernels|$name" "memory_copies|memory_copies|name" "memory_allocations|memory_allocations|type" "scratch_memory|scratch_memory|operation" \
    "hip_events|hip_events|name" "graph_launches|graph_launches|name"; do
    case $categories in ' NONE') echo "$view" ;; *) ! wanted "${view%%|*}" || echo "$view" ;; esac
  done
  while IFS= read -r group; do
    case $group in
      '' | marker) ! wanted marker || echo "markers|(SELECT m.guid, m.nid, m.pid, m.host, CASE WHEN json_valid(m.extdata) THEN json_extract(m.extdata, '\$.message') END AS name, m.duration FROM regions_and_samples AS m WHERE m.category LIKE 'MARKER%' OR m.category = 'rocm_marker_api')|name" ;;
      *) ! wanted "$group" || printf '%s\n' "$group|(SELECT *, host FROM regions_and_samples WHERE $category = $(quoted "$group") OR $category LIKE $(quoted "$(printf '%s' "$group" | sed 's/[\\%_]/\\&/g')\\_%") ESCAPE '\\')|name" ;;
    esac
  done <"$work/groups"
}
run_summary() {
  [ -z "$limit$has_limit" ] || limit=0
  case ${to:-console} in
    console) to=console ;;
    csv | json | html) ;;
    md | markdown) to=md ;;
    pdf) wrong "pdf: use html and print that" ;;
    *) wrong "$to is no format: console, csv, html, json or md" ;;
  esac
  make_ready
  # The categories of calls, by what stands before the first underscore.
  { opening; echo '.mode list'
    echo "WITH c AS (SELECT DISTINCT $category AS c FROM regions_and_samples WHERE category IS NOT NULL), p AS (SELECT CASE WHEN c LIKE 'rocm\\_%' ESCAPE '\\' THEN 'rocm_' ELSE '' END AS p, c FROM c)
SELECT DISTINCT CASE WHEN c LIKE '%marker%' THEN 'marker' ELSE p || substr(substr(c, length(p) + 1) || '_', 1, instr(substr(c, length(p) + 1) || '_', '_') - 1) END FROM p ORDER BY 1;"
  } >"$work/lines"
  sqlite >"$work/groups"
  answered
  summaries >"$work/summaries"
  n=0 all=''
  opening >"$work/lines"
  mode=ascii
  case $to in csv) mode=csv ;; json) has_mode json; mode=json ;; esac
  mode_lines $mode >>"$work/lines"
  : >"$work/names"
  add_summary() { # NAME QUERY
    n=$((n + 1))
    printf '%s\n' ".output '$work/$n'" "$2;" .output >>"$work/lines"
    printf '%s\n' "$n $1" >>"$work/names"
  }
  for each in '' $by_rank; do
    suffix=_summary${each:+_by_rank} all=''
    while IFS='|' read -r name source column; do
      query=$(summary_query "$source" "$column")
      all="$all${all:+ UNION ALL }SELECT $(quoted "$(printf '%s' "$name" | tr '[:lower:]' '[:upper:]')") AS domain, * FROM ($query)"
      add_summary "$name$suffix" "$query"
    done <"$work/summaries"
    [ -n "$domain_summary" ] && [ -n "$all" ] || continue
    rank=${each:+ProcessID, Hostname,}
    add_summary "domain$suffix" "WITH a AS ($all), g AS (SELECT $rank domain AS Name, sum(Calls) AS Calls, sum(\"DURATION (nsec)\") AS d, sum(\"AVERAGE (nsec)\") AS m, min(\"MIN (nsec)\") AS least,
  max(\"MAX (nsec)\") AS most, sum(STD_DEV) AS dev FROM a GROUP BY domain${each:+, ProcessID, Hostname})
SELECT $rank Name, Calls, d AS \"DURATION (nsec)\", m AS \"AVERAGE (nsec)\", d * 100.0 / (SELECT sum(d) FROM g AS o ${each:+WHERE o.ProcessID = g.ProcessID AND o.Hostname = g.Hostname}) AS \"PERCENT (INC)\",
  least AS \"MIN (nsec)\", most AS \"MAX (nsec)\", dev AS STD_DEV FROM g WHERE d IS NOT NULL ORDER BY ${each:+ProcessID,} d DESC"
  done
  start_progress
  losses_lines >>"$work/lines"
  sqlite
  answered
  where=$(output_folder)
  prefix=${out-${ROCPD_OUTPUT_NAME:-out}}
  [ -n "$out" ] || prefix=${ROCPD_OUTPUT_NAME:-out}
  [ "$to" = console ] || mkdir -p -- "$where"
  # (In a pipe: who reads no more of it ends that, quietly.)
  while read -r i name; do
    [ -s "$work/$i" ] || continue
    file=$where/${prefix:+${prefix}_}$(printf '%s' "$name" | tr / _).$to
    case $to in
      console) printf '\n%s:\n' "$(printf '%s' "$name" | tr '[:lower:]' '[:upper:]' | tr '\001-\037\177' '?')"; rendered table "$work/$i" ;;
      csv | json) cp -- "$work/$i" "$file" ;;
      html) rendered html "$work/$i" >"$file" ;;
      md) rendered markdown "$work/$i" >"$file" ;;
    esac
    [ "$to" = console ] || printf '%s\n' "$file"
  done <"$work/names" | cat
  say_losses
}
rendered() { ( table format="$1" raw=1 "$2" ) }
