/* What rtg_tracer's files name: processes, threads, agents, queues and kernels. The lines
** have handles; ids are numbers in the order of their first occurrence. */
#include "rtg.h"
#include "demangle.h"
#include "listed.h"
#include <stdarg.h>

/* ---- numbers */

static uint64_t mixed(int64_t a, int64_t b) {
  uint64_t x = (uint64_t)a * 0x9e3779b97f4a7c15u + (uint64_t)b;
  return (x ^ x >> 29) * 0xbf58476d1ce4e5b9u;
}

static int add_pair(rocpd_rtg_pairs *p, int64_t a, int64_t b, uint64_t key) {
  if ((p->n & (p->n - 1)) == 0) {
    rocpd_rtg_pair *more = sqlite3_realloc64(p->pair, (p->n ? (uint64_t)p->n * 2 : 1) * sizeof(*more));
    if (!more) return SQLITE_NOMEM;
    p->pair = more;
  }
  uint64_t index = rocpd_map_get(&p->of_a, (uint64_t)a, 0);
  int rc = rocpd_map_set(&p->of_a, (uint64_t)a, index + 1);
  if (rc == SQLITE_OK) rc = rocpd_map_set(&p->place, key, p->n);
  if (rc == SQLITE_OK) p->pair[p->n++] = (rocpd_rtg_pair){a, b, (int64_t)index, ROCPD_NULL};
  return rc;
}

/* Two pairs with one key: the next keys are tried. */
int rocpd_rtg_number(rocpd_rtg_pairs *p, int64_t a, int64_t b, uint32_t *number) {
  *number = p->last;
  if (p->n && p->pair[p->last].a == a && p->pair[p->last].b == b) return SQLITE_OK;
  int rc = SQLITE_OK;
  for (uint64_t key = mixed(a, b);; key++) {
    *number = (uint32_t)rocpd_map_get(&p->place, key, p->n);
    if (*number == p->n) rc = add_pair(p, a, b, key);
    if (rc != SQLITE_OK || (p->pair[*number].a == a && p->pair[*number].b == b)) break;
  }
  if (rc == SQLITE_OK) p->last = *number;
  return rc;
}

static void pairs_free(rocpd_rtg_pairs *p) {
  sqlite3_free(p->pair);
  rocpd_map_free(&p->place);
  rocpd_map_free(&p->of_a);
}

/* ---- names */

static int intern_format(rocpd_rtg *f, int64_t *id, const char *format, ...) {
  va_list args;
  va_start(args, format);
  char *text = sqlite3_vmprintf(format, args);
  va_end(args);
  int rc = text ? rocpd_intern(f->base.trace, text, -1, id) : SQLITE_NOMEM;
  sqlite3_free(text);
  return rc;
}

/* HCC_PROFILE counts agents itself; it does not say the process. */
int64_t rocpd_rtg_agent_index(const rocpd_rtg *f, uint32_t agent) {
  const rocpd_rtg_pair *p = &f->agent.pair[agent];
  return p->a ? p->index : p->b;
}

int rocpd_rtg_agent_name(rocpd_rtg *f, uint32_t agent, int64_t *id) {
  rocpd_rtg_pair *p = &f->agent.pair[agent];
  int rc = p->name == ROCPD_NULL ? intern_format(f, &p->name, "GPU %lld", rocpd_rtg_agent_index(f, agent)) : SQLITE_OK;
  *id = p->name;
  return rc;
}

int64_t rocpd_rtg_queue_id(const rocpd_rtg *f, uint32_t queue) { return f->queue.pair[queue].b == ROCPD_NULL ? 0 : RTG_ID(queue); }

int rocpd_rtg_queue_name(rocpd_rtg *f, uint32_t queue, int64_t *id) {
  rocpd_rtg_pair *p = &f->queue.pair[queue];
  int rc = SQLITE_OK;
  if (p->name == ROCPD_NULL)
    rc = p->b == ROCPD_NULL ? intern_format(f, &p->name, "Default Queue") : intern_format(f, &p->name, "Queue %lld", p->b);
  *id = p->name;
  return rc;
}

