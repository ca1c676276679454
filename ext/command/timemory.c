/* See timemory.h. The rows of the table calls become one tree: of several threads, processes or traces, nodes of one kind and name with the same parents are
** one. */
#include "timemory.h"
#include "map.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { NONE = -1 };

/* Of durations: their number, sum, extremes, and the sum of squared differences from the mean. launched, gpu: kernels and copies of the node and below it, and
** their time. */
typedef struct figures {
  int64_t calls, ended, sum, own, min, max, launched, gpu;
  double squares;
} figures;

typedef struct node {
  char *name, *quoted;        /* as it is, and as a JSON string */
  int parent, child, last, next; /* numbers of nodes */
  int depth;                  /* 0: a thread, process, or all */
  bool gpu;                   /* kernels or copies; `of` has their GPU times */
  int thread;                 /* of a root: its number among those of its process; NONE: several are together, or it is of unknown calls */
  int process;                /* of a root: the number of its process */
  char *head;                 /* of a root: what is printed above the first one of a process */
  int64_t *id;                /* of a root: pid, tid, pid, tid, ... of its threads; of processes the tid is NONE */
  int ids;
  figures of, less;           /* of the trace, and of the one to subtract */
} node;

typedef struct tree {
  node *node;
  int n;
  size_t room;
  rocpd_map place; /* by parent and name */
  int first;       /* the first root */
} tree;

static uint64_t hash_of(const char *text, uint64_t h) {
  for (; *text; text++) h = (h ^ (uint8_t)*text) * 0x100000001b3u;
  return h ? h : 1;
}
static uint64_t name_hash(const char *name) { return hash_of(name, 0xcbf29ce484222325u); }

static void add(figures *to, const figures *x) {
  double n = (double)to->ended, m = (double)x->ended, apart = n && m ? (double)x->sum / m - (double)to->sum / n : 0;
  to->min = !to->ended || (x->ended && x->min < to->min) ? x->min : to->min;
  to->max = !to->ended || (x->ended && x->max > to->max) ? x->max : to->max;
  to->squares += x->squares + (n && m ? apart * apart * n * m / (n + m) : 0);
  to->calls += x->calls, to->ended += x->ended, to->sum += x->sum, to->own += x->own;
  to->launched += x->launched, to->gpu += x->gpu;
}

/* ---- reading */

/* The node of this kind and name below `parent`; made if there is none. NONE: no memory. */
static int node_of(tree *t, int parent, const char *kind, const char *name, const char *quoted) {
  uint64_t key = hash_of(name, hash_of(kind, 0xcbf29ce484222325u ^ (uint64_t)(parent + 2) * 0x9e3779b97f4a7c15u));
  uint64_t found = rocpd_map_get(&t->place, key, UINT64_MAX);
  if (found != UINT64_MAX) return (int)found;
  if (rocpd_array_reserve(&t->node, &t->room, (size_t)t->n + 1, sizeof *t->node) != SQLITE_OK || rocpd_map_set(&t->place, key, (uint64_t)t->n) != SQLITE_OK)
    return NONE;
  node *x = &t->node[t->n];
  *x = (node){
    .name = sqlite3_mprintf("%s", name), .quoted = sqlite3_mprintf("%s", quoted), .parent = parent, .child = NONE, .last = NONE, .next = NONE, .thread = NONE,
    .gpu = strcmp(kind, "kernel") == 0 || strcmp(kind, "copy") == 0};
  t->n++; /* before it may fail: it is freed with the tree */
  if (!x->name || !x->quoted) return NONE;
  if (parent == NONE) return t->n - 1;
  node *p = &t->node[parent];
  x->depth = p->depth + 1;
  if (p->last == NONE) p->child = t->n - 1;
  else t->node[p->last].next = t->n - 1;
  p->last = t->n - 1;
  return t->n - 1;
}

static bool id_add(node *root, int64_t pid, int64_t tid) {
  int64_t *more = sqlite3_realloc64(root->id, (uint64_t)(2 * root->ids + 2) * sizeof *more);
  if (!more) return false;
  root->id = more;
  root->id[2 * root->ids] = pid, root->id[2 * root->ids + 1] = tid;
  root->ids++;
  return true;
}

