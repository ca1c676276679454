#!/bin/sh
# rocDecode and rocJPEG: their calls by symbol and by dispatch table, of each of its lengths.
. "$(dirname "$0")/common.sh"
fake_setup
cd "$root" || exit 1
include="-Icollector/core -Iext/format -I$BUILD -Icollector/api/media"
libraries() { # NAME DECODE'S JPEG'S: libraries with tables of so many functions
  mkdir -p "$work/$1"
  $CC -O1 -w -fPIC -shared -DDECODE -DFUNCTIONS=$2 $include -Wl,-soname,librocdecode.so.1 -o "$work/$1/librocdecode.so.1" tests/collect/fake_media.c "$work/fake/libamdhip64.so.5" || exit 1
  $CC -O1 -w -fPIC -shared -DFUNCTIONS=$3 $include -Wl,-soname,librocjpeg.so.1 -o "$work/$1/librocjpeg.so.1" tests/collect/fake_media.c "$work/fake/libamdhip64.so.5" || exit 1
}
libraries none 0 0; libraries first 11 9; libraries now 16 9
$CC -O1 -g -w -DLINKED -o "$work/linked" tests/collect/media_user.c "$work/now/librocdecode.so.1" "$work/now/librocjpeg.so.1" -L"$work/fake" -lamdhip64 -ldl || exit 1
$CC -O1 -g -w -o "$work/dynamic" tests/collect/media_user.c -ldl || exit 1
# user PROGRAM LIBRARIES
user() {
  rm -rf "$work/out"
  COLLECT_CHECK=1 COLLECT_OUTPUT=$work/out LD_LIBRARY_PATH=$work/$2:$work/fake ASAN_OPTIONS=detect_leaks=0 LD_PRELOAD="$(preload)" timeout -s QUIT 60 "$work/$1" >"$work/stdout" 2>"$work/stderr"
  is "$*: exit code, stdout and stderr" "$? $(wc -l <"$work/stdout") $(wc -l <"$work/stderr")" "0 0 0"
}
query() { sqlite3 -cmd ".load $BUILD/rocpd" :memory: "SELECT rocpd_attach('$work/out')" "$1" 2>&1 | tail -n +2 | tr '\n' ' '; }
names() { query "SELECT group_concat(replace(replace(name, 'rocDec', ''), 'rocJpeg', 'J'), ' ') FROM (SELECT name FROM regions WHERE category IN ('ROCDECODE_API_EXT', 'ROCJPEG_API') ORDER BY start, id)"; }
# Calls made in a callback of the parser are the program's.
called="CreateVideoParser GetDecoderCaps ParseVideoData DecodeFrame GetVideoFrame ParseVideoData DecodeFrame GetVideoFrame DestroyVideoParser DestroyBitstreamReader GetErrorName JStreamCreate JStreamParse JDecode JGetErrorName "
for which in none first now; do
  user linked $which
  is "linked, tables: $which: every call, once" "$(names)" "$called"
  DECODE=$work/$which/librocdecode.so.1 JPEG=$work/$which/librocjpeg.so.1 user dynamic $which
  is "by dlopen and dlsym, tables: $which" "$(names)" "$called"
  is "what HIP does for them is in their calls" "$(query "SELECT p.name, count(*) FROM regions r LEFT JOIN regions p ON p.guid = r.guid AND p.stack_id = r.parent_stack_id WHERE r.name = 'hipSetDevice' GROUP BY 1 ORDER BY 1")" "rocDecGetVideoFrame|2 rocJpegDecode|1 "
  is "what the parser calls back for is in its call" "$(query "SELECT p.name, count(*) FROM regions r JOIN regions p ON p.guid = r.guid AND p.stack_id = r.parent_stack_id WHERE r.name = 'rocDecDecodeFrame' GROUP BY 1")" "rocDecParseVideoData|2 "
done
is "results" "$(query "SELECT group_concat(result, ' ') FROM (SELECT result FROM regions WHERE name IN ('rocDecParseVideoData', 'rocJpegStreamParse') ORDER BY start)")" "0 -5 -3 "
COLLECT_ARGS=1 user linked now
is "arguments" "$(query "SELECT group_concat(a.name || '=' || coalesce(a.value, 'NULL'), ' ') FROM (SELECT a.* FROM regions r JOIN region_args a ON a.guid = r.guid AND a.id = r.id WHERE a.name IN ('*packet', '*horizontal_pitch', '*decode_params', '*jpeg_stream_handle', '*dev_mem_ptr') ORDER BY r.start, a.position) a")" \
  "*packet={flags=0, payload_size=100, payload=0x5000, pts=42} *dev_mem_ptr=0x1000 *horizontal_pitch=256 *packet=NULL *dev_mem_ptr=0x1000 *horizontal_pitch=256 *jpeg_stream_handle=0x77 *decode_params={output_format=ROCJPEG_OUTPUT_RGB, crop_rectangle.left=0, crop_rectangle.top=0, crop_rectangle.right=0, crop_rectangle.bottom=0, target_dimension.width=0, target_dimension.height=0} "
is "nothing is lost" "$(query "SELECT sum(value) FROM health WHERE name IN ('calls dropped', 'checks failed', 'arguments dropped')")" "0 "
COLLECT_DOMAINS=-rocdecode user linked now
is "without a domain" "$(query "SELECT group_concat(DISTINCT category) FROM (SELECT category FROM regions ORDER BY 1)")" "HIP_RUNTIME_API_EXT,ROCJPEG_API "
finish
