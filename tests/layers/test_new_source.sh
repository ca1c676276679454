# The libraries are linked of the sources that are there, whatever their dates: one that is new and older than the
# library, one that is gone, one that is back with an object from before. With the Makefile, in a tree of a few files.
set -u
[ -z "${SANITIZER:-}" ] || { echo "nothing here is sanitized"; exit 77; }
root=$(cd "$(dirname "$0")/../.." && pwd)
work=${TEST_TMP:-$(mktemp -d)}/tree
failed=0
unset MAKEFLAGS MAKELEVEL MFLAGS BUILD

mkdir -p "$work/ext/base" "$work/ext/format" "$work/collector/core" "$work/sql" "$work/scripts"
cp "$root/Makefile" "$work"
cp "$root/ext/rocpd.map" "$work/ext"
cp "$root/collector/exports.list" "$work/collector"
cp "$root/scripts/embed.sh" "$root/scripts/exports.sh" "$work/scripts"
cp "$root/sql/$(ls "$root/sql" | head -n 1)" "$work/sql"
for f in ext/base collector/core; do echo 'int there(void); int there(void) { return 1; }' >"$work/$f/there.c"; done
cd "$work" || exit 1

# in_library LIBRARY SYMBOL: whether the library has the symbol, once it is up to date. (GC=: nothing refers to it.)
in_library() {
  make -s "build/$1" CC="${CC:-cc}" SAN= GC= CHECK_EXT= CHECK_EXPORTS= >make.log 2>&1 || { sed 's/^/# /' make.log; return 2; }
  nm "build/$1" | grep -q "[tT] $2\$"
}
# is WHAT LIBRARY SYMBOL 0|1
is() {
  in_library "$2" "$3"
  if [ $? -eq "$4" ]; then echo "ok $2: $1"; else echo "not ok $2: $1"; failed=1; fi
}

for library in rocpd.so libcollect.so; do
  case $library in rocpd.so) source=ext/base/late.c ;; *) source=collector/core/late.c ;; esac
  is "what is there is linked" $library there 0
  is "what is not there is not" $library late 1
  echo 'int late(void); int late(void) { return 2; }' >$source
  touch -d '2001-01-01' $source
  is "a new source that is older than the library is linked" $library late 0
  mv $source late.away
  is "a source that is gone is linked no more" $library late 1
  mv late.away $source
  is "one that is back, with its date and its object, is linked again" $library late 0
  is "the others still are" $library there 0
done

# Each folder is compiled with its own include paths, also where the last names of two are the same: a source sees what sources share, an export does not.
mkdir -p ext/source/common ext/source/csv ext/export/csv
echo 'enum { SHARED = 3 };' >ext/source/common/shared.h
echo 'enum { WRITTEN = 4 };' >ext/export/written.h
printf '#include "shared.h"\nint reads(void); int reads(void) { return SHARED; }\n' >ext/source/csv/reads.c
printf '#include "written.h"\nint writes(void); int writes(void) { return WRITTEN; }\n' >ext/export/csv/writes.c
is "a source folder that is called as an export's" rocpd.so reads 0
is "an export folder that is called as a source's" rocpd.so writes 0
printf '#include "shared.h"\nint sees(void); int sees(void) { return SHARED; }\n' >ext/export/csv/sees.c
is "an export does not see what sources share" rocpd.so sees 2
exit $failed