enum { C_NAME, C_QUOTED, C_DEPTH, C_CALLS, C_UNENDED, C_SUM, C_OWN, C_MIN, C_MAX, C_STDDEV, C_PID, C_TID, C_GUID, C_KIND, C_LAUNCHED, C_GPU, C_RANK, C_COMMAND, C_THREAD };
/* Of roots, the process's command and the thread's name: those of the same guid, if there are any. */
#define OF_ROOT(what, from, which) \
  "CASE depth WHEN 0 THEN (SELECT coalesce(max(CASE WHEN x.guid = c.guid THEN " what " END), max(" what ")) FROM " from "(%Q) x " \
  "WHERE x.source = c.source AND x.pid = c.pid" which ") END"
#define READ \
  "SELECT name, json_quote(name), depth, calls, unended, inclusive_ns, exclusive_ns, min_ns, max_ns, stddev_ns, pid, tid, guid, kind, launched, gpu_ns, rank, " \
  OF_ROOT("command", "processes", "") ", " OF_ROOT("name", "threads", " AND x.tid = c.tid") " FROM calls(%Q, %Q, 'gpu') c"

static figures figures_of(sqlite3_stmt *row) {
  figures f = {.calls = sqlite3_column_int64(row, C_CALLS), .sum = sqlite3_column_int64(row, C_SUM), .own = sqlite3_column_int64(row, C_OWN),
               .min = sqlite3_column_int64(row, C_MIN), .max = sqlite3_column_int64(row, C_MAX)};
  f.launched = sqlite3_column_int64(row, C_LAUNCHED), f.gpu = sqlite3_column_int64(row, C_GPU);
  if (sqlite3_column_type(row, C_SUM) == SQLITE_NULL) f.sum = f.gpu; /* kernels and copies */
  f.ended = f.calls - sqlite3_column_int64(row, C_UNENDED);
  double deviation = sqlite3_column_double(row, C_STDDEV);
  f.squares = f.ended > 1 ? deviation * deviation * (double)(f.ended - 1) : 0;
  return f;
}

/* "app 123 (rank 0)" */
static char *head_of(sqlite3_stmt *row) {
  const char *command = (const char *)sqlite3_column_text(row, C_COMMAND);
  int words = command ? (int)strcspn(command, " ") : 0, from = words;
  while (from && command[from - 1] != '/') from--;
  char rank[40] = "";
  if (sqlite3_column_type(row, C_RANK) != SQLITE_NULL) sqlite3_snprintf(sizeof rank, rank, " (rank %lld)", sqlite3_column_int64(row, C_RANK));
  return sqlite3_mprintf("%.*s %lld%s", words - from ? words - from : 7, words - from ? command + from : "process", sqlite3_column_int64(row, C_PID), rank);
}

/* "worker 124" */
static bool root_describe(node *x, const rocpd_timemory_wish *wish, sqlite3_stmt *row, int thread) {
  const char *named = (const char *)sqlite3_column_text(row, C_THREAD);
  bool by_thread = strcmp(wish->by, "thread") == 0, all = strcmp(wish->by, "all") == 0;
  bool is_main = sqlite3_column_int64(row, C_TID) == sqlite3_column_int64(row, C_PID);
  sqlite3_free(x->name), sqlite3_free(x->quoted), sqlite3_free(x->head);
  x->head = head_of(row), x->quoted = NULL;
  if (all) x->name = sqlite3_mprintf("all processes");
  else if (by_thread && named && !is_main && !wish->json) x->name = sqlite3_mprintf("%s %lld", named, sqlite3_column_int64(row, C_TID));
  else x->name = sqlite3_mprintf("%s", sqlite3_column_text(row, C_NAME));
  if (x->name) x->quoted = all ? sqlite3_mprintf("\"all processes\"") : sqlite3_mprintf("%s", sqlite3_column_text(row, C_QUOTED));
  x->thread = by_thread ? thread : NONE;
  return x->name && x->quoted && x->head;
}

