/* The ids of arrows. Ids that are reused are short. Among the calls of a lane, an id is free again once the launched work has begun: that event closes the
** flow, and readers, which go by time, take a later use of the id for another arrow. Launched work begins after its call unless clocks differ. Then the flow
** cannot be closed, and both events get an id that no other has. Arrows that wait for long get such an id, too: they would keep short ids from many others. */
#include "perfetto.h"

enum { LONG_WAIT_NS = 10000000, SHORT_IDS = 1 << 14 /* ids of up to two bytes */ };

void rocpd_perfetto_begin_flows(rocpd_perfetto *f) { f->flow.n = f->flow.last = 0; }

static uint32_t own_id(const rocpd_writer *w) {
  rocpd_perfetto *all = w->x->writers.at[0].state;
  return SHORT_IDS + __atomic_fetch_add(&all->own_flows, 1, __ATOMIC_RELAXED);
}

/* 0: all are taken. */
static uint32_t short_id(const rocpd_writer *w) {
  rocpd_perfetto *all = w->x->writers.at[0].state;
  uint32_t id = __atomic_load_n(&all->short_flows, __ATOMIC_RELAXED) < SHORT_IDS ? 1 + __atomic_fetch_add(&all->short_flows, 1, __ATOMIC_RELAXED) : 0;
  return id < SHORT_IDS ? id : 0;
}

/* An id for an arrow from `from` to `to`. Work of a thread begins mostly in order of launch, so the ids assigned longest ago are tried first. */
static uint32_t take_id(rocpd_writer *w, int64_t from, int64_t to) {
  enum { TRIES = 4 };
  rocpd_perfetto *f = w->state;
  rocpd_perfetto_flow_id *ring = f->flow.ring;
  for (uint32_t i = 0; i < TRIES && f->flow.n; i++) {
    f->flow.last = ring[f->flow.last].next;
    if (ring[f->flow.last].until >= from) continue;
    ring[f->flow.last].until = to;
    return ring[f->flow.last].id;
  }
  uint32_t id = f->flow.n < ROCPD_FLOW_IDS ? short_id(w) : 0, added = f->flow.n;
  if (!id) return own_id(w);
  ring[added] = (rocpd_perfetto_flow_id){to, id, added ? ring[f->flow.last].next : 0};
  ring[f->flow.last].next = added; /* the next of the first one is itself */
  f->flow.last = added, f->flow.n++;
  return id;
}

void rocpd_perfetto_number_flows(rocpd_writer *w, size_t first, size_t n, int64_t call_start) {
  rocpd_flows *all = &w->x->flows;
  for (size_t i = first; i < first + n; i++) {
    uint32_t item = all->entry[i].item;
    int64_t start = rocpd_launch_start(w->x, item);
    /* GPU packets have no ids, so they close none. */
    bool closed = !w->x->option.gpu_packets && start > call_start && (uint64_t)start - (uint64_t)call_start < LONG_WAIT_NS;
    all->of_item[item].id = closed ? take_id(w, call_start, start) : own_id(w);
    all->of_item[item].way = closed ? EVENT_LAST_FLOW : EVENT_FLOW;
  }
}
