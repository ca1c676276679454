/* The chunk file format (.rocz), version 1.
**
** This comment is the specification; a reader can be written from it alone.
** The constants and the schema tables below it are the normative numbers.
**
** CONVENTIONS
** All integers are little-endian. uN/iN is an unsigned/signed integer of N bits.
** "Reserved" bits and bytes must be zero: a reader that finds one set refuses the file,
** since its meaning is then unknown. "Unused" ones are ignored. Times in chunks are
** nanoseconds of CLOCK_BOOTTIME, between -ROCZ_MAX_TIME and ROCZ_MAX_TIME, so that the
** difference of any two fits into 64 bits. A hash is XXH3 64 bit, seed 0. Text is UTF-8
** by convention, but any bytes may occur. NULL in a nullable integer column is ROCZ_NULL
** (INT64_MIN).
**
** FILES
** A traced process writes HOST-PID-START.rocz, START being its start in
** CLOCK_BOOTTIME ns:
**
**    file  := header chunk* [ footer ]
**
** and, while it lives, HOST-PID-START.rocz.live beside it (see LIVE FILE): memory-mapped
** buffers with the records that are not in a chunk yet. A clean end writes the footer
** and removes the live file. (If a process executes another program and fails to, it may
** remove the footer again, and make another live file.) After a kill, chunks plus the live file hold everything up
** to the last committed record. A file is only ever appended to, and a chunk does not
** change once its last byte is written. Bytes after the last whole chunk are a write
** that was cut short, and are ignored (their rows are still in the live file, whose tail
** moves only after the chunk is written).
**
** HEADER (ROCZ_HEADER_SIZE bytes, then `props_size` bytes of properties)
**    off size
**      0   8  magic "ROCZ\r\n\x1a\n"
**      8   2  version: a reader refuses a greater one than it knows
**     10   2  flags: bits 0-7 reserved, bits 8-15 unused
**     12   4  header size: 160 + props_size, a multiple of 8
**     16  16  file id: unique to this file. The guid of all rows, as UUID text
**     32  16  run id: equal in all processes of one run (launcher's or session's)
**     48   4  pid       52   4  parent pid
**     56   8  start of the process, ns BOOTTIME
**     64   8  TSC ticks per second, 0 when host times were not taken by TSC
**     72  32  clock anchor at creation: {tsc, boottime, monotonic, realtime},
**             four i64 read at the same instant (tsc 0 when not used)
**    104   4  props_size, at most ROCZ_MAX_PROPS
**    108  44  unused
**    152   8  hash of bytes 0..151 followed by the properties
**    160   -  properties: "key=value" text items, each ended by NUL, then zero
**             bytes up to a multiple of 8. Known keys: host, machine_id, system,
**             release, version, command (arguments joined by blanks), exe, cwd,
**             parent (id of the file of the process that forked this one, as UUID text),
**             keep ("newest": see REPLACED FILES), and env.NAME for variables of the
**             environment, the rank variables of the usual launchers among them. A
**             reader ignores keys that it does not know.
**
** CHUNK (ROCZ_CHUNK_SIZE bytes of header, then the body)
** A chunk holds 1..65536 rows of one kind of one lane. A lane is a sequence of rows from
** one producer: a thread, a queue; info kinds use lane 0. A kind is a list of columns: a
** fixed one, see KINDS, or one that the file itself declares, see DECLARED KINDS. A
** reader skips kinds that it does not know. To decode a chunk, only the STRING chunks
** before it are needed.
**    off size
**      0   4  magic "RZCK"
**      4   2  kind
**      6   1  columns in the directory
**      7   1  flags: bits 0-3 reserved, 4-7 unused
**      8   4  lane
**     12   4  rows
**     16   8  first_row: rows of this kind and lane in earlier chunks, less than
**             ROCZ_MAX_LANE_ROWS
**     24   8  position: place in the lane's live buffer up to which the buffer's
**             records are in chunks once this one is (0 for lanes without one)
**     32   8  min time   40   8  max time of the rows' start and end
**             (min > max: the kind has no time)
**     48   4  body size, a multiple of 8
**     52   4  reserved
**     56   8  hash of the body
**     64   8  reserved
**     72   8  hash of bytes 0..71
**
** The body is a directory of `columns` entries of ROCZ_COLUMN_SIZE bytes, then
** for each column in the same order its data, then zero bytes to a multiple of
** 8. A directory entry:
**    off size
**      0   1  column: index in the kind's column list. A reader skips indexes
**             beyond its own list; a column of its list that is absent is NULL.
**      1   1  transform: ROCZ_T_*
**      2   1  other: column index that the transform refers to
**      3   1  planes: 0..8
**      4   4  data size in bytes
**      8   8  base
**     16   8  min of the column's values   24   8  max: exactly, since readers skip
**             chunks by them (min > max: not known, or all are NULL; NULL and TEXT
**             values do not count)
**
** Column data is `planes` byte planes: plane p holds bits 8p..8p+7 of the u64
** u[i] of each row i. Higher bits are zero. Each plane is a u32: bits 30-31 the
** mode, bits 0-29 the stored size, then that many bytes:
**    mode 0  constant: size 1, the byte that all rows have
**    mode 1  raw: size = rows
**    mode 2  zstd: one zstd frame of exactly `rows` bytes
** With zz(u) = (u >> 1) ^ -(u & 1), all sums modulo 2^64:
**    ROCZ_T_NONE   v[i] = base + u[i]
**    ROCZ_T_DELTA  v[i] = v[i-1] + zz(u[i]), v[-1] = base
**    ROCZ_T_KEYED  v[i] = zz(u[i]) + the last v[j] with j < i and other[j] ==
**                  other[i], or base when there is none. `other` is a column of
**                  the same chunk that stands earlier in the directory.
**    ROCZ_T_GAP    v[i] = zz(u[i]) + (v[i-1] + other[i-1]), and base in place
**                  of the parenthesis for i = 0: starts of intervals whose
**                  lengths are in column `other`, earlier in the directory.
**    ROCZ_T_DIFF   v[i] = zz(u[i]) + other[i], `other` as for KEYED.
**    ROCZ_T_TEXT   u[i] is the length of text i; after the planes follow a u32
**                  as for a plane with mode 1 or 2, and the texts end to end.
**                  Their total length is the sum of all u[i], at most
**                  ROCZ_MAX_TEXT.
** ROCZ_T_GROUPED added to NONE or KEYED: the planes hold the rows in another order, by
** the value of column `other` (conditions as for KEYED; at most ROCZ_MAX_GROUPS
** different values): values in order of their first appearance, rows of the same value
** in their own order. This puts together what each of several threads repeats in one
** lane. In a nullable column, ROCZ_NULL is stored like any other value.
**
** STRINGS
** STRING rows are numbered from 1 in file order: string id = first_row + i + 1.
** Columns of type STRING hold such ids; 0 is NULL. A chunk only refers to
** strings of chunks before it.
**
** DECLARED KINDS
** Chunks of kinds from ROCZ_DECLARED on hold rows of any table. DECLARED_KIND and
** DECLARED_COLUMN rows, before the first chunk of the kind, state its name and the names
** and types of its columns. Names are those of the views and base tables of rocpd schema
** 3 ("kernels", "rocpd_region", ...). A reader skips names that it does not know, and
** takes columns that are not there as NULL. Types: INT, STRING_ID, REAL (the bits of a
** double). A column whose `less` is not NULL is stored as the difference from the column
** of that index: value = stored + value of the other modulo 2^64 (ends of intervals are
** stored as their lengths). Times of the chunk header are those of the values of the
** columns `start` and `end` (or `timestamp`). The traced process also writes rows of
** such kinds, in the lane of the thread that they belong to, like its calls. A reader
** derives the columns that it leaves out: tid from the lane, an agent's columns from
** agent_id, duration from start and end, ...
**
** The columns of these kinds are ours; upstream has no such tables. Columns may be added.
**    metrics     the value of a track at `timestamp`, which counts until the track's next
**                value: id, track, unit, value (REAL), owner ("process", "thread", "agent",
**                "host"), owner_id (tid of a thread, agent_id of an agent, else NULL),
**                agent_id (NULL unless the owner is an agent)
**    modules     an executable or library: id, file_path, build_id (hex), load_base (address
**                in memory where its first PT_LOAD segment begins, rounded down to a page),
**                load_size (from there to the end of the last)
**    frames      a node of a trie: id, parent_frame_id (less than id; NULL: outermost),
**                module_id and offset (address - load_base; NULL: unknown), is_return (1: the
**                offset is a return address, so that the call is before it; NULL: 0), function,
**                file and line (NULL where the reader is to look them up by build_id and offset)
**    stacks      what a thread did in the time after `start` up to `end`: id, tid, category,
**                start, end, frame_id where it was at `end` (NULL: unknown), weight (how many
**                samples the row stands for, all in the same state at the same frame), stack_id
**                of the innermost traced call (0: none), state ("running" in the program,
**                "kernel" running in a system call, "runnable" waiting for a CPU, "blocked"),
**                syscall (number of the system call that a blocked thread is in, else NULL),
**                cpu_ns (CPU time that it used up to `end` since its row before that was running
**                or in the kernel; others have 0, but for its last row, which has the rest) and
**                wait_ns (time since `start` in which it waited for a CPU); NULL: unknown. The rows of a thread do
**                not overlap, and leave no time out while it is sampled
**    aggregated  one row for many rows of another table that agree in pid, tid, rows_of ...
**                frame_id: rows_of (name of that table: "kernels", "memory_copies", "regions",
**                "samples", "memory_allocations", "stacks"), category, name (of stacks: the state), message (of markers), agent_id (of copies: the
**                destination), src_agent_id (of copies), queue_id, stream_id, frame_id (the
**                place of calls in the call tree: a frame whose function is the call's name, or
**                a marker's message, and whose parents are the frames of the enclosing calls;
**                of kernels and copies the place of the call that launched them; of stacks the innermost frame); start (the
**                first), end (the last), calls (how many), ended (how many have a duration);
**                over durations sum_ns, min_ns, max_ns (NULL if none ended), the sum of squares
**                = squares_high * 2^64 + squares_low (both as u64); own_ns (of calls: time in
**                which one of them was the innermost of its thread; one that has not ended
**                counts up to the last start or end of a call of the thread), longest_start
**                (start of the longest, the first of equals), weight (as of
**                stacks; of copies and allocations their bytes; added up),
**                has_rows (1: the events are rows of that table, too; 0 or NULL: they are known
**                by this row only), syscall, cpu_ns, wait_ns (of stacks: the number of the system call, in which the rows agree, and sums of the
**                columns of these names). Rows that agree stand for different events and add up: an
**                event is in one row, mostly that of the flush after its end
**
** SETS
** A file may hold the rows of several sources, each as a *set* of tables of declared
** kinds. A SET row states a source's identity, as the header does for the file's own;
** the rows of declared kinds in the lane of its number belong to it. Set 0 is the
** file's own: its row replaces what the header says. Rows of declared kinds in other
** lanes belong to the file's own set too. `kinds` names all that the source has,
** rows or none: the kinds that it has not may be derived from these.
**
** FOOTER
** An ordinary chunk header of kind ROCZ_FOOTER, rows 0, columns 0, whose body is
** one index entry for each chunk of the file in order, ROCZ_INDEX_SIZE bytes:
**    0 8 offset | 8 2 kind | 10 2 reserved | 12 4 lane | 16 4 rows
**    | 20 4 body size | 24 8 min time | 32 8 max time | 40 8 first_row
** then 16 bytes at the very end of the file: u64 offset of the footer's chunk header, 8
** bytes "ROCZEND\n". Without a footer a reader goes from chunk header to chunk header.
**
** DAMAGE
** A header, chunk header or body that fails its hash, a reserved bit, a size beyond the
** file: refused, naming file, offset, expected and found. All chunks before it stay
** readable; so do those after it, if its header or the footer says where it ends. If a
** chunk of an info kind is damaged, its contents are unknown for rows that refer to
** them; later strings keep their numbers. After a damaged chunk of PARAMETER rows,
** arguments cannot be told apart. After a damaged chunk of DECLARED_KIND,
** DECLARED_COLUMN or SET rows, or of strings that such rows refer to, nothing can be
** read; so a writer should give these strings a chunk of their own.
**
** CONTROL
** A request to a running process is one byte at ROCZ_CONTROL of its live file's control
** page (struct rocz_control); any process that may write the file can make one. The
** traced process reads the byte at least once per second, does what it asks, counts it
** in `requests` and clears the byte. RECORDING rows state what it did.
**
** LIVE FILE
**    live  := control page (4096 bytes), then segments at multiples of 4096
** Control page (struct rocz_live): identity, latest clock anchors, counters,
** number of bytes used by segments. Each segment is a control page (struct
** rocz_segment) followed by `capacity` bytes of records (a power of two, or a
** multiple of the record size where stated):
**
**   kind ROCZ_SEG_CALLS: one thread's calls. Units of 32 bytes, used as a ring:
**     record at byte position p is at data[p & (capacity-1)], each unit masked by
**     itself. A record is one head (struct rocz_call_record) and
**     `argument_blocks` further units of 4 argument words. Records [tail, pos) are
**     committed and not yet in chunks. Records stand in order of their ends, so a
**     call comes after the calls that it made. At pos stands the head of the innermost call in
**     progress, when `fast_until` is 0, `flags` of that head has not ROCZ_CALL_DONE,
**     its start is later than the last committed end, and its sequence is
**     next_sequence - 1; outer calls in progress are in `spill`. When kind ROCZ_DECLARED
**     + `function` is declared, the record is a row of that kind and no call. Its columns
**     in order: start, length, number (as a stack_id), stack_id of the enclosing call or 0,
**     then the argument words.
**   kind ROCZ_SEG_FRAMES: frames of an interpreter, and other regions, that the thread of this lane is in, as calls in
**     progress: struct rocz_open_frame, `depth` of them, outermost first; pos and tail are 0. What
**     is over is a record of the lane's CALLS before it is taken away here; while a frame that is not the
**     innermost goes, or all move to a larger segment, one may be seen twice.
**   kind ROCZ_SEG_ROWS: rows of declared kinds that signal handlers wrote, laid out as CALLS, in
**     no call. `result` of a head has in bits 0-15 the number of its argument words, and in bits
**     16-31 how many of them, from the first on, are columns. The others are the producer's own:
**     it makes further columns of them when it writes the row to a chunk. Until then readers take
**     these as NULL, and so columns of strings, where the word is an address in the process.
**   kind ROCZ_SEG_SUMS: sums that a process adds up (COLLECT_MODE), struct rocz_sum_record: rows
**     of the kinds ROCZ_OWN_SUMS and ROCZ_OWN_FRAMES. Records [tail, pos) are in use; the writer
**     changes them in place: `next_sequence` grows before and after each change. Meanwhile `depth`
**     is 1 + the record's number, and `spill` holds its bytes from before; otherwise `depth` is 0.
**     So a copy during which `next_sequence` stayed the same, with those bytes put back, has no
**     torn record. When a further segment is made, that of the segment before it grows, too: so if
**     none has grown after all were copied, the copies are of one time, whatever else was made
**     meanwhile. `sequence_high` is 1 if the events are known
**     as sums only: then records of other segments that the sums will include (calls, frames,
**     dispatches, copies, rows of memory_allocations) are no rows. A record whose `flushed` is
**     not 0, and not beyond the position of the last chunk of ROCZ_OWN_SUMS, is in a chunk.
**   kind ROCZ_SEG_WIDE_SUMS: the same with struct rocz_wide_sum_record. A process has segments of one of the two kinds.
**   kind ROCZ_SEG_DISPATCHES: one queue's dispatches, struct
**     rocz_dispatch_record; record number n is at data[(n % (capacity/128))*128].
**     Numbers [tail, pos) are submitted and not in chunks; a record is finished
**     when its `state` is ROCZ_DONE or ROCZ_TIMED (store released after start and end).
**   kind ROCZ_SEG_COPIES: the process's asynchronous copies, struct
**     rocz_copy_record, same rules as dispatches.
**   kind ROCZ_SEG_META: rows of info kinds, as a ring of bytes: struct
**     rocz_meta_head, then the columns in order: an integer as 8 bytes, a string
**     as u32 length (0xFFFFFFFF = NULL) and its bytes, zero bytes to a multiple
**     of 8. Rows [tail, pos) are committed and not in chunks. A row carries its
**     number within its kind, which is its row number in chunks.
**
** To see one state: copy tail, pos and the records of each segment, then read
** `tail` again and drop the records before it (they may have been overwritten,
** and are in chunks by now); only then look for chunks. Rows of a lane that
** chunks hold up to `position` are not taken from the copy. A segment is given
** to a new producer by making `epoch` odd, changing lane, pos and tail, and
** making it even again; copy again when epoch was odd or changed.
**
** HOST TIMES in live records are TSC ticks (BOOTTIME ns when the header's TSC
** frequency is 0). Chunks hold ns. Tick t is converted by the straight line
** through the two anchors around it, or through the last (first) two anchors
** when it lies outside; with only one anchor through it with the header's
** frequency. Device times in live records are ns already.
**
** REPLACED FILES
** A file that is limited in size and has keep=newest may be replaced by another one,
** with the same header and thus the same id: with all info rows of the first (but for
** old ANCHOR rows) and the newest of its other rows, under the same numbers. The live
** file stays, and belongs to the new one. Until then the new one is NAME.rocz.next,
** which must not be read. A reader that has the old file open while it looks at the live
** file must look at both again when the path leads to another file than before.
**
** VERSIONS
**   1  2026-11  first
*/
#ifndef ROCZ_H
#define ROCZ_H
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ROCZ_VERSION 1
#define ROCZ_MAGIC "ROCZ\r\n\x1a\n"
#define ROCZ_CHUNK_MAGIC 0x4b435a52u /* "RZCK" */
#define ROCZ_END_MAGIC "ROCZEND\n"
#define ROCZ_LIVE_MAGIC "ROCZLIVE"
#define ROCZ_SEGMENT_MAGIC 0x47535a52u /* "RZSG" */

