/* Counters of a JSON trace: activity of agents (counter.h) and measured values (measured.h), as events of phase C. They belong to a process, not to a
** thread. Readers take two counters of one name in a process for the same, unless they have different ids. */
#include "json_write.h"
#include "intern.h"
#include "measured.h"
#include "real.h"
#include <math.h>

/* ---- owners ---- */

/* The process for counters without a process comes after all others. */
static int find_nobody(rocpd_writer *w, rocpd_error *err) {
  rocpd_json_state *f = w->state;
  rocpd_export_layout *l = &w->x->layout;
  if (f->nobody) return SQLITE_OK;
  if (rocpd_choose_pid(l, ROCPD_NULL, &f->nobody)) return rocpd_no_memory(err);
  return rocpd_json_name_process(w, f->nobody, "Counters", (int64_t)((l->processes + 1) * (l->groups + 1)), err);
}

static int find_process(rocpd_writer *w, const rocpd_counter *c, uint32_t *process, int64_t *pid, rocpd_error *err) {
  const rocpd_export_layout *l = &w->x->layout;
  *process = c->group == ROCPD_NO_GROUP ? c->process : l->group[c->group].process;
  bool nobody = *process >= l->processes && w->x->option.arrange != ROCPD_ARRANGE_DOMAIN;
  int rc = nobody ? find_nobody(w, err) : SQLITE_OK;
  *pid = nobody ? ((rocpd_json_state *)w->state)->nobody : rocpd_json_pid_of(w, *process, c->group, ROCZ_GROUP_GPU);
  return rc;
}

/* Whether the name is the first of its kind in the process; then it needs no id. */
static int is_new(rocpd_json_state *f, rocpd_session *session, int64_t pid, const char *name, bool *yes) {
  int64_t id;
  int rc = rocpd_intern(session, name, -1, &id);
  uint64_t key = (uint64_t)pid << 32 ^ (uint64_t)id;
  *yes = !rc && !rocpd_map_get(&f->counter_names, key, 0);
  return rc || !*yes ? rc : rocpd_map_set(&f->counter_names, key, 1);
}

/* The text of a counter's values up to the time. */
static int name_counter(rocpd_writer *w, rocpd_counter *c, rocpd_error *err) {
  rocpd_json_state *f = w->state;
  uint32_t process;
  int64_t pid;
  int rc = find_process(w, c, &process, &pid, err);
  if (rc) return rc;
  char *name = process < w->x->layout.processes ? rocpd_json_name_in(w, process, c->group, c->name) : sqlite3_mprintf("%s", c->name), *p = NULL;
  rocpd_json_piece *piece;
  bool alone = true;
  size_t size = name ? strlen(name) : 0;
  c->id = ++f->counters;
  if (name && !is_new(f, w->x->session, pid, name, &alone)) p = rocpd_json_begin_piece(f, &f->counter, c->id, 128 + size * 6, &piece);
  if (p) {
    p = PUT(p, ",\n{\"ph\":\"C\",\"pid\":");
    p = rocpd_put_signed(p, pid);
    if (!alone) {
      p = PUT(p, ",\"id\":");
      p = rocpd_put_unsigned(p, c->id);
    }
    p = PUT(p, ",\"name\":");
    p = put_quoted(p, name, size);
    rocpd_json_end_piece(f, piece, PUT(p, ",\"ts\":"));
  }
  sqlite3_free(name);
  return p ? SQLITE_OK : rocpd_no_memory(err);
}

/* ---- values ---- */

/* The shortest decimal that reads back as the number; room for 32 bytes. */
static char *put_real(char *p, double v) {
  if (v >= -(double)(1LL << 53) && v <= (double)(1LL << 53) && v == (double)(int64_t)v) return rocpd_put_signed(p, (int64_t)v);
  int n = 0;
  for (int digits = 15; digits <= 17; digits++)
    if (n = rocpd_print_real(p, 32, "%.*g", digits, v), rocpd_read_real(p, NULL) == v) break;
  return p + n;
}

static int write_counter(rocpd_writer *w, rocpd_counter *c, int64_t time, rocpd_error *err) {
  rocpd_json_state *f = w->state;
  if (time < f->base) return rocpd_export_warn(w->x, err, "values of counters from before all events are left out");
  if (c->real && !isfinite(c->number))
    return rocpd_export_warn(w->x, err, "values of counters that are infinite, or no numbers, are left out: JSON has none such");
  int rc = c->id ? SQLITE_OK : name_counter(w, c, err);
  if (rc) return rc;
  const rocpd_json_piece *piece = &f->counter.piece[c->id];
  char *p = (char *)rocpd_buffer_reserve(&w->out, 128 + piece->size, err);
  if (!p) return err->rc;
  p = put_piece(p, f, piece);
  p = put_time(p, f->base, time);
  p = PUT(p, ",\"args\":{\"value\":");
  p = c->real ? put_real(p, c->number) : rocpd_put_signed(p, c->value); /* a number, not a text, even if it is large */
  rocpd_buffer_commit(&w->out, (uint8_t *)PUT(p, "}}"));
  return SQLITE_OK;
}

int rocpd_json_write_counters(rocpd_writer *w, rocpd_error *err) {
  int rc = rocpd_export_counters(w, write_counter, err);
  return rc ? rc : rocpd_export_measured(w, write_counter, err);
}
