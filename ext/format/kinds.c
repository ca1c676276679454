/* The columns of every kind, in the order that rocz.h's enum rocz_kind_id states, and
** the names of the counters.
**
** The transforms are this writer's choice (a chunk says for itself which it uses)
** and were chosen by size on a generated trace (tests/bench/bench_format.c):
**   - a start follows the end before it (GAP); records come in order of their
**     ends, so an outer call's gap is negative, which zig-zag takes;
**   - a duration resembles the last one of the same launch signature or of the
**     same size (KEYED);
**   - a stack_id resembles the last one of the same thread: its upper bits are
**     the thread's lane;
**   - what the threads that share a queue repeat is found again when it is grouped
**     by thread;
**   - a call's parent and an argument's value resemble those of the last call of
**     the same function: what a program does in a loop. */
#include "rocz.h"

#define PLAIN(name, type) {name, type, ROCZ_T_NONE, 0}
#define DELTA(name, type) {name, type, ROCZ_T_DELTA, 0}
#define GAP(name, other) {name, ROCZ_TIME, ROCZ_T_GAP, other}
#define KEYED(name, type, other) {name, type, ROCZ_T_KEYED, other}
#define GROUPED(name, type, other) {name, type, ROCZ_T_NONE | ROCZ_T_GROUPED, other}
#define GROUPED_KEYED(name, type, other) {name, type, ROCZ_T_KEYED | ROCZ_T_GROUPED, other}
#define INT ROCZ_INT
#define TIME ROCZ_TIME
#define STR ROCZ_STRING_ID

static const rocz_column_def string_columns[] = {{"text", ROCZ_TEXT, ROCZ_T_TEXT, 0}};
static const rocz_column_def function_columns[] = {DELTA("function", INT), PLAIN("category", STR), DELTA("name", STR), PLAIN("form", INT)};
static const rocz_column_def place_columns[] = {DELTA("function", INT), PLAIN("file", STR), PLAIN("line", INT),
                                                PLAIN("lasti", INT), PLAIN("argcount", INT), PLAIN("nlocals", INT), PLAIN("stacksize", INT)};
static const rocz_column_def parameter_columns[] = {
    DELTA("function", INT), PLAIN("position", INT), PLAIN("name", STR),       PLAIN("type", STR),
    PLAIN("format", INT),   PLAIN("word", INT),     PLAIN("enumerators", STR), PLAIN("words", INT)};
static const rocz_column_def thread_columns[] = {DELTA("lane", INT), PLAIN("tid", INT), PLAIN("name", STR),
                                                 DELTA("start_ns", TIME), DELTA("end_ns", TIME)};
static const rocz_column_def agent_columns[] = {
    DELTA("agent_id", INT),   PLAIN("type", STR),        PLAIN("logical_index", INT), PLAIN("type_index", INT),
    PLAIN("uuid", INT),       PLAIN("name", STR),        PLAIN("model_name", STR),    PLAIN("vendor_name", STR),
    PLAIN("product_name", STR), PLAIN("extdata", STR)};
static const rocz_column_def queue_columns[] = {DELTA("queue", INT), DELTA("handle", INT), PLAIN("agent_id", INT),
                                                PLAIN("size_packets", INT), DELTA("start_ns", TIME)};
static const rocz_column_def stream_columns[] = {DELTA("stream", INT), DELTA("handle", INT),   PLAIN("device", INT),
                                                 PLAIN("flags", INT),  PLAIN("priority", INT), DELTA("start_ns", TIME),
                                                 PLAIN("name", STR)};
static const rocz_column_def code_object_columns[] = {
    DELTA("code_object_id", INT), PLAIN("agent_id", INT),     PLAIN("uri", STR),
    DELTA("load_base", INT),      PLAIN("load_size", INT),    PLAIN("load_delta", INT),
    PLAIN("storage_type", STR),   DELTA("memory_base", INT),  PLAIN("memory_size", INT)};