#define ROCZ_HEADER_SIZE 160
#define ROCZ_CHUNK_SIZE 80
#define ROCZ_COLUMN_SIZE 32
#define ROCZ_INDEX_SIZE 48
#define ROCZ_TRAILER_SIZE 16
#define ROCZ_MAX_ROWS 65536
#define ROCZ_MAX_COLUMNS 64
#define ROCZ_MAX_GROUPS 256
#define ROCZ_MAX_BODY (1u << 30)
#define ROCZ_MAX_PROPS (1u << 20)
#define ROCZ_MAX_TEXT (1u << 26) /* bytes of all texts of one chunk */
#define ROCZ_MAX_LANE_ROWS ((uint64_t)1 << 40) /* of one kind */
#define ROCZ_MAX_TIME ((int64_t)1 << 62)       /* 146 years */
#define ROCZ_PAGE 4096
#define ROCZ_NULL INT64_MIN

static inline bool rocz_is_time(int64_t ns) { return ns > -ROCZ_MAX_TIME && ns < ROCZ_MAX_TIME; }

enum { ROCZ_T_NONE = 0, ROCZ_T_DELTA = 1, ROCZ_T_KEYED = 2, ROCZ_T_GAP = 3, ROCZ_T_TEXT = 4, ROCZ_T_DIFF = 5, ROCZ_T_GROUPED = 0x80 };
/* Does a transform refer to another column? */
static inline int rocz_refers(unsigned transform) {
  return transform == ROCZ_T_KEYED || transform == ROCZ_T_GAP || transform == ROCZ_T_DIFF || transform >= ROCZ_T_GROUPED;
}
enum { ROCZ_PLANE_CONST = 0, ROCZ_PLANE_RAW = 1, ROCZ_PLANE_ZSTD = 2 };

