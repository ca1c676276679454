# Sourced: builds SQLites of other versions from the sources in npm packages.
#
# What is tested, the package, and how SQLite is compiled beside $flags: the oldest version that we run with, those
# of distributions that ROCm supports (RHEL 8 3.26, Ubuntu 20.04 3.31, RHEL 9 3.34, Ubuntu 22.04 3.37), the first
# with what xBestIndex asks for, Debian 12's (3.40), the newest. The system's is what all other tests run with.
sqlite_versions='
3.26       sqlite3@4.0.6         -DSQLITE_ENABLE_JSON1
3.26-least sqlite3@4.0.6
3.31       better-sqlite3@6.0.1  -DSQLITE_ENABLE_JSON1
3.34       better-sqlite3@7.1.2  -DSQLITE_ENABLE_JSON1
3.37       better-sqlite3@7.4.6  -DSQLITE_ENABLE_JSON1
3.38       sqlite3@5.0.3
3.40       better-sqlite3@8.0.1
newest     better-sqlite3@latest -DSQLITE_DQS=0
'
# Python's module wants the functions of both.
flags='-DSQLITE_ENABLE_COLUMN_METADATA -DSQLITE_ENABLE_DESERIALIZE'

# Compiling takes longer than the tests, and clang takes half of gcc's time.
cc=$(command -v clang) || cc=${CC:-cc}

# sqlite_ready NAME: $sqlite is a folder with libsqlite3.so.0, SQLite's headers and, where the package has its
# source, the shell, sqlite3; or prints why not.
sqlite_ready() {
  sqlite=$BUILD/sqlite/$1
  mkdir -p "$sqlite"
  (
    flock 9
    [ ! -f "$sqlite/libsqlite3.so.0" ] || exit 0
    command -v npm >/dev/null || { echo "npm is not installed"; exit 1; }
    set -- $(echo "$sqlite_versions" | grep "^$1 ")
    cd "$sqlite"
    rm -rf package.tgz package && mkdir package
    # Two versions can have one package.
    if ! cp "../$2.tgz" package.tgz 2>/dev/null; then
      # npm keeps what it has loaded.
      timeout 120 npm pack --silent --prefer-offline "$2" >npm.log 2>&1 && mv -f ./*.tgz package.tgz || { echo "npm package $2 cannot be loaded here"; exit 1; }
      cp package.tgz "../$2.new.$1" && mv "../$2.new.$1" "../$2.tgz"
    fi
    tar xzf package.tgz -C package --wildcards '*/deps/*'
    # Old packages have them in an archive.
    find package -name 'sqlite*.tar.gz' -exec tar xzf {} -C package \;
    find package -name 'sqlite3*.[ch]' -exec cp {} . \;
    shift 2
    $cc -w -O0 -fPIC -shared -Wl,-soname,libsqlite3.so.0 $flags "$@" -o new.so sqlite3.c -lm -ldl -pthread || { echo "SQLite of $sqlite cannot be compiled"; exit 1; }
    shell=$(find package -name shell.c)
    [ -z "$shell" ] || $cc -w -I. -o sqlite3 "$shell" ./new.so -Wl,-rpath,"$sqlite" || exit 1
    rm -rf package package.tgz sqlite3.c
    mv new.so libsqlite3.so.0
  ) 9>"$sqlite/lock"
}
