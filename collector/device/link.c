/* Finds the call that launched what another thread submits (AMD_DIRECT_DISPATCH=0).
**
** HIP's worker thread of a stream processes the stream's commands in order. So each stream has a list of what calls asked for, in
** order, and what the worker submits is looked up from the front: a kernel by name, grid and workgroup; a fill or copy by its
** addresses; a kernel of a graph by the graph's number of kernels still to come (HIP 6 submits some of them in the call itself).
** Entries of the same thread before a match are done: they had nothing to submit, or all of it was. What is found nowhere stays
** unlinked, and is counted.
**
** Workers are known from their creation: pthread_create (api/hip/hip_worker.c) inside a traced call. If the call made a stream or
** a graph, the thread works for that; otherwise it is the worker of the null stream that the call used. A worker that was created
** unseen belongs to the stream in whose list its first kernel is found, if there is only one.
**
** This mode is slow anyway (two thread switches a launch), so one lock protects everything. */
#include "device.h"
#include "launch.h"
#include <stdlib.h>
#include <string.h>

bool collect_link_wanted(void) {
  static _Atomic int wanted = -1;
  int w = atomic_load_explicit(&wanted, memory_order_relaxed);
  if (w < 0) {
    const char *s = getenv("AMD_DIRECT_DISPATCH");
    w = s && strcmp(s, "true") && atoi(s) == 0;
    atomic_store_explicit(&wanted, w, memory_order_relaxed);
  }
  return w;
}

uint32_t collect_link_lane(void) {
  if (collect_thread == &collect_dummy_thread && !collect_own_work_depth && collect_process_ready())
    collect_thread_start();
  return collect_thread->lane;
}

uint64_t collect_link_worker(void) { return (uint64_t)pthread_self(); }

/* ---- lists ---- */

typedef struct pending {
  uint64_t ticket;     /* 0: the entry is done */
  collect_origin origin;
  collect_launch what;
  uint32_t kernels;    /* GRAPH: number of kernels still to come */
  uint32_t graph;      /* GRAPH: its number */
  uint32_t launched;   /* GRAPH: number of kernels that have come, HIP's own included */
  bool used;           /* FILL, COPY: probably all of it has come */
} pending;

typedef struct list {
  const void *stream;  /* a handle, or NULL */
  int device;          /* of the null stream */
  pending *entry;        /* a ring of entries */
  uint64_t head, tail, capacity;
  bool has_worker;
} list;

typedef struct worker {
  uint64_t thread;
  uint64_t stack_id;   /* the call that created it */
  uint32_t list;       /* 1 + the number of its list; 0: not known yet */
  const void *exec;    /* the graph whose branch it runs */
} worker;

static collect_lock lock = COLLECT_LOCK(LINK);
static void take(collect_brief *b) { collect_brief_begin(b), collect_lock_take(&lock); }
static void release(const collect_brief *b) { collect_lock_release(&lock), collect_brief_end(b); }
static list *lists;
static worker *workers;
static uint32_t list_count, worker_count;
static size_t list_bytes, worker_bytes;
static uint64_t tickets;

static list *list_of(const void *stream, int device) {
  for (uint32_t i = 0; i < list_count; i++)
    if (lists[i].stream == stream && (stream || lists[i].device == device))
      return &lists[i];
  if (!collect_memory_reserve(&lists, &list_bytes, (list_count + 1) * sizeof *lists))
    return NULL;
  lists[list_count] = (list){.stream = stream, .device = device};
  return &lists[list_count++];
}

static inline pending *entry_at(const list *l, uint64_t i) { return &l->entry[i & (l->capacity - 1)]; }

#define LIST_LAST 65536 /* beyond this nobody seems to submit for the stream: the oldest entries are forgotten */

