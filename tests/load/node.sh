# Sourced by the tests that use Node.js: provides the packages in $BUILD/node, once.
# node_ready PACKAGE: 0 when require(PACKAGE) works with NODE_PATH, else prints why.
NODE_PATH=$BUILD/node/node_modules:$BUILD/node/deb/usr/share/nodejs:$BUILD/node/deb/usr/lib/x86_64-linux-gnu/nodejs:/usr/share/nodejs:/usr/lib/x86_64-linux-gnu/nodejs
LD_LIBRARY_PATH=$BUILD/node/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
export NODE_PATH LD_LIBRARY_PATH

node_ready() {
  command -v node >/dev/null || { echo "Node.js is not installed"; return 1; }
  mkdir -p "$BUILD/node/lib"
  (
    flock 9
    node -e "require('$1')" 2>/dev/null && exit 0
    cd "$BUILD/node"
    case $1 in
      better-sqlite3) # where there is no binary for this Node.js it is compiled: a minute of gcc, some seconds without optimization
        if command -v clang >/dev/null; then CC=clang; export CC; fi
        CFLAGS='-O0 -g0' CXXFLAGS='-O0 -g0' timeout 280 npm install --no-audit --no-fund better-sqlite3 >npm.log 2>&1 ;;
      puppeteer-core) timeout 100 npm install --no-audit --no-fund puppeteer-core >npm.log 2>&1 ;; # drives a browser that is there
      sqlite3) # Debian's node-sqlite3, unpacked where apt cannot install it beside another Node.js
        timeout 100 npm install --no-audit --no-fund @mapbox/node-pre-gyp >npm.log 2>&1
        apt-get download node-sqlite3 >apt.log 2>&1 && for f in node-sqlite3_*.deb; do dpkg -x "$f" deb; done
        # It wants Debian's libnode by name; the N-API itself is in any node.
        echo | cc -shared -x c - -o lib/libnode.so.108 -Wl,-soname,libnode.so.108 ;;
    esac
    node -e "require('$1')" 2>/dev/null || { echo "Node.js package $1 cannot be installed here"; exit 1; }
  ) 9>"$BUILD/node.lock"
}