int rocpd_rtg_symbol(rocpd_rtg *f, int64_t name, uint32_t *number) {
  *number = (uint32_t)rocpd_map_get(&f->symbol_place, (uint64_t)name, f->symbols);
  if (*number < f->symbols) return SQLITE_OK;
  if ((f->symbols & (f->symbols - 1)) == 0) {
    void *more = sqlite3_realloc64(f->symbol, (f->symbols ? (uint64_t)f->symbols * 2 : 1) * sizeof(*f->symbol));
    if (!more) return SQLITE_NOMEM;
    f->symbol = more;
  }
  char *shown = rocpd_demangled(rocpd_string(f->base.trace, name, NULL));
  int rc = shown ? rocpd_intern(f->base.trace, shown, -1, &f->symbol[f->symbols].shown) : SQLITE_NOMEM;
  sqlite3_free(shown);
  if (rc == SQLITE_OK) rc = rocpd_map_set(&f->symbol_place, (uint64_t)name, f->symbols);
  if (rc == SQLITE_OK) f->symbol[f->symbols++].name = name;
  return rc;
}

/* ---- rows */

static int process_rows(rocpd_rtg *f, rocpd_row_list *l) {
  rocpd_map seen = {0};
  int rc = SQLITE_OK;
  f->base.pid = 0;
  for (uint32_t i = 0; rc == SQLITE_OK && i < f->thread.n + f->agent.n; i++) {
    int64_t pid = i < f->thread.n ? f->thread.pair[i].a : f->agent.pair[i - f->thread.n].a;
    if (rocpd_map_get(&seen, (uint64_t)pid, 1) == 0) continue;
    int64_t *v = rocpd_list_add(l);
    if (!v) rc = SQLITE_NOMEM;
    else rc = rocpd_map_set(&seen, (uint64_t)pid, 0);
    if (rc != SQLITE_OK) break;
    v[ROCPD_PROCESS_nid] = f->base.nid;
    v[ROCPD_PROCESS_pid] = pid;
    f->base.pid = l->rows == 1 ? pid : 0; /* of several none is said */
  }
  rocpd_map_free(&seen);
  return rc;
}

static int thread_rows(rocpd_rtg *f, rocpd_row_list *l) {
  for (uint32_t i = 0; i < f->thread.n; i++) {
    int64_t *v = rocpd_list_add(l);
    if (!v) return SQLITE_NOMEM;
    v[ROCPD_THREAD_nid] = f->base.nid;
    v[ROCPD_THREAD_pid] = f->thread.pair[i].a;
    v[ROCPD_THREAD_tid] = f->thread.pair[i].b;
  }
  return SQLITE_OK;
}

static int agent_rows(rocpd_rtg *f, rocpd_row_list *l) {
  int rc = SQLITE_OK;
  for (uint32_t i = 0; rc == SQLITE_OK && i < f->agent.n; i++) {
    int64_t *v = rocpd_list_add(l);
    if (!v) return SQLITE_NOMEM;
    v[ROCPD_AGENT_id] = RTG_ID(i);
    v[ROCPD_AGENT_nid] = f->base.nid;
    v[ROCPD_AGENT_pid] = f->agent.pair[i].a;
    v[ROCPD_AGENT_absolute_index] = v[ROCPD_AGENT_logical_index] = v[ROCPD_AGENT_type_index] = rocpd_rtg_agent_index(f, i);
    rc = intern_format(f, &v[ROCPD_AGENT_type], "GPU");
    if (rc == SQLITE_OK) rc = rocpd_rtg_agent_name(f, i, &v[ROCPD_AGENT_name]);
    if (rc == SQLITE_OK) rc = intern_format(f, &v[ROCPD_AGENT_extdata], "{\"handle\": %llu}", f->agent.pair[i].b);
  }
  return rc;
}