static bool list_reserve(list *l) {
  if (l->tail - l->head < l->capacity)
    return true;
  if (l->capacity >= LIST_LAST) {
    l->head++;
    return true;
  }
  uint64_t n = l->capacity ? l->capacity * 2 : 64;
  pending *fresh = collect_memory_grow(NULL, 0, n * sizeof *fresh);
  if (!fresh)
    return false;
  for (uint64_t i = l->head; i < l->tail; i++)
    fresh[i & (n - 1)] = *entry_at(l, i);
  if (l->entry)
    collect_memory_free(l->entry, l->capacity * sizeof *l->entry);
  l->entry = fresh;
  l->capacity = n;
  return true;
}

uint64_t collect_link_push(void *stream, int device, const collect_launch *what) {
  collect_origin origin;
  collect_current(&origin);
  if (!origin.stack_id)
    return 0;
  uint64_t ticket = 0;
  bool is_graph = what->kind == COLLECT_LINK_GRAPH;
  uint32_t graph = is_graph ? collect_graph_number(what->exec) : 0, kernels = is_graph ? collect_graph_kernels(what->exec) : 0;
  collect_brief brief;
  take(&brief);
  list *l = list_of(stream == COLLECT_NO_STREAM ? NULL : stream, device);
  if (l && list_reserve(l)) {
    ticket = ++tickets;
    *entry_at(l, l->tail++) = (pending){.ticket = ticket, .origin = origin, .what = *what, .kernels = kernels, .graph = graph};
  }
  release(&brief);
  return ticket;
}

void collect_link_drop(uint64_t ticket) {
  collect_brief brief;
  take(&brief);
  for (uint32_t k = 0; ticket && k < list_count; k++)
    for (uint64_t i = lists[k].tail; i > lists[k].head; i--)
      if (entry_at(&lists[k], i - 1)->ticket == ticket) {
        entry_at(&lists[k], i - 1)->ticket = 0;
        ticket = 0;
        break;
      }
  release(&brief);
}

/* ---- workers ---- */

void collect_link_thread(uint64_t thread) {
  collect_origin creator;
  if (!collect_link_wanted())
    return;
  collect_current(&creator);
  if (!creator.stack_id)
    return;
  collect_brief brief;
  take(&brief);
  worker *w = NULL;
  for (uint32_t i = 0; i < worker_count && !w; i++)
    if (workers[i].thread == thread)
      w = &workers[i]; /* the number of an ended thread, used again */
  if (!w && collect_memory_reserve(&workers, &worker_bytes, (worker_count + 1) * sizeof *workers))
    w = &workers[worker_count++];
  if (w)
    *w = (worker){.thread = thread, .stack_id = creator.stack_id};
  release(&brief);
}

/* Assigns the threads created in this thread's call to a list or graph. */
static void workers_assign(list *l, const void *exec) {
  collect_origin origin;
  collect_current(&origin);
  for (uint32_t i = 0; origin.stack_id && i < worker_count; i++) {
    worker *w = &workers[i];
    if (w->stack_id != origin.stack_id || w->list || w->exec)
      continue;
    w->exec = exec;
    if (l) {
      w->list = (uint32_t)(l - lists) + 1;
      l->has_worker = true;
    }
  }
}

void collect_link_stream(void *stream) {
  collect_brief brief;
  take(&brief);
  list *l = list_of(stream, 0);
  if (l) {
    l->head = l->tail; /* the entries are those of an earlier stream with this handle */
    workers_assign(l, NULL);
  }
  release(&brief);
}

void collect_link_graph(const void *exec) {
  collect_brief brief;
  take(&brief);
  workers_assign(NULL, exec);
  release(&brief);
}

/* ---- what is submitted ---- */

typedef struct submission {
  const collect_kernel *kernel;                  /* NULL: it is a copy */
  const hsa_kernel_dispatch_packet_t *packet;
  const void *dst, *src;                         /* of a copy: */
  size_t bytes;
} submission;

static inline bool within(uint64_t address, const void *base, size_t size) {
  return address - (uint64_t)(uintptr_t)base < size;
}

