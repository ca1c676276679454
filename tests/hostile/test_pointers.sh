# Libraries and programs with variables that have the names of HIP's functions: nobody reads
# our code as a pointer.
. "$(dirname "$0")/common.sh"
fake_setup
program() { local name=$1; shift; $CC -O1 -g -w -o "$work/$name" "$here/pointers.c" "$@" -Wl,-rpath,"$work" -ldl || exit 1; }
$CC -O1 -g -w -fPIC -shared -o "$work/libpointers.so" "$here/pointers_library.c" -ldl
program linked -fPIE -pie "$work/libpointers.so"
program linked_fixed -fno-pic -no-pie "$work/libpointers.so"
program inside -DWITH_LIBRARY -fPIE -pie
program inside_fixed -DWITH_LIBRARY -fno-pic -no-pie
program inside_seen -DWITH_LIBRARY -fPIE -pie -rdynamic
program loader -DLOADED
for case in linked linked_fixed inside inside_fixed inside_seen "loader $work/libpointers.so" "loader $work/libpointers.so global"; do
  # shellcheck disable=SC2086
  traced $case; is "pointers, ${case%% *}: exit code" $? 3
done
finish