/* Streams are not recorded: what runs has number 0, as has a queue that is not said. */
static int default_row(rocpd_rtg *f, rocpd_row_list *l, const char *name) {
  int64_t *v = rocpd_list_add(l);
  if (!v) return SQLITE_NOMEM;
  v[ROCPD_QUEUE_id] = 0;
  v[ROCPD_QUEUE_nid] = f->base.nid;
  v[ROCPD_QUEUE_pid] = f->base.pid;
  int rc = intern_format(f, &v[ROCPD_QUEUE_name], "%s", name);
  return rc == SQLITE_OK ? intern_format(f, &v[ROCPD_QUEUE_extdata], "{}") : rc;
}
_Static_assert((int)ROCPD_QUEUE_name == (int)ROCPD_STREAM_name && (int)ROCPD_QUEUE_extdata == (int)ROCPD_STREAM_extdata, "default_row() serves both");

static int stream_rows(rocpd_rtg *f, rocpd_row_list *l) { return default_row(f, l, "Default Stream"); }

static int queue_rows(rocpd_rtg *f, rocpd_row_list *l) {
  int rc = default_row(f, l, "Default Queue");
  for (uint32_t i = 0; rc == SQLITE_OK && i < f->queue.n; i++) {
    if (rocpd_rtg_queue_id(f, i) == 0) continue;
    int64_t *v = rocpd_list_add(l);
    if (!v) return SQLITE_NOMEM;
    v[ROCPD_QUEUE_id] = RTG_ID(i);
    v[ROCPD_QUEUE_nid] = f->base.nid;
    v[ROCPD_QUEUE_pid] = f->agent.pair[f->queue.pair[i].a].a;
    rc = rocpd_rtg_queue_name(f, i, &v[ROCPD_QUEUE_name]);
    if (rc == SQLITE_OK) rc = intern_format(f, &v[ROCPD_QUEUE_extdata], "{}");
  }
  return rc;
}

static int symbol_rows(rocpd_rtg *f, rocpd_row_list *l) {
  for (uint32_t i = 0; i < f->symbols; i++) {
    int64_t *v = rocpd_list_add(l);
    if (!v) return SQLITE_NOMEM;
    v[ROCPD_KERNEL_SYMBOL_id] = v[ROCPD_KERNEL_SYMBOL_kernel_id] = RTG_ID(i);
    v[ROCPD_KERNEL_SYMBOL_nid] = f->base.nid;
    v[ROCPD_KERNEL_SYMBOL_pid] = f->base.pid;
    v[ROCPD_KERNEL_SYMBOL_kernel_name] = f->symbol[i].name;
    v[ROCPD_KERNEL_SYMBOL_display_name] = v[ROCPD_KERNEL_SYMBOL_formatted_kernel_name] = f->symbol[i].shown;
    v[ROCPD_KERNEL_SYMBOL_demangled_kernel_name] = f->symbol[i].shown;
  }
  return SQLITE_OK;
}

int rocpd_rtg_info(rocpd_rtg *f) {
  static const struct {
    int kind;
    int (*rows)(rocpd_rtg *f, rocpd_row_list *l);
  } part[] = {{ROCPD_KIND_PROCESS, process_rows}, {ROCPD_KIND_THREAD, thread_rows}, {ROCPD_KIND_AGENT, agent_rows},
              {ROCPD_KIND_QUEUE, queue_rows},     {ROCPD_KIND_STREAM, stream_rows}, {ROCPD_KIND_KERNEL_SYMBOL, symbol_rows}};
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < sizeof(part) / sizeof(*part); i++) {
    rocpd_row_list l;
    rc = rocpd_list_begin(&l, &f->base, part[i].kind);
    if (rc == SQLITE_OK) rc = part[i].rows(f, &l);
    if (rc == SQLITE_OK) rc = rocpd_list_batches(&l, &f->info[part[i].kind].batch, &f->info[part[i].kind].batches);
    rocpd_list_end(&l);
  }
  return rc;
}

void rocpd_rtg_info_free(rocpd_rtg *f) {
  pairs_free(&f->thread);
  pairs_free(&f->agent);
  pairs_free(&f->queue);
  sqlite3_free(f->symbol);
  rocpd_map_free(&f->symbol_place);
  rocpd_map_free(&f->kernel_details);
}