/* Whether a built-in kernel or a copy works on memory that this entry names. */
static bool addresses_match(const pending *e, const submission *s) {
  uint64_t word[4] = {(uint64_t)(uintptr_t)s->dst, (uint64_t)(uintptr_t)s->src, 0, 0};
  collect_move m;
  /* HIP's other built-in kernels have their buffers among the first arguments. */
  if (s->kernel && collect_blit_move(s->kernel, s->packet, &m))
    word[0] = m.dst, word[1] = m.src;
  else if (s->packet && s->packet->kernarg_address)
    memcpy(word, s->packet->kernarg_address, sizeof word);
  for (int i = 0; i < 4; i++)
    if (within(word[i], e->what.dst, e->what.dst_size) || within(word[i], e->what.src, e->what.src_size))
      return true;
  return false;
}

static bool kind_matches(const pending *e, const submission *s) {
  if (e->what.kind == COLLECT_LINK_GRAPH)
    return true;
  if (s->kernel && s->kernel->fill)
    return e->what.kind == COLLECT_LINK_FILL;
  if (s->kernel && e->what.kind == COLLECT_LINK_KERNEL)
    return e->what.cooperative;
  return e->what.kind == COLLECT_LINK_COPY;
}

/* How well a fill or copy fits an entry: a match by address comes before one by kind alone, and an entry that got nothing yet
** before one that got something. */
enum { ADDRESS_UNUSED, ADDRESS_USED, KIND_UNUSED, KIND_USED, PASSES };

static bool memory_matches(const pending *e, const submission *s, int pass) {
  return e->ticket && kind_matches(e, s) && e->used == (pass == ADDRESS_USED || pass == KIND_USED) &&
         (pass > ADDRESS_USED || addresses_match(e, s));
}

static bool kernel_matches(const pending *e, const submission *s) {
  if (!e->ticket)
    return false;
  if (e->what.kind == COLLECT_LINK_GRAPH)
    return e->kernels > 0;
  const uint32_t *g = e->what.grid, *w = e->what.workgroup;
  const hsa_kernel_dispatch_packet_t *p = s->packet;
  return e->what.kind == COLLECT_LINK_KERNEL && e->what.name_hash == s->kernel->name_hash && g[0] == p->grid_size_x &&
         g[1] == p->grid_size_y && g[2] == p->grid_size_z && w[0] == p->workgroup_size_x &&
         w[1] == p->workgroup_size_y && w[2] == p->workgroup_size_z;
}

/* The entry that a submission belongs to; l->tail: none. */
static uint64_t list_find(const list *l, const submission *s) {
  bool memory = !s->kernel || s->kernel->builtin;
  for (int pass = 0; pass < (memory ? PASSES : 1); pass++)
    for (uint64_t i = l->head; i < l->tail; i++)
      if (memory ? memory_matches(entry_at(l, i), s, pass) : kernel_matches(entry_at(l, i), s))
        return i;
  return l->tail;
}

static void origin_of(pending *e, const submission *s, collect_origin_slot *out) {
  out->origin = e->origin;
  out->graph = e->graph;
  if (s->kernel)
    out->graph_node = ++e->launched;
  else
    out->host_memory = e->what.host_memory;
}

/* Entries of the same thread before the match are done: they had their turn. Those of other threads may still come, since a call
** is noted a little before HIP queues it. The match itself is done if this was all of its call. */
static void list_use(list *l, uint64_t i, const submission *s, collect_origin_slot *out) {
  pending *e = entry_at(l, i);
  origin_of(e, s, out);
  if (s->kernel && !s->kernel->builtin) {
    if (e->what.kind == COLLECT_LINK_GRAPH)
      e->kernels--;
    else
      e->ticket = 0;
  } else if (e->what.kind != COLLECT_LINK_GRAPH) {
    /* A copy may come in parts; a built-in kernel mostly does all at once. */
    e->what.bytes -= s->bytes < e->what.bytes ? s->bytes : e->what.bytes;
    e->used = s->kernel || !e->what.bytes;
  }
  while (i > l->head)
    if (entry_at(l, --i)->origin.lane == out->origin.lane)
      entry_at(l, i)->ticket = 0;
  while (l->head < l->tail && !entry_at(l, l->head)->ticket)
    l->head++;
}