/* KINDS
** Each column: its name, type, the transform that the writer uses, and the
** column that the transform refers to. Types: INT any i64, TIME ns BOOTTIME,
** STRING a string id, TEXT bytes (kind STRING only), REAL the bits of a double.
** Columns are only ever added at the end. */
enum rocz_type { ROCZ_INT, ROCZ_TIME, ROCZ_STRING_ID, ROCZ_TEXT, ROCZ_REAL };

/* stack_id: number of a traced call, unique in the process: (lane << 40) |
** sequence, lane being the thread's and sequence counting its calls from 1. */
#define ROCZ_STACK_SHIFT 40

/* event_id of a dispatch, in rows of other tables that refer to it: this and its dispatch_id. */
#define ROCZ_DISPATCH_EVENT ((int64_t)1 << 62)
/* event_id of a barrier packet: this, (queue << ROCZ_STACK_SHIFT) and its number in the queue. */
#define ROCZ_BARRIER_EVENT ((int64_t)7 << 60)

#define ROCZ_FOOTER 0xffff
#define ROCZ_DECLARED 0x1000 /* kinds from here to ROCZ_FOOTER - 1 */
/* The numbers under which a process declares the kinds whose rows it adds up itself (rocz_own_kind); those of other kinds are smaller. */
enum { ROCZ_OWN_FRAMES = ROCZ_FOOTER - 2, ROCZ_OWN_SUMS = ROCZ_FOOTER - 1 };
#define ROCZ_OWN_FRAMES_FROM (1u << 30) /* frames of call paths have numbers from here on; those of sampled stacks have smaller ones */
enum { ROCZ_SAID_FACT, ROCZ_SAID_DOMAIN };
enum rocz_kind_id {
  /* info kinds: rare rows, written through the META segment */
  ROCZ_STRING = 1,     /* text */
  ROCZ_FUNCTION = 2,   /* function: id used by CALL; category: rocprofv3's name of
                          the domain, e.g. HIP_RUNTIME_API_EXT; name; form: what the
                          result of its rows is, ROCZ_FORM_* (NULL: RESULT) */
  ROCZ_PARAMETER = 3,  /* function, position (0..), name, type (C type), format
                          (ROCZ_F_*), word: index of its first argument word,
                          enumerators "NAME=value,..." (or fields, see STRUCT) or NULL, words: how many
                          (a call's last words may only fill up its record) */
  ROCZ_THREAD = 4,     /* lane of its calls, tid, name, start_ns, end_ns (nullable);
                          a later row for the same lane replaces an earlier one. Without
                          start_ns: a further lane of the thread, for ranges that overlap */
  ROCZ_AGENT = 5,      /* agent_id (node id), type ("CPU"/"GPU"), logical_index,
                          type_index, uuid (device id), name (gfx90a), model_name,
                          vendor_name, product_name, extdata (JSON) */
  ROCZ_QUEUE = 6,      /* queue (lane of its dispatches, from 1), handle, agent_id, size_packets, start_ns */
  ROCZ_STREAM = 7,     /* stream (from 1; 0 is the default stream), handle, device, flags, priority, start_ns,
                          name that the program has given it (NULL: none). A later row for the same stream
                          only names it: there device, flags and priority are NULL */
  ROCZ_CODE_OBJECT = 8,/* code_object_id (from 1), agent_id, uri, load_base, load_size,
                          load_delta, storage_type ("FILE"/"MEMORY"), memory_base, memory_size */
  ROCZ_KERNEL = 9,     /* kernel_id (from 1), code_object_id, name (mangled, no ".kd"),
                          kernel_object, kernarg_size, kernarg_align, group_size,
                          private_size, sgpr, arch_vgpr, accum_vgpr, entry_offset,
                          code_size (bytes of its code, nullable) */
  ROCZ_LAUNCH = 10,    /* launch signature: launch (from 0), kernel_id, grid_x..z
                          (work-items), workgroup_x..z, group_size, private_size (bytes) */
  ROCZ_ANCHOR = 11,    /* tsc, boottime, monotonic, realtime */
  ROCZ_COUNTER = 12,   /* name, value, detail: health of the collector at its end;
                          a later row of the same name replaces an earlier one */
  ROCZ_PROCESS_END = 13, /* time_ns: written at a clean end */
  ROCZ_DECLARED_KIND = 14, /* kind (from ROCZ_DECLARED), name */
  ROCZ_DECLARED_COLUMN = 15, /* kind, column (index), name, type (enum rocz_type), less
                          (index of a column, or NULL) */
  ROCZ_SET = 16,       /* set (lane of its declared kinds), guid, run, host, rank, pid, ppid,
                          nid, start_ns, end_ns, wall_offset_ns (add it to a time for UTC),
                          complete (1: nothing is missing), command, kinds (names, separated
                          by commas), format and path that the rows were read from. What is
                          not known is NULL */
  ROCZ_RECORDING = 17, /* time_ns, stopped_by: from then on recorded (0), or not (ROCZ_STOPPED_*
                          bits). The first row is the state at the start */
  ROCZ_SETTING = 18,   /* name, value, fallback (what it is when nobody says anything) */
  ROCZ_DOMAIN = 19,    /* name, recorded (0, 1), help: what could be recorded, and was it to be */
  ROCZ_PLACE = 20,     /* function, file, line: where it is defined, of those of which that is known. Then what all its calls
                          have alike, as CPython calls it, where that was asked for (else NULL): lasti (offset in bytes of the
                          instruction at which they begin, -1 before the first), argcount, nlocals, stacksize */
  ROCZ_SAID = 21,      /* set, of (ROCZ_SAID_FACT or ROCZ_SAID_DOMAIN), name, value, detail: what the file that a set was
                          read from said of itself. A fact of its health; or what could be recorded, as ROCZ_DOMAIN has it */
  /* event kinds */
  ROCZ_CALL = 32,      /* lane thread: duration, start, function, sequence, parent
                          (sequence of the enclosing traced call, 0 none), result
                          (by the function's form: its return value as i32, 0 for void;
                          or the string id of a message, 0 none) */
  ROCZ_OPEN_CALL = 33, /* lane thread: start, function, sequence, parent, message; a call
                          that had not returned when the file was closed */
  ROCZ_ARGUMENT = 34,  /* lane thread: sequence of the call, key = function*64+word,
                          value: one row for each argument word of a call. The
                          words of one call stand in one chunk, in order */
  ROCZ_MARK = 35,      /* lane thread: start, function, sequence, parent, message: an
                          instant, numbered as the lane's calls are */
  ROCZ_DISPATCH = 40,  /* lane queue: launch, duration, start, dispatch_id (from 1,
                          unique in the process), stack_id of the launching call or
                          0, stream, thread (lane of the launching thread, 0 none),
                          graph_exec, graph_node (0 none) */
  ROCZ_OPEN_DISPATCH = 41, /* lane queue: launch, submit (time), dispatch_id, stack_id,
                          stream, thread, graph_exec, graph_node: the end was never seen */
  ROCZ_COPY = 42,      /* lane 0: direction (ROCZ_COPY_*), duration, start, size_bytes,
                          dst_agent, src_agent, dst_address, src_address, stack_id,
                          stream, thread, how (ROCZ_ENGINE_* + ROCZ_HOST_*), dispatch_id of
                          the kernel that made it (0 none), whose times it has */
  ROCZ_OPEN_COPY = 43, /* lane 0: direction, submit, size_bytes, dst_agent, src_agent,
                          dst_address, src_address, stack_id, stream, thread, how, dispatch_id */
};

