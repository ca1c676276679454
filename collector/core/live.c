/* The live file: memory-mapped buffers beside the .rocz, for rows that are in no chunk yet. rocz.h describes its layout and the
** rules for readers.
**
** Space is allocated before it is mapped, so a full disk is an error here, not a SIGBUS at a store. (If one comes nevertheless,
** fault.c handles it.) Then every page is touched, so the event path meets no page fault. Mappings stay for ever. The descriptor
** is closed at once. */
#include "core.h"
#include "away.h"
#include "room.h"
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

static collect_lock lock = COLLECT_LOCK(LIVE);
static char live_path[4096];
static dev_t live_device;
static ino_t live_inode;
static uint64_t live_bytes;

/* The list of segments, in order of creation. Its links are not in the segments: a forked child shares those, and would follow
** links that the parent adds later to addresses where the child has nothing. */
typedef struct entry {
  rocz_segment *segment;
  const collect_ring *ring;
  uint64_t bytes, capacity;    /* bytes of the mapping, and of the ring */
  struct entry *_Atomic next;  /* stored with release once that entry is complete */
  struct entry *next_free;     /* in the list of free entries */
} entry;
static entry *_Atomic entry_first;
static entry *entry_last;
static rocz_segment *file_last; /* the last segment that is in the file */
static entry making_now;
static entry *_Atomic making; /* points to making_now while there is memory that is not in the list yet */
static entry *spare; /* memory for entries */
static size_t spares;

static entry *entry_next(const entry *e) { return atomic_load_explicit(e ? &e->next : &entry_first, memory_order_acquire); }

/* Makes sure that there is memory for an entry. The caller holds the lock. */
static bool entry_reserve(void) {
  if (!spares) {
    spare = collect_memory_grow(NULL, 0, ROCZ_PAGE);
    spares = spare ? ROCZ_PAGE / sizeof *spare : 0;
  }
  return spares;
}

/* Whether the file was cut. If so, gives its memory up: the file would grow again, with zeros in place of what was cut off. */
static bool live_is_cut(const struct stat *st) {
  if ((uint64_t)st->st_size >= live_bytes)
    return false;
  collect_live_replace(collect_live);
  return true;
}

/* Allocates a range beyond the file's end, or one that a failed attempt allocated before. If the file system has no such call
** (NFS 3), writes the pages. */
static bool allocate(int fd, uint64_t offset, uint64_t size) {
  static const uint8_t zeros[ROCZ_PAGE];
  int rc;
  while ((rc = collect_sys_fallocate(fd, (off_t)offset, (off_t)size)) && errno == EINTR) {}
  if (!rc || errno != EOPNOTSUPP)
    return !rc;
  for (uint64_t at = 0; at < size;) {
    ssize_t n = collect_sys_pwrite(fd, zeros, size - at < sizeof zeros ? size - at : sizeof zeros, (off_t)(offset + at));
    if (n <= 0 && !(n < 0 && errno == EINTR))
      return false;
    at += n > 0 ? (uint64_t)n : 0;
  }
  return true;
}

static void making_tell(void *p, const collect_ring *ring, uint64_t size, uint64_t capacity) {
  making_now = (entry){.segment = p, .ring = ring, .bytes = size, .capacity = capacity};
  atomic_store_explicit(&making, &making_now, memory_order_release);
}

/* Allocates [offset, offset+size) of the live file and maps it. `making` refers to the memory until it is in the list. `ring`
** NULL: the control page. */
static void *map_range(int fd, uint64_t offset, uint64_t size, const collect_ring *ring, uint64_t capacity) {
  if (!allocate(fd, offset, size))
    return NULL;
  void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, (off_t)offset);
  if (p == MAP_FAILED)
    return NULL;
  making_tell(p, ring, size, capacity);
  if (madvise(p, size, MADV_POPULATE_WRITE))
    for (uint64_t i = 0; i < size; i += ROCZ_PAGE)
      ((volatile uint8_t *)p)[i] = 0; /* kernels before 5.14 */
  return p;
}

bool collect_live_open(const char *path, const uint8_t file_id[16]) {
  size_t n = strlen(path);
  if (n + 6 > sizeof live_path)
    return false;
  memcpy(live_path, path, n);
  memcpy(live_path + n, ".live", 6);
  int fd = collect_output_create(live_path, O_RDWR);
  if (fd < 0)
    return false;
  struct stat st;
  rocz_live *live = fstat(fd, &st) == 0 ? map_range(fd, 0, ROCZ_PAGE, NULL, 0) : NULL;
  int why = errno;
  collect_sys_close(fd);
  if (!live) {
    unlink(live_path);
    errno = why;
    return false;
  }
  live_device = st.st_dev;
  live_inode = st.st_ino;
  live_bytes = ROCZ_PAGE;
  live->version = ROCZ_VERSION;
  live->pid = (uint32_t)getpid();
  memcpy(live->file_id, file_id, 16);
  atomic_store(&live->used_bytes, ROCZ_PAGE);
  collect_clock_publish(live);
  memcpy(live->magic, ROCZ_LIVE_MAGIC, 8);
  collect_live = live;
  atomic_store(&making, NULL);
  collect_turned_away_add();
  return true;
}