/* Roots of two traces belong together if they are the same thread of the same process, by their numbers in order. */
static int root_of(tree *t, const rocpd_timemory_wish *wish, sqlite3_stmt *row, int process, int thread) {
  char key[64];
  bool by_thread = strcmp(wish->by, "thread") == 0, known = sqlite3_column_type(row, C_TID) != SQLITE_NULL;
  if (strcmp(wish->by, "all") == 0) sqlite3_snprintf(sizeof key, key, "all");
  else if (!by_thread) sqlite3_snprintf(sizeof key, key, "%d", process);
  else sqlite3_snprintf(sizeof key, key, known ? "%d %d" : "%d unknown", process, thread);
  int root = node_of(t, NONE, "", key, "\"\"");
  if (root == NONE) return NONE;
  node *x = &t->node[root];
  x->process = process;
  if (!x->ids && !root_describe(x, wish, row, known ? thread : NONE)) return NONE;
  int64_t tid = by_thread && known ? sqlite3_column_int64(row, C_TID) : NONE;
  return id_add(x, sqlite3_column_int64(row, C_PID), tid) ? root : NONE;
}

/* Adds a row to the node below the last one of the depth above it. */
static bool row_add(tree *t, const rocpd_timemory_wish *wish, sqlite3_stmt *row, int **at, size_t *room, int root, bool subtract) {
  int depth = sqlite3_column_int(row, C_DEPTH);
  const char *kind = (const char *)sqlite3_column_text(row, C_KIND), *name = (const char *)sqlite3_column_text(row, C_NAME), *quoted = (const char *)sqlite3_column_text(row, C_QUOTED);
  if (rocpd_array_reserve(at, room, (size_t)depth + 1, sizeof **at) != SQLITE_OK) return false;
  (*at)[depth] = depth == 0 ? root : node_of(t, wish->flat ? root : (*at)[depth - 1], kind ? kind : "", name ? name : "", quoted && name ? quoted : "\"\"");
  if ((*at)[depth] == NONE) return false;
  figures f = figures_of(row);
  node *x = &t->node[(*at)[depth]];
  add(subtract ? &x->less : &x->of, &f);
  return true;
}

static int read_calls(rocpd_run *r, tree *t, const rocpd_timemory_wish *wish, const char *path, bool subtract) {
  const char *level = strcmp(wish->by, "thread") == 0 ? "thread" : "process";
  char *sql = sqlite3_mprintf(READ, path, path, path, level), *process_is = NULL;
  sqlite3_stmt *row = NULL;
  int *at = NULL, process = NONE, thread = 0, root = NONE, code = sql ? ROCPD_DONE : rocpd_say_no_memory();
  size_t room = 0;
  if (code == ROCPD_DONE && sqlite3_prepare_v2(r->db, sql, -1, &row, NULL) != SQLITE_OK) code = rocpd_run_failed(r, sqlite3_errmsg(r->db));
  int rc = SQLITE_DONE;
  while (code == ROCPD_DONE && (rc = sqlite3_step(row)) == SQLITE_ROW) {
    if (sqlite3_column_int(row, C_DEPTH) == 0) {
      char *now = sqlite3_mprintf("%s %lld", sqlite3_column_text(row, C_GUID), sqlite3_column_int64(row, C_PID));
      bool same = now && process_is && strcmp(now, process_is) == 0;
      thread = same ? thread + 1 : 0, process += !same;
      sqlite3_free(process_is), process_is = now;
      root = now ? root_of(t, wish, row, process, thread) : NONE;
    }
    if (root == NONE || !row_add(t, wish, row, &at, &room, root, subtract)) code = rocpd_say_no_memory();
  }
  if (code == ROCPD_DONE && rc != SQLITE_DONE) code = rocpd_run_failed(r, sqlite3_errmsg(r->db));
  sqlite3_finalize(row);
  sqlite3_free(sql), sqlite3_free(process_is), sqlite3_free(at);
  return code;
}

static void tree_free(tree *t) {
  for (int i = 0; i < t->n; i++) sqlite3_free(t->node[i].name), sqlite3_free(t->node[i].quoted), sqlite3_free(t->node[i].id), sqlite3_free(t->node[i].head);
  sqlite3_free(t->node);
  rocpd_map_free(&t->place);
}

/* ---- figures that are printed */