enum { ROCZ_FORM_RESULT, ROCZ_FORM_MESSAGE }; /* meaning of the result in a function's rows */

/* rocprofv3's MEMORY_COPY_NONE, _HOST_TO_HOST, _HOST_TO_DEVICE, ... */
enum { ROCZ_COPY_NONE, ROCZ_COPY_H2H, ROCZ_COPY_H2D, ROCZ_COPY_D2H, ROCZ_COPY_D2D };
/* What made a copy: the host, a kernel, an unknown DMA engine, or DMA engine n (ROCZ_ENGINE_SDMA_0 + n); 0: not known. */
enum { ROCZ_ENGINE_HOST = 1, ROCZ_ENGINE_SHADER = 2, ROCZ_ENGINE_SDMA = 3, ROCZ_ENGINE_SDMA_0 = 16, ROCZ_ENGINE_END = 48 };
/* Added to that: the kind of host memory, as the program sees it; 0: none, or not known. */
enum { ROCZ_HOST_PAGEABLE = 64, ROCZ_HOST_PINNED = 128, ROCZ_HOW_END = ROCZ_HOST_PINNED + ROCZ_ENGINE_END };

/* How to display the words of an argument.
** STRUCT: the bytes of a structure. `enumerators` lists its fields, "NAME:Toffset.size"
** separated by commas, T being i (integer), u (unsigned), p (pointer), f (float or
** double), b (bool), e (enumeration, with "(NAME=value,...)" behind it if they are
** known), s (text, up to a 0), x (bytes); without it `words` words are shown in hex.
** LARGE: the same, but the word is the id of a string that holds the bytes.
** POINTED, added to one of these: the target of a pointer, read before the call if the
** pointer is to const, otherwise after it. One more word precedes the others: the number
** of bytes read; 0 if the pointer was NULL or unreadable, or the call failed. */
enum rocz_format {
  ROCZ_F_INT, ROCZ_F_UINT, ROCZ_F_POINTER, ROCZ_F_ENUM, ROCZ_F_STRING /* word = string id, see api */,
  ROCZ_F_DIM3 /* 2 words: x | y<<32, z */, ROCZ_F_FLOAT /* f32 bits */, ROCZ_F_DOUBLE, ROCZ_F_BOOL, ROCZ_F_STRUCT,
  ROCZ_F_LARGE, ROCZ_F_POINTED = 0x40
};