static const rocz_column_def kernel_columns[] = {
    DELTA("kernel_id", INT),    PLAIN("code_object_id", INT), DELTA("name", STR),          DELTA("kernel_object", INT),
    PLAIN("kernarg_size", INT), PLAIN("kernarg_align", INT),  PLAIN("group_size", INT),    PLAIN("private_size", INT),
    PLAIN("sgpr", INT),         PLAIN("arch_vgpr", INT),      PLAIN("accum_vgpr", INT),    PLAIN("entry_offset", INT),
    PLAIN("code_size", INT)};
static const rocz_column_def launch_columns[] = {
    DELTA("launch", INT),      PLAIN("kernel_id", INT),   PLAIN("grid_x", INT),      PLAIN("grid_y", INT),     PLAIN("grid_z", INT),
    PLAIN("workgroup_x", INT), PLAIN("workgroup_y", INT), PLAIN("workgroup_z", INT), PLAIN("group_size", INT), PLAIN("private_size", INT)};
static const rocz_column_def anchor_columns[] = {DELTA("tsc", INT), DELTA("boottime", TIME), DELTA("monotonic", INT),
                                                 DELTA("realtime", INT)};
static const rocz_column_def counter_columns[] = {PLAIN("name", STR), PLAIN("value", INT), PLAIN("detail", STR)};
static const rocz_column_def process_end_columns[] = {PLAIN("time_ns", TIME)};

static const rocz_column_def declared_kind_columns[] = {DELTA("kind", INT), DELTA("name", STR)};
static const rocz_column_def declared_column_columns[] = {DELTA("kind", INT), DELTA("column", INT), DELTA("name", STR), PLAIN("type", INT),
                                                          PLAIN("less", INT)};
static const rocz_column_def set_columns[] = {
    DELTA("set", INT),        DELTA("guid", STR),    PLAIN("run", STR),            PLAIN("host", STR),     PLAIN("rank", INT),
    PLAIN("pid", INT),        PLAIN("ppid", INT),    PLAIN("nid", INT),            PLAIN("start_ns", TIME), PLAIN("end_ns", TIME),
    PLAIN("wall_offset_ns", INT), PLAIN("complete", INT), PLAIN("command", STR),   PLAIN("kinds", STR),    PLAIN("format", STR),
    DELTA("path", STR)};

static const rocz_column_def recording_columns[] = {DELTA("time_ns", TIME), PLAIN("stopped_by", INT)};
static const rocz_column_def setting_columns[] = {PLAIN("name", STR), PLAIN("value", STR), PLAIN("fallback", STR)};
static const rocz_column_def said_columns[] = {DELTA("set", INT), PLAIN("of", INT), PLAIN("name", STR), PLAIN("value", INT), PLAIN("detail", STR)};
static const rocz_column_def domain_columns[] = {PLAIN("name", STR), PLAIN("recorded", INT), PLAIN("help", STR)};

static const rocz_column_def call_columns[] = {
    PLAIN("duration", INT), GAP("start", 0), PLAIN("function", INT), DELTA("sequence", INT), KEYED("parent", INT, 2),
    PLAIN("result", INT)};
static const rocz_column_def open_call_columns[] = {DELTA("start", TIME), PLAIN("function", INT), DELTA("sequence", INT),
                                                    PLAIN("parent", INT), PLAIN("message", STR)};
static const rocz_column_def mark_columns[] = {DELTA("start", TIME), PLAIN("function", INT), DELTA("sequence", INT),
                                               PLAIN("parent", INT), KEYED("message", STR, 1)};
static const rocz_column_def argument_columns[] = {DELTA("sequence", INT), PLAIN("key", INT), KEYED("value", INT, 1)};
static const rocz_column_def dispatch_columns[] = {
    GROUPED("launch", INT, 6),       KEYED("duration", INT, 0),
    GAP("start", 1),                 DELTA("dispatch_id", INT),
    GROUPED_KEYED("stack_id", INT, 6), KEYED("stream", INT, 6),
    PLAIN("thread", INT),            GROUPED("graph_exec", INT, 6),
    GROUPED("graph_node", INT, 6)};