/* Calls fn for all nodes, each before those below it. */
static void each(const tree *t, void (*fn)(const tree *t, int i, void *arg), void *arg) {
  for (int root = 0; root < t->n; root++) {
    for (int i = t->node[root].parent == NONE ? root : NONE; i != NONE;) {
      fn(t, i, arg);
      if (t->node[i].child != NONE) {
        i = t->node[i].child;
        continue;
      }
      while (i != root && t->node[i].next == NONE) i = t->node[i].parent;
      i = i == root ? NONE : t->node[i].next;
    }
  }
}

static double mean_of(const figures *f) { return f->ended ? (double)f->sum / (double)f->ended : 0; }
static double variance_of(const figures *f) { return f->ended > 1 ? f->squares / (double)(f->ended - 1) : 0; }

/* ---- text, in the columns of rocpd_export_text()'s profile */

typedef struct text_style {
  const rocpd_timemory_wish *wish;
  size_t width;
  bool trips, heads; /* heads: each process has its own table */
  int process;       /* the one being printed */
} text_style;

static size_t label_of(const node *x, const rocpd_timemory_wish *wish, char *out, size_t size) {
  char lead[32] = "";
  if (strcmp(wish->by, "thread") == 0 && x->thread == NONE) sqlite3_snprintf(sizeof lead, lead, "|->>> ");
  else if (strcmp(wish->by, "thread") == 0) sqlite3_snprintf(sizeof lead, lead, "|%d>>> ", x->thread);
  int deep = x->depth ? 2 * (x->depth - 1) : 0;
  sqlite3_snprintf((int)size, out, "%s%*s%s%s", lead, deep, "", x->depth ? "|_" : "", x->name);
  size_t characters = 0;
  for (char *c = out; *c; c++) {
    if (*c == '|' && c >= out + strlen(lead) + (size_t)deep + (x->depth ? 2 : 0)) *c = '!';
    characters += (*c & 0xc0) != 0x80;
  }
  return characters;
}

static int thread_above(const tree *t, int i) {
  while (t->node[i].parent != NONE) i = t->node[i].parent;
  return t->node[i].thread;
}

static void number(char *out, bool known, const char *format, double value) {
  if (known) sqlite3_snprintf(40, out, format, value);
  else sqlite3_snprintf(40, out, "-");
}

enum { LABEL_ROOM = 65536 };

static void print_columns(const text_style *s) {
  printf("| %-*s | %12s | %5s | %-10s |", (int)s->width, "LABEL", "COUNT", "DEPTH", "METRIC");
  if (s->trips) printf(" %12s |\n", "SUM");
  else printf(" %-5s | %18s | %16s | %16s | %16s | %24s | %16s | %6s |\n", "UNITS", "SUM", "MEAN", "MIN", "MAX", "VAR", "STDDEV", "% SELF");
}

static void print_head(text_style *s, const node *root) {
  if (!s->heads || root->process == s->process) return;
  s->process = root->process;
  printf("\n%s\n", root->head);
  print_columns(s);
}

static void print_node(const tree *t, int i, void *arg) {
  text_style *s = arg;
  if (t->node[i].parent == NONE) print_head(s, &t->node[i]);
  static char label[LABEL_ROOM];
  node x = t->node[i];
  x.thread = thread_above(t, i);
  size_t have = label_of(&x, s->wish, label, sizeof label);
  const figures *a = &x.of, *b = &x.less;
  bool differs = s->wish->other;
  int64_t calls = a->calls - b->calls, sum = a->sum - b->sum;
  printf("| %s%*s", label, (int)(have < s->width ? s->width - have : 0), "");
  if (s->trips) {
    printf(" | %12" PRId64 " | %5d | trip_count | %12" PRId64 " |\n", calls, x.depth, calls);
    return;
  }
  char mean[40], least[40], most[40], variance[40], deviation[40], own[40];
  bool known = x.depth && a->ended && (!differs || b->ended), several = a->ended > 1 && (!differs || b->ended > 1);
  number(mean, known, "%.1f", mean_of(a) - mean_of(b));
  number(least, known, "%.0f", (double)(a->min - b->min)), number(most, known, "%.0f", (double)(a->max - b->max));
  number(variance, several && x.depth, "%.1f", variance_of(a) - variance_of(b)),
    number(deviation, several && x.depth, "%.1f", sqrt(variance_of(a)) - sqrt(variance_of(b)));
  number(own, x.depth && !x.gpu && !differs && sum > 0, "%.1f", sum > 0 ? 100 * (double)a->own / (double)sum : 0);
  printf(" | %12" PRId64 " | %5d | %-10s | ns    | %18" PRId64 " | %16s | %16s | %16s | %24s | %16s | %6s |\n", calls, x.depth, x.gpu ? "gpu_time" : "wall_clock", sum, mean, least, most,
         variance, deviation, own);
}