typedef struct rocz_column_def {
  const char *name;
  uint8_t type;      /* enum rocz_type */
  uint8_t transform; /* ROCZ_T_* that the writer uses */
  uint8_t other;     /* column that the transform refers to */
} rocz_column_def;

typedef struct rocz_kind {
  uint16_t id;
  uint8_t columns;
  const char *name;
  const rocz_column_def *column;
} rocz_kind;

/* Returns the kind with this id, or NULL. Defined in kinds.c, with one row per kind. */
const rocz_kind *rocz_kind_find(uint16_t id);

enum { ROCZ_WIDE_CPU, ROCZ_WIDE_WAIT, ROCZ_WIDE_VALUES }; /* further values of a sum: ns */

/* Columns of ROCZ_OWN_FRAMES and ROCZ_OWN_SUMS as a process declares them: those of `frames` and `aggregated` that it can fill in. */
enum { ROCZ_FRAME_ID, ROCZ_FRAME_PARENT, ROCZ_FRAME_FUNCTION, ROCZ_FRAME_COLUMNS };
enum {
  ROCZ_SUM_TID, ROCZ_SUM_ROWS_OF, ROCZ_SUM_CATEGORY, ROCZ_SUM_NAME, ROCZ_SUM_MESSAGE, ROCZ_SUM_AGENT, ROCZ_SUM_SRC_AGENT, ROCZ_SUM_QUEUE, ROCZ_SUM_STREAM,
  ROCZ_SUM_FRAME, ROCZ_SUM_START, ROCZ_SUM_END, ROCZ_SUM_CALLS, ROCZ_SUM_ENDED, ROCZ_SUM_NS, ROCZ_SUM_MIN, ROCZ_SUM_MAX, ROCZ_SUM_SQUARES_HIGH,
  ROCZ_SUM_SQUARES_LOW, ROCZ_SUM_OWN, ROCZ_SUM_LONGEST, ROCZ_SUM_WEIGHT, ROCZ_SUM_HAS_ROWS, ROCZ_SUM_SYSCALL,
  ROCZ_SUM_VALUES, /* those of a wide record */
  ROCZ_SUM_COLUMNS = ROCZ_SUM_VALUES + ROCZ_WIDE_VALUES
};
/* One of these kinds, by its number. */
const rocz_kind *rocz_own_kind(uint16_t id);