/* A submission of a thread that runs a graph's branch: belongs to the graph's oldest launch with kernels still to come. */
static bool branch_use(const void *exec, const submission *s, collect_origin_slot *out) {
  pending *oldest = NULL;
  for (uint32_t k = 0; k < list_count; k++)
    for (uint64_t i = lists[k].head; i < lists[k].tail; i++) {
      pending *e = entry_at(&lists[k], i);
      if (e->ticket && e->what.exec == exec && e->what.kind == COLLECT_LINK_GRAPH && e->kernels &&
          (!oldest || e->ticket < oldest->ticket))
        oldest = e;
    }
  if (!oldest)
    return false;
  origin_of(oldest, s, out);
  if (s->kernel && !s->kernel->builtin)
    oldest->kernels--;
  return true;
}

/* The list of a worker that was assigned to no stream: the list that its creating call used, or the only list without a worker in
** which its submission is found. */
static list *worker_list(worker *w, const submission *s) {
  if (w && w->list)
    return &lists[w->list - 1];
  list *found = NULL;
  int candidates = 0;
  for (uint32_t k = 0; k < list_count; k++) {
    list *l = &lists[k];
    if (l->has_worker)
      continue;
    bool creator = false;
    for (uint64_t i = l->head; w && i < l->tail && !creator; i++)
      creator = entry_at(l, i)->origin.stack_id == w->stack_id;
    if (creator) {
      found = l;
      candidates = 1;
      break;
    }
    if (list_find(l, s) != l->tail) {
      found = l;
      candidates++;
    }
  }
  if (candidates != 1)
    return NULL;
  if (w) {
    w->list = (uint32_t)(found - lists) + 1;
    found->has_worker = true;
  }
  return found;
}

static bool submission_find(uint64_t thread, const submission *s, collect_origin_slot *out) {
  if (!collect_link_wanted())
    return false;
  collect_brief brief;
  take(&brief);
  worker *w = NULL;
  for (uint32_t i = 0; i < worker_count && !w; i++)
    if (workers[i].thread == thread)
      w = &workers[i];
  if (!w && collect_memory_reserve(&workers, &worker_bytes, (worker_count + 1) * sizeof *workers)) {
    w = &workers[worker_count++];
    *w = (worker){.thread = thread};
  }
  bool found = false;
  if (w && w->exec) {
    found = branch_use(w->exec, s, out);
  } else {
    list *l = worker_list(w, s);
    uint64_t i = l ? list_find(l, s) : 0;
    found = l && i != l->tail;
    if (found)
      list_use(l, i, s, out);
  }
  release(&brief);
  return found;
}

bool collect_link_kernel(uint64_t thread, uint32_t kernel_id, const hsa_kernel_dispatch_packet_t *packet,
                         collect_origin_slot *out) {
  if (!kernel_id)
    return false;
  return submission_find(thread, &(submission){.kernel = collect_kernel_of(kernel_id), .packet = packet}, out);
}

void collect_link_direct(const collect_origin_slot *from, uint32_t kernel_id) {
  if (!kernel_id || collect_kernel_of(kernel_id)->builtin)
    return;
  collect_brief brief;
  take(&brief);
  pending *found = NULL;
  for (uint32_t k = 0; k < list_count && !found; k++)
    for (uint64_t i = lists[k].tail; i > lists[k].head && !found; i--) {
      pending *e = entry_at(&lists[k], i - 1);
      if (e->ticket && e->what.kind == COLLECT_LINK_GRAPH && e->origin.stack_id == from->origin.stack_id && e->kernels)
        found = e;
    }
  if (found)
    found->kernels--;
  release(&brief);
}

bool collect_link_copy(uint64_t thread, const void *dst, const void *src, size_t size, collect_origin_slot *out) {
  return submission_find(thread, &(submission){.dst = dst, .src = src, .bytes = size}, out);
}

static void link_forked(void) {
  atomic_store(&lock.word, 0);
  list_count = worker_count = 0;
}

COLLECT_MODULE(link) = {.name = "link", .order = 20, .forked = link_forked};