static const rocz_column_def open_dispatch_columns[] = {
    PLAIN("launch", INT), DELTA("submit", TIME), DELTA("dispatch_id", INT), KEYED("stack_id", INT, 5),
    PLAIN("stream", INT), PLAIN("thread", INT),  PLAIN("graph_exec", INT),  PLAIN("graph_node", INT)};
static const rocz_column_def copy_columns[] = {
    GROUPED("direction", INT, 10), KEYED("duration", INT, 3),        GAP("start", 1),
    GROUPED("size_bytes", INT, 10), GROUPED("dst_agent", INT, 10),   GROUPED("src_agent", INT, 10),
    KEYED("dst_address", INT, 3),  KEYED("src_address", INT, 3),     GROUPED_KEYED("stack_id", INT, 10),
    KEYED("stream", INT, 10),      PLAIN("thread", INT),             GROUPED("how", INT, 10),
    DELTA("dispatch_id", INT)};
static const rocz_column_def open_copy_columns[] = {
    PLAIN("direction", INT),      DELTA("submit", TIME),        PLAIN("size_bytes", INT),   PLAIN("dst_agent", INT), PLAIN("src_agent", INT),
    KEYED("dst_address", INT, 2), KEYED("src_address", INT, 2), KEYED("stack_id", INT, 9),  PLAIN("stream", INT),    PLAIN("thread", INT),
    PLAIN("how", INT),            DELTA("dispatch_id", INT)};

#define KIND(id, lower) {id, sizeof(lower##_columns) / sizeof(lower##_columns[0]), #lower, lower##_columns}
static const rocz_kind kinds[] = {
    KIND(ROCZ_STRING, string),
    KIND(ROCZ_FUNCTION, function),
    KIND(ROCZ_PARAMETER, parameter),
    KIND(ROCZ_THREAD, thread),
    KIND(ROCZ_AGENT, agent),
    KIND(ROCZ_QUEUE, queue),
    KIND(ROCZ_STREAM, stream),
    KIND(ROCZ_CODE_OBJECT, code_object),
    KIND(ROCZ_KERNEL, kernel),
    KIND(ROCZ_LAUNCH, launch),
    KIND(ROCZ_ANCHOR, anchor),
    KIND(ROCZ_COUNTER, counter),
    KIND(ROCZ_PROCESS_END, process_end),
    KIND(ROCZ_DECLARED_KIND, declared_kind),
    KIND(ROCZ_DECLARED_COLUMN, declared_column),
    KIND(ROCZ_SET, set),
    KIND(ROCZ_RECORDING, recording),
    KIND(ROCZ_SETTING, setting),
    KIND(ROCZ_DOMAIN, domain),
    KIND(ROCZ_PLACE, place),
    KIND(ROCZ_SAID, said),
    KIND(ROCZ_CALL, call),
    KIND(ROCZ_OPEN_CALL, open_call),
    KIND(ROCZ_ARGUMENT, argument),
    KIND(ROCZ_MARK, mark),
    KIND(ROCZ_DISPATCH, dispatch),
    KIND(ROCZ_OPEN_DISPATCH, open_dispatch),
    KIND(ROCZ_COPY, copy),
    KIND(ROCZ_OPEN_COPY, open_copy),
};

const rocz_kind *rocz_kind_find(uint16_t id) {
  for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
    if (kinds[i].id == id) return &kinds[i];
  return NULL;
}

