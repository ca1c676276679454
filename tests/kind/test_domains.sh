# One list of domains and categories, ext/format/list/domains.def: no source repeats its categories, and what names a domain names one of the list.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
work=${TEST_TMP:-$(mktemp -d)}
failed=0
none() {
  if [ -z "$2" ]; then echo "ok $1"; else echo "not ok $1"; printf '%s\n' "$2" | sed 's/^/# /'; failed=1; fi
}
list=$root/ext/format/list/domains.def
# The texts of lines DOMAIN, DATA and CATEGORY that are categories or patterns for them: capital letters, or rocprofiler-systems'.
categories=$(sed -n '/^\(DOMAIN\|DATA\|CATEGORY\|GROUP\)(/,/)$/p' "$list" | grep -oE '"([A-Z]+(_[A-Z]+)+|PYTHON|rocm_[a-z]+_api)"' | tr -d '"' | grep -v '^COLLECT_' | sort -u)
words=$(sed -n 's/^DOMAIN(\([a-z_]*\),.*/\1/p; s/^DATA([a-z_]*, "\([a-z ]*\)".*/\1/p' "$list")

# repeated TREE: sources that have one of these texts between quotes
repeated() (
  cd "$1" && grep -rnE --include='*.[ch]' --include='*.def' --include='*.inc' --include='*.sql' --include='*.js' \
    "[\"']($(printf '%s|' $categories)HIP_RUNTIME_API|HIP_COMPILER_API|MARKER%)[\"']" ext collector sql | grep -vE '^ext/(help|format/list)/|^[^:]*:[0-9]*:( *\*\*| */\*)|COLLECT_FILTERS'
)
# undeclared TREE: domains of the list that the collector does not record
undeclared() (
  cd "$1" && sed -n 's/^DOMAIN(\([a-z_]*\),.*/\1/p' ext/format/list/domains.def | sort >"$work/listed"
  grep -rhoE '^COLLECT_DOMAIN\([a-z_]+' collector | sed 's/.*(//' | sort | comm -3 "$work/listed" -
)
# undocumented TREE: domains of the list that the page of settings does not show
undocumented() (
  cd "$1" && sed -n 's/^DOMAIN(\([a-z_]*\),.*/\1/p' ext/format/list/domains.def |
    while read -r name; do grep -q "^    $name  *o" ext/help/topics/settings.md || echo "$name: its line of COLLECT_HELP=1 is missing in ext/help/topics/settings.md"; done
)
# strangers TREE: names of domains in reports and in SQL that are not in the list
strangers() (
  cd "$1" || exit 1
  { grep -h '^-- domains: ' ext/command/report/*.sql | sed 's/^-- domains: //' | tr ',' '\n' | sed 's/^ *//'
    grep -rhoE "rocpd_domain\([a-z._]+\) = '[^']*'" sql ext/command ext/export | sed "s/.* = '//; s/'$//"; } | sort -u |
    while read -r name; do printf '%s\n' "$words" | grep -qx "$name" || echo "$name"; done
)

n=$(printf '%s\n' $categories | wc -l)
[ "$n" -gt 20 ] || { echo "not ok the list has $n categories"; failed=1; }
none "none of $n categories is repeated outside the list" "$(repeated "$root")"
none "each domain of the list is recorded by the collector" "$(undeclared "$root")"
none "the page of settings shows each domain of the list" "$(undocumented "$root")"
none "reports and SQL name domains of the list" "$(strangers "$root")"

# Would it be noticed?
mkdir -p "$work/ext/help/topics" "$work/ext/command/report" "$work/ext/export" "$work/ext/format/list" "$work/collector" "$work/sql"
echo 'static const char *const c[] = {"MARKER_CORE_API"}; /* "RCCL_API" */' >"$work/ext/export/a.c"
echo "SELECT 1 FROM regions WHERE category = 'RCCL_API' AND rocpd_domain(category) = 'rcl'" >"$work/sql/b.sql"
echo '-- domains: kernels, kernel arguments, copy' >"$work/ext/command/report/c.sql"
echo 'DOMAIN(lost, CALLS)' >"$work/ext/format/list/domains.def"
echo '    lots                          on                   something else' >"$work/ext/help/topics/settings.md"
[ "$(repeated "$work" | cut -d: -f1 | tr '\n' ' ')" = "ext/export/a.c sql/b.sql " ] && echo "ok a category in another file is seen" || { echo "not ok a category in another file is seen"; failed=1; }
[ "$(undeclared "$work")" = lost ] && echo "ok a domain that nothing records is seen" || { echo "not ok a domain that nothing records is seen"; failed=1; }
[ "$(undocumented "$work" | cut -d: -f1)" = lost ] && echo "ok a domain that the page of settings lacks is seen" || { echo "not ok a domain that the page of settings lacks is seen"; failed=1; }
[ "$(strangers "$work" | tr '\n' ' ')" = "copy rcl " ] && echo "ok a wrong name is seen" || { echo "not ok a wrong name is seen"; failed=1; }
exit $failed