bool collect_live_needed;

void collect_live_remove(void) {
  if (!collect_live)
    return;
  atomic_store(&collect_live->closed, 1);
  collect_output_remove(live_path);
}

static _Atomic uint64_t memory_bytes; /* of segments that are in no file */

uint64_t collect_live_bytes(void) {
  return collect_live ? atomic_load_explicit(&collect_live->used_bytes, memory_order_relaxed) + atomic_load_explicit(&memory_bytes, memory_order_relaxed) : 0;
}

/* ---- free entries ---- */

/* Any thread puts an entry at the head; only a thread that holds the lock takes one out. So what follows an entry does not change
** while that entry is the head. */
static entry *_Atomic free_first;

static void entry_give(entry *e) {
  atomic_store_explicit(&collect_private_of(e->segment)->state, COLLECT_SEG_FREE, memory_order_release);
  e->next_free = atomic_load_explicit(&free_first, memory_order_relaxed);
  while (!atomic_compare_exchange_weak_explicit(&free_first, &e->next_free, e, memory_order_release, memory_order_relaxed)) {}
}

static bool entry_take(entry *before, entry *e) {
  if (before)
    before->next_free = e->next_free;
  return before || atomic_compare_exchange_strong_explicit(&free_first, &(entry *){e}, e->next_free, memory_order_acquire, memory_order_relaxed);
}

/* Takes a free segment of this ring and size. NULL: there is none. */
static rocz_segment *segment_reuse(const collect_ring *ring, uint64_t capacity) {
  for (;;) {
    entry *before = NULL, *e = atomic_load_explicit(&free_first, memory_order_acquire);
    for (; e && (e->ring != ring || e->capacity != capacity); e = e->next_free)
      before = e;
    if (!e || entry_take(before, e)) /* otherwise another entry has become the head: search again */
      return e ? e->segment : NULL;
  }
}

/* ---- making segments ---- */

static uint64_t segment_bytes(uint64_t capacity) { return ROCZ_PAGE + ((capacity + ROCZ_PAGE - 1) & ~(uint64_t)(ROCZ_PAGE - 1)); }

/* Appends a mapped segment, which nobody uses yet, to the lists in memory and in the file. offset 0: it is in no file. */
static void segment_link(rocz_segment *s, const collect_ring *ring, uint64_t offset, uint64_t capacity) {
  entry *e = spare++;
  spares--;
  *e = (entry){.segment = s, .ring = ring, .bytes = segment_bytes(capacity), .capacity = capacity};
  s->data = collect_data_of(s);
  s->data_offset = offset ? offset + ROCZ_PAGE : 0;
  s->capacity = capacity;
  s->mask = capacity - 1;
  s->kind = ring->kind;
  s->record_bytes = collect_ring_record_bytes(ring);
  s->next_sequence = 1;
  atomic_store(&s->fast_until, 1); /* tells readers that no call is in progress */
  s->magic = ROCZ_SEGMENT_MAGIC;
  atomic_store(&collect_private_of(s)->state, COLLECT_SEG_FREE);
  if (file_last && offset)
    file_last->file_next = offset;
  atomic_store_explicit(entry_last ? &entry_last->next : &entry_first, e, memory_order_release);
  entry_last = e;
  if (!offset)
    return;
  file_last = s;
  live_bytes = offset + e->bytes;
  atomic_store_explicit(&collect_live->used_bytes, live_bytes, memory_order_release);
  atomic_fetch_add_explicit(&collect_live->segments, 1, memory_order_release);
}

/* Memory for segments while the live file cannot be reached but the writer still reaches its own file (the folder was renamed;
** another root, another user, no descriptors left). A kill then loses what the writer has not written yet: a tenth of a second. */
#define MEMORY_MAX (64ull << 20)
static void *memory_range(uint64_t size, const collect_ring *ring, uint64_t capacity) {
  errno = ENOMEM;
  void *p = atomic_load(&memory_bytes) + size > MEMORY_MAX ? NULL : collect_memory_grow(NULL, 0, size);
  if (!p)
    return NULL;
  making_tell(p, ring, size, capacity);
  atomic_fetch_add(&memory_bytes, size);
  return p;
}