/* A process declares these (rocz.h, DECLARED KINDS). */
static const rocz_column_def frame_columns[ROCZ_FRAME_COLUMNS] = {DELTA("id", INT), DELTA("parent_frame_id", INT), PLAIN("function", STR)};
static const rocz_column_def sum_columns[ROCZ_SUM_COLUMNS] = {
    PLAIN("tid", INT),           PLAIN("rows_of", STR), PLAIN("category", STR), PLAIN("name", STR),   PLAIN("message", STR),
    PLAIN("agent_id", INT),      PLAIN("src_agent_id", INT),  PLAIN("queue_id", INT),       PLAIN("stream_id", INT),    DELTA("frame_id", INT),
    DELTA("start", TIME),        DELTA("end", TIME),          PLAIN("calls", INT),          PLAIN("ended", INT),        PLAIN("sum_ns", INT),
    PLAIN("min_ns", INT),        PLAIN("max_ns", INT),        PLAIN("squares_high", INT),   PLAIN("squares_low", INT),  PLAIN("own_ns", INT),
    DELTA("longest_start", TIME), PLAIN("weight", INT),       PLAIN("has_rows", INT),       PLAIN("syscall", INT),      PLAIN("cpu_ns", INT),
    PLAIN("wait_ns", INT)};
static const rocz_kind own_kinds[] = {{ROCZ_OWN_FRAMES, ROCZ_FRAME_COLUMNS, "frames", frame_columns},
                                      {ROCZ_OWN_SUMS, ROCZ_SUM_COLUMNS, "aggregated", sum_columns}};

const rocz_kind *rocz_own_kind(uint16_t id) { return &own_kinds[id == ROCZ_OWN_SUMS]; }

const char *const rocz_counter_name[ROCZ_COUNTERS] = {
    [ROCZ_N_CALLS_DROPPED] = "calls dropped",           [ROCZ_N_CALLS_UNTRACKED] = "calls untracked",
    [ROCZ_N_DISPATCHES_DROPPED] = "dispatches dropped", [ROCZ_N_DISPATCHES_UNTIMED] = "dispatches untimed",
    [ROCZ_N_COPIES_DROPPED] = "copies dropped",         [ROCZ_N_TIMES_ADJUSTED] = "times adjusted",
    [ROCZ_N_META_DROPPED] = "info rows dropped",        [ROCZ_N_WRITE_ERRORS] = "write errors",
    [ROCZ_N_ROWS_LOST] = "rows lost",                   [ROCZ_N_UNLINKED] = "dispatches unlinked",
    [ROCZ_N_WRITER_CPU_NS] = "writer cpu ns",           [ROCZ_N_CHECKS_FAILED] = "checks failed",
    [ROCZ_N_ARGUMENTS_DROPPED] = "arguments dropped",   [ROCZ_N_ARGUMENTS_CUT] = "arguments cut",
    [ROCZ_N_SIZE_LIMIT] = "stopped by size limit",      [ROCZ_N_ROWS_OVER_LIMIT] = "rows over size limit",
    [ROCZ_N_ROWS_LET_GO] = "rows let go",
    [ROCZ_N_BUFFER_BYTES] = "buffer bytes",             [ROCZ_N_BUFFER_PEAK_BYTES] = "buffer peak bytes",
    [ROCZ_N_CLOCK_READING_PS] = "clock reading ps",
    [ROCZ_N_NOT_COUNTED_QUEUE] = "kernels not counted: queue",
    [ROCZ_N_NOT_COUNTED_BESIDE] = "kernels not counted: beside others",
    [ROCZ_N_NOT_COUNTED_EXIT] = "kernels not counted: exit",
    [ROCZ_N_NOT_COUNTED_COUNTERS] = "kernels not counted: no counters",
    [ROCZ_N_NAMES_DROPPED] = "names dropped",
    [ROCZ_N_NO_ROOM_NS] = "ns without room",            [ROCZ_N_HANDLER_ROWS_DROPPED] = "handler rows dropped",
    [ROCZ_N_CALLS_RESTARTED] = "calls restarted",       [ROCZ_N_CALLS_INTERRUPTED] = "calls interrupted",
    [ROCZ_N_CALLS_SUMMED] = "calls added up",           [ROCZ_N_DISPATCHES_SUMMED] = "kernels added up"};