/* ---- live file ---- */

/* Readings of four clocks at the same instant. */
typedef struct rocz_anchor {
  int64_t tsc, boottime_ns, monotonic_ns, realtime_ns;
} rocz_anchor;

#define ROCZ_ANCHORS 64 /* size of the ring of anchors in the live file */
#define ROCZ_COUNTERS 32
enum rocz_counter_id { /* counters of the live file: all are u64 and only grow */
  ROCZ_N_CALLS_DROPPED,      /* calls not recorded because the ring was full */
  ROCZ_N_CALLS_UNTRACKED,    /* calls not recorded because there was no memory for a thread's buffer */
  ROCZ_N_DISPATCHES_DROPPED, /* dispatches not recorded because the queue's ring was full */
  ROCZ_N_DISPATCHES_UNTIMED, /* dispatches without times, because the completion signal was unusable */
  ROCZ_N_COPIES_DROPPED,
  ROCZ_N_TIMES_ADJUSTED,     /* device starts that were before their launch call, and were moved */
  ROCZ_N_META_DROPPED,
  ROCZ_N_WRITE_ERRORS,       /* failed writes of chunks, e.g. because the disk was full */
  ROCZ_N_ROWS_LOST,          /* rows of the chunks that were not written */
  ROCZ_N_UNLINKED,           /* dispatches for which no launching call was found */
  ROCZ_N_WRITER_CPU_NS,      /* CPU time of the writer thread */
  ROCZ_N_ARGUMENTS_DROPPED,  /* calls and regions whose arguments were not recorded for lack of room */
  ROCZ_N_CHECKS_FAILED,      /* broken invariants of buffers, found with COLLECT_CHECK */
  ROCZ_N_ARGUMENTS_CUT,      /* string arguments that were cut */
  ROCZ_N_SIZE_LIMIT,         /* 1: recording ended because the file reached its size limit */
  ROCZ_N_ROWS_OVER_LIMIT,    /* rows left out because of the size limit */
  ROCZ_N_ROWS_LET_GO,        /* rows removed to make room for newer ones */
  ROCZ_N_BUFFER_BYTES,       /* of the live file */
  ROCZ_N_BUFFER_PEAK_BYTES,  /* most bytes that the writer found waiting in all buffers */
  ROCZ_N_CLOCK_READING_PS,   /* time that one reading of the clock takes; a traced call reads it twice */
  ROCZ_N_NOT_COUNTED_QUEUE,  /* kernels without GPU counters, since their queue is for cooperative launches, or a tool's, or intercepted; */
  ROCZ_N_NOT_COUNTED_BESIDE, /* or since other kernels ran at the same time; */
  ROCZ_N_NOT_COUNTED_EXIT,   /* or since the process ended; */
  ROCZ_N_NOT_COUNTED_COUNTERS, /* or since the agent has none of the requested counters */
  ROCZ_N_NAMES_DROPPED,      /* strings that were lost for lack of room; rows have NULL in their place */
  ROCZ_N_NO_ROOM_NS,         /* how long nothing could be written, because the disk was full or failed */
  ROCZ_N_HANDLER_ROWS_DROPPED, /* rows of signal handlers that found no room */
  ROCZ_N_CALLS_RESTARTED,    /* blocking calls that the sampler's signal interrupted and that went on */
  ROCZ_N_CALLS_INTERRUPTED,  /* system calls that returned EINTR to the program because of the sampler's signal */
  ROCZ_N_CALLS_SUMMED,       /* calls that were added up, and are no rows */
  ROCZ_N_DISPATCHES_SUMMED,  /* the same of dispatches */
};
/* Names of the counters in COUNTER rows; NULL: no such counter. Defined in kinds.c. */
extern const char *const rocz_counter_name[ROCZ_COUNTERS];