/* Maps `count` segments of this size, one after the other. The caller gets the first; the others become free. */
static rocz_segment *segments_map(const collect_ring *ring, uint64_t capacity, unsigned count) {
  uint64_t size = segment_bytes(capacity);
  struct stat st;
  uint8_t *all = NULL;
  int fd = collect_sys_open(live_path, O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0);
  bool reached = fd >= 0 && fstat(fd, &st) == 0 && st.st_dev == live_device && st.st_ino == live_inode;
  if (!reached)
    all = memory_range(size * count, ring, capacity);
  else if (!live_is_cut(&st))
    all = map_range(fd, live_bytes, size * count, ring, capacity);
  if (fd >= 0)
    collect_sys_close(fd);
  for (unsigned i = 0; all && i < count && entry_reserve(); i++) {
    segment_link((rocz_segment *)(void *)(all + i * size), ring, reached ? live_bytes : 0, capacity);
    if (i)
      entry_give(entry_last);
  }
  atomic_store(&making, NULL);
  return (rocz_segment *)(void *)all;
}

/* Programs with many threads need many small segments: the more there are, the more are made at a time. */
#define SMALL_BYTES 4096
#define AT_A_TIME 32
static unsigned small;

static rocz_segment *segment_map(const collect_ring *ring, uint64_t capacity) {
  unsigned count = capacity > SMALL_BYTES || small < 2 ? 1 : small < AT_A_TIME ? small : AT_A_TIME;
  if (!entry_reserve())
    return NULL;
  rocz_segment *s = segments_map(ring, capacity, count);
  if (!s && count > 1)
    s = segments_map(ring, capacity, count = 1);
  small += s && capacity <= SMALL_BYTES ? count : 0;
  return s;
}

/* A size that was refused would be refused again at each call, so for a second no segment of this size or larger is requested. */
static _Atomic uint64_t refused_bytes = UINT64_MAX;
static _Atomic int64_t refused_until_ns;

bool collect_segment_refused(uint64_t capacity) {
  return capacity >= atomic_load_explicit(&refused_bytes, memory_order_relaxed) &&
         collect_boottime_ns() < atomic_load_explicit(&refused_until_ns, memory_order_relaxed);
}

/* The caller holds the lock. */
static rocz_segment *segment_try(const collect_ring *ring, uint64_t capacity) {
  if (collect_segment_refused(capacity))
    return NULL;
  rocz_segment *s = segment_map(ring, capacity);
  if (!s) {
    collect_room_reason(errno);
    atomic_store_explicit(&refused_until_ns, collect_boottime_ns() + 1000000000, memory_order_relaxed);
  }
  if (!s || capacity >= atomic_load_explicit(&refused_bytes, memory_order_relaxed))
    atomic_store_explicit(&refused_bytes, s ? UINT64_MAX : capacity, memory_order_relaxed);
  return s;
}

static bool within_share(uint64_t capacity) { return collect_live_bytes() + segment_bytes(capacity) <= collect_buffers_share(); }

static rocz_segment *segment_give(const collect_ring *ring, uint32_t lane, uint64_t capacity, bool more) {
  COLLECT_ASSERT(collect_ring_record_bytes(ring) ? capacity % collect_ring_record_bytes(ring) == 0 : !(capacity & (capacity - 1)));
  if (!collect_live || collect_live_lost())
    return NULL;
  COLLECT_SECTION_BEGIN(section);
  collect_lock_take(&lock);
  rocz_segment *s = segment_reuse(ring, capacity);
  bool known = s != NULL;
  if (!s && (!more || within_share(capacity)))
    s = segment_try(ring, capacity);
  if (s) {
    collect_private *p = collect_private_of(s);
    /* An odd epoch tells readers to copy again. Pairs with the acquire loads in readers. */
    atomic_fetch_add(&s->epoch, 1);
    s->magic = ROCZ_SEGMENT_MAGIC;
    p->next_fast_until = 0;
    s->kind = ring->kind;
    s->record_bytes = collect_ring_record_bytes(ring);
    s->lane = lane;
    s->tid = (uint32_t)syscall(SYS_gettid);
    s->next_sequence = 1;
    s->sequence_high = 0;
    memset(s->producer_words, 0, sizeof s->producer_words);
    atomic_store(&s->depth, 0);
    atomic_store(&s->fast_until, 0);
    atomic_store(&s->pos, 0);
    atomic_store(&s->tail, 0);
    /* Everything but the state, which other threads may be reading. */
    memset(&p->born_pos, 0, sizeof *p - offsetof(collect_private, born_pos));
    p->continued = 0;
    atomic_fetch_add(&s->epoch, 1);
    atomic_store_explicit(&p->state, COLLECT_SEG_USED, memory_order_release);
  }
  collect_lock_release(&lock);
  if (s)
    collect_tell("%s: %s segment of %llu bytes for lane %u", ring->name, known ? "a used" : "a new", (unsigned long long)capacity, s->lane);
  else
    collect_tell("%s: no segment of %llu bytes", ring->name, (unsigned long long)capacity);
  collect_section_end(&section);
  return s;
}