static void widen(const tree *t, int i, void *arg) {
  text_style *s = arg;
  static char label[LABEL_ROOM];
  node x = t->node[i];
  x.thread = thread_above(t, i);
  size_t have = label_of(&x, s->wish, label, sizeof label);
  if (have <= 120 && have > s->width) s->width = have;
}

static void print_text(const tree *t, const rocpd_timemory_wish *wish) {
  text_style s = {.wish = wish, .width = 16, .heads = !wish->flat && !wish->other && strcmp(wish->by, "all") != 0};
  each(t, widen, &s);
  for (int metric = 0; metric < 2; metric++) {
    s.trips = metric == 0, s.process = NONE;
    if (!s.heads) printf("\n"), print_columns(&s);
    each(t, print_node, &s);
  }
}

/* ---- JSON */

typedef struct json_style { const rocpd_timemory_wish *wish; bool trips, gpu; } json_style; /* gpu: of kernels and copies, with the calls above them */

/* The node itself, or the first one beside it that the metric has: those of host times have calls only. */
static int shown_from(const json_style *s, const tree *t, int i) {
  while (i != NONE && !s->gpu && t->node[i].gpu) i = t->node[i].next;
  return i;
}

/* What the metric has of a node. That of GPU times has the sums of all below it, or (own) those of the node itself. */
static figures of_metric(const json_style *s, const node *x, const figures *f, bool own) {
  if (!s->gpu || (x->gpu && !own)) return *f;
  if (!own) return (figures){.calls = f->launched, .sum = f->gpu};
  return x->gpu ? (figures){.calls = f->calls, .own = f->sum} : (figures){0};
}

/* What is not known is null. */
static void print_number(const char *member, bool known, double value) {
  if (known) printf("\"%s\":%.17g", member, value);
  else printf("\"%s\":null", member);
}

/* The figures of a node, or (own) those of its own time, of which only the sum is known. */
static void print_stats(const json_style *s, const figures *a, const figures *b, bool own) {
  bool differs = s->wish->other, known = !own && a->ended && (!differs || b->ended);
  int64_t count = a->calls - b->calls, sum = own ? a->own - b->own : a->sum - b->sum;
  if (s->trips) sum = own ? 0 : count;
  printf("{\"entry\":{\"laps\":%" PRId64 ",\"value\":%" PRId64 ",\"accum\":%" PRId64 ",\"repr_data\":%" PRId64 ",\"repr_display\":%" PRId64
         "},\"stats\":{\"sum\":%" PRId64 ",\"count\":%" PRId64 ",",
         count, sum, sum, sum, sum, sum, count);
  known = known && !s->trips;
  print_number("min", known, (double)(a->min - b->min)), putchar(',');
  print_number("max", known, (double)(a->max - b->max)), putchar(',');
  print_number("sqr", known, a->squares + mean_of(a) * (double)a->sum - b->squares - mean_of(b) * (double)b->sum), putchar(',');
  print_number("mean", own ? count && !s->trips && !differs : known, own ? (double)sum / (double)(count ? count : 1) : mean_of(a) - mean_of(b)), putchar(',');
  print_number("stddev", known, sqrt(variance_of(a)) - sqrt(variance_of(b)));
  printf("}}");
}

static int root_above(const tree *t, int i) {
  while (t->node[i].parent != NONE) i = t->node[i].parent;
  return i;
}

static void print_ids(const tree *t, int i, const char *member, int which) {
  const node *root = &t->node[root_above(t, i)];
  printf("\"%s\":[", member);
  for (int k = 0, any = 0; k < root->ids; k++) {
    bool again = root->id[2 * k + which] < 0; /* a process has no tid, and is listed once */
    for (int j = 0; j < k; j++) again |= root->id[2 * j + which] == root->id[2 * k + which];
    if (!again) printf("%s%" PRId64, any++ ? "," : "", root->id[2 * k + which]);
  }
  printf("],");
}