typedef struct rocz_live { /* control page of the live file */
  char magic[8];
  uint32_t version;
  uint32_t pid;
  uint8_t file_id[16]; /* as in the .rocz file; if it differs, the files do not belong together */
  int64_t tsc_hz;
  _Atomic uint64_t used_bytes; /* used bytes of the file, including this page */
  _Atomic uint32_t segments;
  _Atomic uint32_t closed; /* 1: everything is in the chunks */
  /* anchors[n % ROCZ_ANCHORS] for n < anchor_count; the last ROCZ_ANCHORS-1 are valid. An anchor is written first, then anchor_count with release order. */
  _Atomic uint64_t anchor_count;
  _Atomic uint64_t counter[ROCZ_COUNTERS];
  rocz_anchor anchor[ROCZ_ANCHORS];
} rocz_live;

/* The end of the control page, 64 bytes: see CONTROL. */
#define ROCZ_CONTROL 4032
_Static_assert(sizeof(rocz_live) <= ROCZ_CONTROL, "control page");
enum { ROCZ_ASK_START = 's', ROCZ_ASK_STOP = 'p', ROCZ_ASK_FLUSH = 'f' };
enum { ROCZ_STOPPED_USER = 1, ROCZ_STOPPED_PERIOD = 2, ROCZ_STOPPED_RANGE = 4, ROCZ_STOPPED_PROGRAM = 8, ROCZ_STOPPED_LIMIT = 16 };
typedef struct rocz_control {
  _Atomic uint8_t request; /* ROCZ_ASK_*, 0 none */
  _Atomic uint8_t left;    /* 1: the process ended by calling _exit or exec */
  uint8_t reserved[6];
  _Atomic uint32_t stopped_by; /* now */
  _Atomic uint32_t requests;   /* number of requests done so far */
  _Atomic int64_t since_ns;    /* BOOTTIME of the last change */
} rocz_control;

enum {
  ROCZ_SEG_CALLS = 1, ROCZ_SEG_DISPATCHES = 2, ROCZ_SEG_COPIES = 3, ROCZ_SEG_META = 4, ROCZ_SEG_FRAMES = 5, ROCZ_SEG_ROWS = 6, ROCZ_SEG_SUMS = 7,
  ROCZ_SEG_WIDE_SUMS = 8,
  ROCZ_SEGMENT_KINDS /* segment.h */
};

#define ROCZ_CALL_DONE 1u     /* flag of a head: the record is complete */
#define ROCZ_CALL_INSTANT 2u  /* a row of kind MARK: end is start */
#define ROCZ_SPILL_DEPTH 16

typedef struct rocz_call_record { /* 32 bytes */
  int64_t start;     /* ticks */
  uint32_t sequence; /* low 32 bits of the call's number, which grows within a lane */
  uint16_t function; /* id of the FUNCTION row */
  uint8_t argument_blocks; /* further units: 4 argument words each */
  uint8_t flags;     /* ROCZ_CALL_* */
  int64_t end;
  int32_t result;    /* as in CALL rows; may be a message */
  uint32_t parent;   /* sequence of the enclosing traced call, 0 none */
} rocz_call_record;
_Static_assert(sizeof(rocz_call_record) == 32, "on-disk layout");

typedef struct rocz_open_call { /* an outer call in progress, 24 bytes */
  int64_t start;
  uint32_t sequence;
  uint16_t function;
  uint16_t reserved;
  uint32_t parent;
  uint32_t message; /* string id, 0 none */
} rocz_open_call;

typedef struct rocz_open_frame { /* 40 bytes */
  int64_t start; /* ticks */
  uint64_t sequence;
  uint64_t key;      /* the producer's own */
  uint32_t parent;   /* low 32 bits of the enclosing call's number, 0 none */
  uint32_t function; /* id of the FUNCTION row */
  uint32_t depth;    /* the producer's own */
  uint32_t message;  /* string id, 0 none */
} rocz_open_frame;
_Static_assert(sizeof(rocz_open_frame) == 40, "on-disk layout");