rocz_segment *collect_segment_new(const collect_ring *ring, uint32_t lane, uint64_t capacity) { return segment_give(ring, lane, capacity, false); }
rocz_segment *collect_segment_more(const collect_ring *ring, uint32_t lane, uint64_t capacity) { return segment_give(ring, lane, capacity, true); }

void collect_segment_retire(rocz_segment *s) {
  atomic_store_explicit(&collect_private_of(s)->state, COLLECT_SEG_RETIRED, memory_order_release);
}

void collect_segments_free_drained(void) {
  if (collect_writing_fails()) /* their `ended` could not write its rows now */
    return;
  for (entry *e = NULL; (e = entry_next(e));) {
    rocz_segment *s = e->segment;
    collect_private *p = collect_private_of(s);
    if (atomic_load_explicit(&p->state, memory_order_acquire) != COLLECT_SEG_RETIRED ||
        atomic_load_explicit(&s->pos, memory_order_relaxed) != atomic_load_explicit(&s->tail, memory_order_relaxed))
      continue;
    if (e->ring->ended)
      e->ring->ended(s);
    entry_give(e);
  }
}

void collect_segments_each(const collect_ring *ring, collect_segment_fn *fn, void *arg) {
  for (entry *e = NULL; (e = entry_next(e));) {
    const collect_private *p = collect_private_of(e->segment);
    if ((!ring || e->ring == ring) && atomic_load_explicit(&p->state, memory_order_acquire) != COLLECT_SEG_FREE)
      fn(e->segment, e->ring, arg);
  }
}

/* ---- the live file loses its name, and a new one is made: see away.h ---- */

static const char *path_of_next(void) {
  static char path[sizeof live_path + 5];
  memcpy(path, live_path, strlen(live_path));
  memcpy(path + strlen(live_path), ".next", 6);
  return path;
}

bool collect_live_is_here(void) { return collect_live && collect_output_is(live_path, live_device, live_inode); }

bool collect_live_leave(const void *copy, uint64_t size) {
  if (!size) {
    collect_output_remove(live_path);
    return true;
  }
  const char *path = path_of_next();
  int fd = collect_output_create(path, O_WRONLY);
  uint64_t at = 0;
  for (ssize_t n = 0; fd >= 0 && at < size && (n > 0 || !at || errno == EINTR); at += n > 0 ? (uint64_t)n : 0)
    n = collect_sys_write(fd, (const uint8_t *)copy + at, size - at);
  if (fd >= 0)
    collect_sys_close(fd);
  bool left = fd >= 0 && at == size && collect_output_rename(path, live_path);
  if (fd >= 0 && !left)
    collect_output_remove(path);
  return left;
}

/* The segments were in the file that has no name any more. The caller holds the lock. */
static void entries_in_memory(void) {
  for (entry *e = NULL; (e = entry_next(e));)
    if (!collect_segment_in_memory(e->segment)) {
      e->segment->data_offset = 0;
      atomic_fetch_add(&memory_bytes, e->bytes);
    }
  file_last = NULL;
}