static void print_json_node(const json_style *s, const tree *t, int i) {
  const node *x = &t->node[i];
  printf("{\"node\":{\"hash\":%" PRIu64 ",\"prefix\":%s,", name_hash(x->name), x->quoted);
  print_ids(t, i, "tid", 1), print_ids(t, i, "pid", 0);
  printf("\"depth\":%d,\"is_dummy\":false,\"inclusive\":", x->depth);
  for (int own = 0; own < 2; own++) {
    const figures of = of_metric(s, x, &x->of, own), less = of_metric(s, x, &x->less, own);
    if (own) printf(",\"exclusive\":");
    print_stats(s, &of, &less, own);
  }
  printf("},\"children\":[");
}

static void print_graph(const json_style *s, const tree *t) {
  static const figures none;
  printf("\"graph\":[[{\"node\":{\"hash\":0,\"prefix\":\"unknown-hash=0\",\"tid\":[],\"pid\":[],\"depth\":0,\"is_dummy\":true,\"inclusive\":");
  print_stats(s, &none, &none, false);
  printf(",\"exclusive\":");
  print_stats(s, &none, &none, true);
  printf("},\"children\":[");
  for (int root = 0, any = 0; root < t->n; root++) {
    if (t->node[root].parent != NONE || (t->node[root].child != NONE && shown_from(s, t, t->node[root].child) == NONE)) continue;
    if (any++) putchar(',');
    for (int i = root;;) {
      print_json_node(s, t, i);
      int inside = shown_from(s, t, t->node[i].child), next = NONE;
      if (inside != NONE) {
        i = inside;
        continue;
      }
      printf("]}");
      while (i != root && (next = shown_from(s, t, t->node[i].next)) == NONE) i = t->node[i].parent, printf("]}");
      if (i == root) break;
      i = next;
      putchar(',');
    }
  }
  printf("]}]]");
}

static const struct { const char *name, *type, *about, *unit, *shown; } metrics[] = {
  {"trip_count", "TRIP_COUNT", "Counts number of invocations", "", "count"},
  {"wall_clock", "WALL_CLOCK", "Real-clock timer (i.e. wall-clock timer)", "nsec", "wall"},
  {"gpu_time", "GPU_TIME", "Time of kernels and copies, below the calls that launched them", "nsec", "gpu"},
};

static void print_json(const tree *t, const rocpd_timemory_wish *wish) {
  int threads = 0;
  for (int i = 0; i < t->n; i++) threads += t->node[i].ids;
  printf("{\"timemory\":{");
  for (int m = 0; m < 3; m++) {
    json_style s = {.wish = wish, .trips = m == 0, .gpu = m == 2};
    printf(
      "%s\"%s\":{\"properties\":{\"value\":%d,\"enum\":\"%s\",\"id\":\"%s\",\"ids\":[]},\"type\":\"%s\",\"description\":\"%s\",\"unit_value\":1,\"unit_repr\":\"%s\",\"thread_scope_only\":false,"
      "\"thread_count\":%d,\"mpi_size\":1,\"upcxx_size\":1,\"process_count\":1,\"num_ranks\":1,\"concurrency\":%d,",
      m ? "," : "", metrics[m].name, m, metrics[m].type, metrics[m].name, metrics[m].shown, metrics[m].about, metrics[m].unit, threads, threads);
    print_graph(&s, t);
    printf("}");
  }
  printf("}}\n");
}

int rocpd_timemory_print(rocpd_run *r, const rocpd_timemory_wish *wish) {
  tree t = {0};
  rocpd_doing_begin("reading the trace");
  int code = read_calls(r, &t, wish, "", false);
  if (code == ROCPD_DONE && wish->other) code = read_calls(r, &t, wish, wish->other, true);
  rocpd_doing_end();
  if (code == ROCPD_DONE) (wish->json ? print_json : print_text)(&t, wish);
  if (code == ROCPD_DONE && (fflush(stdout) || ferror(stdout))) code = rocpd_say_failure(ROCPD_NO_ANSWER, "stdout: cannot be written");
  tree_free(&t);
  return code == ROCPD_DONE ? rocpd_run_say_losses(r) : code;
}