typedef struct rocz_segment { /* control page of a segment */
  /* Cache line 0: written by the producer. Its fast path touches no other line. */
  _Atomic uint64_t pos;   /* end of the committed records; only grows within a lane */
  _Atomic uint64_t fast_until; /* CALLS: the producer takes the fast path while pos is below it */
  uint64_t mask;          /* CALLS, META: capacity - 1 */
  uint8_t *data;          /* address in the traced process */
  uint64_t next_sequence; /* CALLS: number of the next call */
  uint64_t producer_words[3]; /* the producer's own */
  /* Cache line 1: identity. */
  uint32_t magic;
  uint16_t kind; /* ROCZ_SEG_* */
  uint16_t record_bytes;
  uint32_t lane;
  _Atomic uint32_t epoch;
  uint64_t data_offset; /* in the live file */
  uint64_t capacity;    /* bytes of data */
  uint64_t file_next;   /* offset of the next segment in the live file */
  uint32_t tid;
  uint32_t reserved;
  uint64_t sequence_high; /* CALLS: high bits of next_sequence, for records after a wrap of 2^32 */
  uint64_t reserved3;
  /* Cache line 2: written by the writer thread. */
  _Atomic uint64_t tail;
  uint64_t reserved4[7];
  /* From cache line 3 on: calls in progress that made a traced call of another layer. */
  _Atomic uint32_t depth;
  uint32_t reserved5[15];
  rocz_open_call spill[ROCZ_SPILL_DEPTH];
  uint8_t producer_private[2048]; /* the producer's own */
} rocz_segment;
_Static_assert(sizeof(rocz_segment) <= ROCZ_PAGE, "control page");
_Static_assert(offsetof(rocz_segment, magic) == 64, "cache line");
_Static_assert(offsetof(rocz_segment, tail) == 128, "cache line");
_Static_assert(offsetof(rocz_segment, depth) == 192, "cache line");

enum { ROCZ_SUBMITTED = 1, ROCZ_DONE = 2, ROCZ_SKIP = 3 /* ignore: no kernel */, ROCZ_TIMED = 4 /* like DONE, but not to be written to a chunk yet */ };

typedef struct rocz_dispatch_record { /* 128 bytes */
  uint64_t kernel_object;
  uint32_t grid[3];
  uint16_t workgroup[3];
  uint16_t reserved;
  uint32_t group_size, private_size;
  uint32_t symbol_epoch; /* number of code-object loads and unloads so far, which distinguishes kernels at the same address */
  uint32_t stream;
  uint32_t thread;
  _Atomic uint32_t state; /* ROCZ_SUBMITTED, ... */
  uint32_t kernel_id;    /* 0: unknown; found by kernel_object and symbol_epoch */
  uint64_t copy;         /* the producer's own */
  /* second line */
  uint64_t stack_id;
  int64_t submit; /* host time in ticks at which the packet was put into the queue */
  int64_t launch; /* start of the launching call in ticks; 0: unknown */
  int64_t start_ns, end_ns;
  uint64_t dispatch_id;
  uint64_t graph_exec;
  uint64_t graph_node;
} rocz_dispatch_record;
_Static_assert(sizeof(rocz_dispatch_record) == 128, "on-disk layout");

typedef struct rocz_copy_record { /* 128 bytes */
  uint64_t dst_address, src_address, size_bytes;
  uint32_t dst_agent, src_agent; /* agent ids; 0xffffffff unknown */
  uint32_t direction;
  uint32_t stream, thread;
  _Atomic uint32_t state;
  uint64_t stack_id;
  int64_t submit, launch; /* ticks */
  int64_t start_ns, end_ns;
  uint32_t how, reserved;
  uint64_t dispatch_id;
  uint64_t reserved2[3];
} rocz_copy_record;
_Static_assert(sizeof(rocz_copy_record) == 128, "on-disk layout");

#define ROCZ_SUM_NO_ID UINT32_MAX /* of an agent, queue or stream: there is none */
typedef struct rocz_sum_record { /* 160 bytes: one row of `aggregated`, and its frame */
  uint32_t rows_of;  /* id of a string, as those below; 0: the record is not in use */
  uint32_t flushed;  /* position of the chunk that has, or is to have, this row; 0: none */
  uint32_t tid;      /* 0: none */
  uint32_t category, name, message;
  uint32_t frame, parent_frame, frame_name; /* number of the frame (0: none), its parent's (0: outermost), id of its function's name. frame_name 0: the
                                               frame is not described here, and parent_frame is the same number */
  uint32_t agent, src_agent, queue, stream;
  uint32_t open;     /* how many of the calls have not ended; not in `calls` */
  uint32_t producer_words[2]; /* the producer's own */
  int64_t start, end;         /* INT64_MAX, INT64_MIN: none */
  uint64_t calls, ended;
  uint64_t sum_ns;
  int64_t min_ns, max_ns, longest_start;
  uint64_t squares_high, squares_low;
  int64_t own_ns;             /* ROCZ_NULL: none */
  int64_t weight;             /* ROCZ_NULL: none */
} rocz_sum_record;
_Static_assert(sizeof(rocz_sum_record) == 160, "on-disk layout");
typedef struct rocz_wide_sum_record { /* 184 bytes */
  rocz_sum_record sum;
  uint32_t syscall;           /* of stacks: number of the system call; ROCZ_SUM_NO_ID: none */
  uint32_t reserved;
  int64_t value[ROCZ_WIDE_VALUES]; /* ROCZ_NULL: unknown */
} rocz_wide_sum_record;
_Static_assert(sizeof(rocz_wide_sum_record) == 168 + 8 * ROCZ_WIDE_VALUES, "on-disk layout");
_Static_assert(sizeof(rocz_wide_sum_record) <= sizeof(((rocz_segment *)0)->spill), "its bytes from before a change are there");

typedef struct rocz_meta_head { /* 16 bytes */
  uint32_t size; /* bytes of the row, including this head; a multiple of 8 */
  uint16_t kind;
  uint16_t reserved;
  uint64_t row; /* number within the kind, from 0 */
} rocz_meta_head;

#endif