/* Makes a file of this control page, in memory beside it, and says which it is. NULL: there is no room. */
static rocz_live *page_make(const char *path, struct stat *st) {
  int fd = collect_output_create(path, O_RDWR);
  rocz_live *page = MAP_FAILED;
  if (fd >= 0 && !fstat(fd, st) && allocate(fd, 0, ROCZ_PAGE))
    page = mmap(NULL, ROCZ_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (fd >= 0)
    collect_sys_close(fd);
  if (page == MAP_FAILED && fd >= 0)
    collect_output_remove(path);
  return page == MAP_FAILED ? NULL : page;
}

/* Other threads count in the page meanwhile: what the former page has got since it was copied is added. (Without an old size, mremap maps the
** same memory once more.) */
static bool page_replace(rocz_live *page) {
  static uint64_t copied[ROCZ_COUNTERS];
  rocz_live *old = mremap(collect_live, 0, ROCZ_PAGE, MREMAP_MAYMOVE);
  if (old == MAP_FAILED)
    return false;
  memcpy((void *)page, old, ROCZ_PAGE);
  atomic_store(&page->segments, 0);
  atomic_store(&page->used_bytes, ROCZ_PAGE);
  for (int i = 0; i < ROCZ_COUNTERS; i++)
    atomic_store(&page->counter[i], copied[i] = atomic_load(&old->counter[i]));
  bool placed = mremap(page, ROCZ_PAGE, ROCZ_PAGE, MREMAP_MAYMOVE | MREMAP_FIXED, collect_live) != MAP_FAILED;
  for (int i = 0; placed && i < ROCZ_COUNTERS; i++)
    atomic_fetch_add(&collect_live->counter[i], atomic_load(&old->counter[i]) - copied[i]);
  munmap(old, ROCZ_PAGE);
  return placed;
}

void collect_live_return(void) {
  const char *path = path_of_next();
  struct stat st;
  collect_lock_take(&lock);
  entries_in_memory();
  rocz_live *page = page_make(path, &st);
  if (page && page_replace(page) && collect_output_rename(path, live_path)) {
    live_device = st.st_dev;
    live_inode = st.st_ino;
    live_bytes = ROCZ_PAGE;
  } else { /* what is there is of an earlier time */
    live_inode = 0;
    collect_output_remove(path);
    collect_output_remove(live_path);
  }
  collect_lock_release(&lock);
}

/* ---- when the memory is gone: see fault.c ---- */

static _Atomic int lost;
static _Atomic bool told;

bool collect_live_lost(void) { return atomic_load_explicit(&lost, memory_order_acquire) != 0; }

/* Other threads are using the memory: the replacement is complete before it takes its place, in one step. */
static void entry_replace(const entry *e) {
  rocz_segment *s = mmap(NULL, e->bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (s == MAP_FAILED)
    return;
  if (e->ring) {
    collect_private *p = collect_private_of(s);
    s->capacity = e->capacity;
    s->mask = e->capacity - 1;
    s->record_bytes = collect_ring_record_bytes(e->ring);
    s->kind = e->ring->kind;
    atomic_store(&p->state, COLLECT_SEG_USED);
  }
  if (mremap(s, e->bytes, e->bytes, MREMAP_MAYMOVE | MREMAP_FIXED, e->segment) == MAP_FAILED)
    munmap(s, e->bytes);
}

static bool entry_holds(const entry *e, const void *p) { return (uintptr_t)p - (uintptr_t)e->segment < e->bytes; }

bool collect_live_replace(const void *at) {
  const entry page = {.segment = (rocz_segment *)(void *)collect_live, .bytes = collect_live ? ROCZ_PAGE : 0}, *made = atomic_load(&making), *hit = NULL;
  if (entry_holds(&page, at))
    hit = &page;
  else if (made && entry_holds(made, at))
    hit = made;
  for (entry *e = NULL; !hit && (e = entry_next(e));)
    if (entry_holds(e, at))
      hit = e;
  if (!hit)
    return false;
  int before = 0;
  if (!atomic_compare_exchange_strong(&lost, &before, 1)) { /* mapped while another fault replaced the rest */
    entry_replace(hit);
    return true;
  }
  collect_gate_close();
  if (page.bytes)
    entry_replace(&page);
  if (made)
    entry_replace(made);
  for (entry *e = NULL; (e = entry_next(e));)
    entry_replace(e);
  return true;
}

void collect_live_tell(void) {
  if (collect_live_lost() && !atomic_exchange(&told, true))
    collect_say("%.300s was truncated, or its disk failed: nothing more is recorded", live_path);
}

/* Private memory takes the place of the parent's segments, for calls that were open
** across the fork. */
static void live_forked(void) {
  /* Not unmapped: a wrapper that was open across the fork still points here. It
  ** finds state 0, and ends without a record. */
  for (entry *e = NULL; (e = entry_next(e));)
    mmap(e->segment, e->bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  if (collect_live)
    mmap(collect_live, ROCZ_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  collect_live = NULL;
  atomic_store(&entry_first, NULL);
  atomic_store(&free_first, NULL);
  entry_last = spare = NULL;
  file_last = NULL;
  atomic_store(&memory_bytes, 0);
  spares = small = 0;
  live_bytes = 0;
  atomic_store(&refused_bytes, UINT64_MAX);
  collect_live_needed = false;
  atomic_store(&lost, 0);
  atomic_store(&told, false);
  atomic_store(&making, NULL);
  atomic_store(&lock.word, 0);
}

/* First: other modules then find private memory in place of the segments. */
COLLECT_MODULE(live) = {.name = "live", .order = -1, .forked = live_forked};
