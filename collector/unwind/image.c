/* Loaded objects: see image.h.
**
** An image describes an object. It is made when the object is first seen, and never freed, so a walk may read it at any time. The list of loaded objects
** is a sorted array of address ranges. Four arrays take turns: a new list is written to the next of them, and then its number is published. So a reader
** sees a whole list. It searches again if the list changed three times meanwhile.
**
** An object that the program started with is never unloaded, so its tables are read directly. Any other may be unloaded while a walk reads its tables
** (dlclose, or the C library's own calls, which nobody can intercept). So they are copied. Those that are too large are read by process_vm_readv, which
** says so if there is nothing to read. */
#include "image.h"
#include "core.h"
#include "lock.h"
#include "module.h"
#include "object.h"
#include "row_cache.h"
#include "walk.h"
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/uio.h>

typedef struct image {
  collect_eh_table table;
  uintptr_t low, high;   /* its segments */
  uintptr_t base;
  const char *path;
  const char *name;      /* the loader's text, which may be gone: only compared with that of a loaded object */
  uint8_t build_id[32];
  uint32_t build_id_size;
  _Atomic bool loaded;
  bool met;              /* in the loader's list, while it is read */
} image;

/* ---- images by number ---- */

enum { PART = 256, PARTS = 256 };
static image *parts[PARTS];
static _Atomic uint32_t images;

static image *image_of(uint32_t number) { return &parts[number / PART][number % PART]; }

static image *image_add(void) {
  uint32_t number = atomic_load_explicit(&images, memory_order_relaxed);
  if (number == PART * PARTS)
    return NULL;
  if (!parts[number / PART])
    parts[number / PART] = collect_memory_grow(NULL, 0, PART * sizeof(image));
  return parts[number / PART] ? image_of(number) : NULL;
}

/* ---- the lists ---- */

typedef struct range { _Atomic uintptr_t low, high; _Atomic uint32_t number; } range;
typedef struct list { uint32_t room; _Atomic uint32_t count; range range[]; } list;
enum { LISTS = 4, TRIES = 8 };
static list *_Atomic lists[LISTS];
static _Atomic uint32_t published; /* number of the list in use, counted from 1; 0: there is none */

/* The image of the range in the list that holds the address; -1: none does. */
static int64_t list_search(const list *l, uintptr_t address) {
  uint32_t low = 0, high = atomic_load_explicit(&l->count, memory_order_relaxed);
  if (high > l->room)
    return -1;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if (atomic_load_explicit(&l->range[middle].low, memory_order_relaxed) <= address)
      low = middle + 1;
    else
      high = middle;
  }
  if (!low || address >= atomic_load_explicit(&l->range[low - 1].high, memory_order_relaxed))
    return -1;
  return atomic_load_explicit(&l->range[low - 1].number, memory_order_relaxed);
}

enum { NO_IMAGE = -1, LIST_CHANGING = -2 };
static int64_t image_find(uintptr_t address) {
  for (int i = 0; i < TRIES; i++) {
    uint32_t now = atomic_load_explicit(&published, memory_order_acquire);
    if (!now)
      return NO_IMAGE;
    int64_t found = list_search(atomic_load_explicit(&lists[now % LISTS], memory_order_relaxed), address);
    atomic_thread_fence(memory_order_acquire);
    if (atomic_load_explicit(&published, memory_order_relaxed) - now < LISTS - 1)
      return found;
  }
  return LIST_CHANGING;
}

/* Room for a list that is published next. Replaced arrays stay, for readers that are still in them; they double, so they take no more than the last. */
static list *list_next(uint32_t count) {
  list *_Atomic *place = &lists[(atomic_load(&published) + 1) % LISTS];
  list *l = atomic_load_explicit(place, memory_order_relaxed);
  if (l && l->room >= count)
    return l;
  uint32_t room = 64;
  while (room < count)
    room *= 2;
  l = collect_memory_grow(NULL, 0, sizeof *l + room * sizeof(range));
  if (l) {
    l->room = room;
    atomic_store_explicit(place, l, memory_order_release);
  }
  return l;
}

static void list_insert(list *l, uint32_t count, const image *g, uint32_t number) {
  uint32_t i = count;
  for (; i && atomic_load_explicit(&l->range[i - 1].low, memory_order_relaxed) > g->low; i--) {
    atomic_store_explicit(&l->range[i].low, l->range[i - 1].low, memory_order_relaxed);
    atomic_store_explicit(&l->range[i].high, l->range[i - 1].high, memory_order_relaxed);
    atomic_store_explicit(&l->range[i].number, l->range[i - 1].number, memory_order_relaxed);
  }
  atomic_store_explicit(&l->range[i].low, g->low, memory_order_relaxed);
  atomic_store_explicit(&l->range[i].high, g->high, memory_order_relaxed);
  atomic_store_explicit(&l->range[i].number, number, memory_order_relaxed);
}

/* ---- reading memory that may be gone ---- */

static bool read_mapped(void *arg, uintptr_t address, void *to, size_t size) {
  (void)arg;
  struct iovec here = {to, size}, there = {(void *)address, size};
  int saved = errno;
  ssize_t n = syscall(SYS_process_vm_readv, getpid(), &here, 1, &there, 1, 0);
  errno = saved;
  return n == (ssize_t)size;
}

/* ---- which objects stay for ever ---- */

/* An object of the loader's list. */
typedef struct object { struct dl_phdr_info info; uintptr_t low, high; const ElfW(Dyn) *dynamic; const char *text, *soname; bool stays; image *image; } object;
typedef struct objects { object *object; uint32_t count, room; uint64_t changes; bool failed; } objects;

static const char *last_part(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* Marks the objects that this one needs, by soname, or by the file's name if it has none. */
static bool needed_mark(objects *all, const object *o) {
  bool marked = false;
  for (const ElfW(Dyn) *d = o->dynamic; d && o->text && d->d_tag != DT_NULL; d++) {
    const char *wanted = o->text + d->d_un.d_val;
    for (uint32_t i = 0; d->d_tag == DT_NEEDED && i < all->count; i++) {
      object *other = &all->object[i];
      if (strcmp(other->soname ? other->soname : last_part(other->info.dlpi_name), last_part(wanted)))
        continue;
      marked |= !other->stays;
      other->stays = true;
      break; /* a name means the object that was loaded first */
    }
  }
  return marked;
}

/* What the program started with: the program, this library, the kernel's own object, and all that these need. */
static void stays_mark(objects *all) {
  uintptr_t own = collect_object_own()->base, kernel = getauxval(AT_SYSINFO_EHDR);
  bool again = all->count > 0;
  for (uint32_t i = 0; i < all->count; i++) {
    object *o = &all->object[i];
    o->stays = i == 0 || o->info.dlpi_addr == own || (kernel >= o->low && kernel < o->high);
  }
  while (again) {
    again = false;
    for (uint32_t i = 0; i < all->count; i++)
      again |= all->object[i].stays && needed_mark(all, &all->object[i]);
  }
}

/* ---- reading the loader's list ---- */

static void dynamic_names(object *o) {
  const ElfW(Dyn) *soname = NULL;
  for (const ElfW(Dyn) *d = o->dynamic; d && d->d_tag != DT_NULL; d++)
    if (d->d_tag == DT_STRTAB)
      o->text = (const char *)(d->d_un.d_ptr < o->low ? o->info.dlpi_addr + d->d_un.d_ptr : d->d_un.d_ptr); /* the kernel's own is not relocated */
    else if (d->d_tag == DT_SONAME)
      soname = d;
  o->soname = soname && o->text ? o->text + soname->d_un.d_val : NULL;
}

static int object_take(struct dl_phdr_info *info, size_t size, void *arg) {
  (void)size;
  objects *all = arg;
  all->changes = info->dlpi_adds + info->dlpi_subs;
  size_t bytes = all->room * sizeof(object);
  if (all->count == all->room) {
    object *grown = collect_memory_grow(all->object, bytes, bytes ? 2 * bytes : 65536);
    all->failed = !grown;
    if (!grown)
      return 1;
    all->object = grown;
    all->room = (uint32_t)((bytes ? 2 * bytes : 65536) / sizeof(object));
  }
  object o = {.info = *info, .low = UINTPTR_MAX};
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *p = &info->dlpi_phdr[i];
    uintptr_t low = info->dlpi_addr + p->p_vaddr;
    if (p->p_type == PT_DYNAMIC)
      o.dynamic = (const ElfW(Dyn) *)low;
    if (p->p_type != PT_LOAD)
      continue;
    o.low = low < o.low ? low : o.low;
    o.high = low + p->p_memsz > o.high ? low + p->p_memsz : o.high;
  }
  if (o.low < o.high)
    all->object[all->count++] = o;
  return 0;
}

/* ---- new images ---- */

static void build_id_read(image *g, uintptr_t at, size_t size) {
  enum { HEAD = 12, GNU_BUILD_ID = 3 };
  while (size >= HEAD) {
    uint32_t head[3];
    memcpy(head, (const void *)at, HEAD);
    size_t name = ((size_t)head[0] + 3) & ~(size_t)3, value = ((size_t)head[1] + 3) & ~(size_t)3;
    if (name > size - HEAD || value > size - HEAD - name)
      return;
    if (head[2] == GNU_BUILD_ID && head[0] == 4 && !memcmp((const void *)(at + HEAD), "GNU", 4) && head[1] <= sizeof g->build_id) {
      memcpy(g->build_id, (const void *)(at + HEAD + name), head[1]);
      g->build_id_size = head[1];
      return;
    }
    at += HEAD + name + value;
    size -= HEAD + name + value;
  }
}

static void tables_open(image *g, const object *o) {
  collect_eh_segment segment[16];
  unsigned segments = 0;
  uintptr_t header = 0;
  for (int i = 0; i < o->info.dlpi_phnum; i++) {
    const ElfW(Phdr) *p = &o->info.dlpi_phdr[i];
    uintptr_t low = o->info.dlpi_addr + p->p_vaddr;
    if (p->p_type == PT_LOAD && p->p_flags & PF_R && segments < sizeof segment / sizeof *segment)
      segment[segments++] = (collect_eh_segment){low, low + p->p_filesz};
    else if (p->p_type == PT_GNU_EH_FRAME)
      header = low;
  }
  if (header)
    collect_eh_open(&g->table, header, segment, segments);
}

enum { MAPS_ROOM = 8192 };
/* The path of the file that is mapped at the address, from /proc/self/maps, in memory of MAPS_ROOM bytes. NULL: it cannot be found. */
static char *mapped_path(uintptr_t address) {
  int fd = collect_sys_open("/proc/self/maps", O_RDONLY | O_CLOEXEC, 0);
  char *text = fd >= 0 ? collect_memory_grow(NULL, 0, MAPS_ROOM) : NULL, *found = NULL;
  size_t have = 0;
  for (ssize_t n; text && !found && (n = collect_sys_read(fd, text + have, MAPS_ROOM - 1 - have)) > 0;) {
    have += (size_t)n;
    text[have] = 0;
    char *line = text;
    for (char *end; !found && (end = strchr(line, '\n')); line = end + 1) {
      *end = 0;
      char *path = strchr(line, '/'), *dash;
      uintptr_t low = strtoul(line, &dash, 16), high = *dash == '-' ? strtoul(dash + 1, NULL, 16) : 0;
      if (address >= low && address < high && path)
        found = memmove(text, path, strlen(path) + 1);
    }
    have -= (size_t)(line - text);
    if (!found)
      memmove(text, line, have);
  }
  if (fd >= 0)
    collect_sys_close(fd);
  if (text && !found)
    collect_memory_free(text, MAPS_ROOM);
  return found;
}

static const char *text_keep(const char *text) {
  static char *free_text;
  static size_t left;
  size_t size = strlen(text) + 1;
  if (size > left) {
    size_t want = size > 65536 ? size : 65536;
    char *more = collect_memory_grow(NULL, 0, want);
    if (!more)
      return "";
    free_text = more;
    left = want;
  }
  char *kept = memcpy(free_text, text, size);
  free_text += size;
  left -= size;
  return kept;
}

/* ---- an object's image ---- */

/* The image of the same object, loaded now or before at the same place. */
static image *image_same(const object *o, const image *like) {
  for (uint32_t i = atomic_load_explicit(&images, memory_order_relaxed); i-- > 0;) {
    image *g = image_of(i);
    if (g->low == o->low && g->high == o->high && g->base == o->info.dlpi_addr && g->build_id_size == like->build_id_size &&
        !memcmp(g->build_id, like->build_id, like->build_id_size) && !strcmp(g->name, o->info.dlpi_name))
      return g;
  }
  return NULL;
}

/* The loader's path, if it is one; otherwise that of the mapped file. */
static const char *path_of(const object *o, const char *name) {
  static const char deleted[] = " (deleted)";
  if (*name == '/' || (*name && !strchr(name, '/'))) /* the kernel's own object has only a name */
    return name;
  char *path = mapped_path(o->low);
  if (!path)
    return name;
  size_t size = strlen(path), end = sizeof deleted - 1;
  if (size > end && !strcmp(path + size - end, deleted) && access(path, F_OK))
    path[size - end] = 0;
  const char *kept = text_keep(path);
  collect_memory_free(path, MAPS_ROOM);
  return kept;
}

/* Where the object is, and which it is. */
static image image_describe(const object *o) {
  image g = {.low = o->low, .high = o->high, .base = o->info.dlpi_addr};
  for (int i = 0; i < o->info.dlpi_phnum && !g.build_id_size; i++)
    if (o->info.dlpi_phdr[i].p_type == PT_NOTE)
      build_id_read(&g, o->info.dlpi_addr + o->info.dlpi_phdr[i].p_vaddr, o->info.dlpi_phdr[i].p_memsz);
  return g;
}

enum { COPY = 2 << 20 }; /* at most so many bytes of one object's tables are copied */
size_t collect_image_room = 24 << 20;

/* Adds an image for an object that is not known. NULL: no memory, or too many objects. */
static image *image_new(const object *o, const image *like) {
  image *g = image_add();
  if (!g)
    return NULL;
  *g = *like;
  g->name = text_keep(o->info.dlpi_name);
  g->path = path_of(o, g->name);
  tables_open(g, o);
  if (!o->stays) {
    size_t kept = collect_eh_keep(&g->table, collect_image_room < COPY ? collect_image_room : COPY);
    collect_image_room -= kept;
    if (!kept)
      g->table.read = read_mapped;
  }
  atomic_store_explicit(&images, atomic_load_explicit(&images, memory_order_relaxed) + 1, memory_order_release);
  return g;
}

/* ---- the whole list ---- */

static collect_lock lock = COLLECT_LOCK(UNWIND);
static _Atomic uint64_t seen_changes; /* the loader's count of changes when the list was read; ~0: never */
static objects scratch;
static bool done;

static int changes_read(struct dl_phdr_info *info, size_t size, void *arg) {
  (void)size;
  *(uint64_t *)arg = info->dlpi_adds + info->dlpi_subs;
  return 1;
}

/* Makes the list of these objects, and publishes it. False: no memory. */
static bool list_make(objects *all) {
  list *l = list_next(all->count);
  if (!l)
    return false;
  uint32_t number = atomic_load_explicit(&images, memory_order_relaxed), count = 0;
  for (uint32_t i = 0; i < number; i++) {
    image *g = image_of(i);
    atomic_store_explicit(&g->loaded, g->met, memory_order_relaxed);
    if (g->met && count < l->room)
      list_insert(l, count++, g, i);
    g->met = false;
  }
  atomic_store_explicit(&l->count, count, memory_order_relaxed);
  atomic_fetch_add(&published, 1);
  return true;
}

/* Reads the loader's list. The loader can neither load nor unload anything meanwhile, so all tables can be read. */
static void list_read(void *arg) {
  (void)arg;
  objects *all = &scratch;
  all->count = 0;
  all->failed = false;
  collect_objects_walk(object_take, all);
  bool first = !atomic_load(&published);
  for (uint32_t i = 0; first && i < all->count; i++)
    dynamic_names(&all->object[i]);
  if (first)
    stays_mark(all);
  for (uint32_t i = 0; i < all->count; i++) {
    const object *o = &all->object[i];
    image like = image_describe(o), *g = image_same(o, &like);
    if (!g)
      g = image_new(o, &like);
    if (g)
      g->met = true;
  }
  done = !all->failed && list_make(all);
  if (done)
    atomic_store(&seen_changes, all->changes);
}

static bool list_update(void) {
  COLLECT_BRIEF_BEGIN(brief);
  collect_lock_take(&lock);
  uint64_t changes = 0;
  bool good = collect_row_cache_make();
  collect_objects_walk(changes_read, &changes);
  if (good && (!atomic_load(&published) || changes != atomic_load(&seen_changes))) {
    collect_objects_hold(list_read, NULL);
    collect_row_cache_clear();
    good = done;
  }
  collect_lock_release(&lock);
  collect_brief_end(&brief);
  return good;
}

bool collect_unwind_begin(void) { return atomic_load(&published) || list_update(); }

void collect_unwind_changed(void) {
  uint64_t changes = 0;
  if (!atomic_load(&published))
    return;
  collect_objects_walk(changes_read, &changes);
  if (changes != atomic_load(&seen_changes))
    list_update();
}

static void images_forked(void) { atomic_store(&lock.word, 0); }
COLLECT_MODULE(images) = {.name = "images", .forked = images_forked};

/* ---- questions ---- */

collect_eh_row collect_image_row(uintptr_t address) {
  int64_t found = image_find(address);
  if (found == LIST_CHANGING)
    return (collect_eh_row){.kind = COLLECT_EH_END, .cfa = COLLECT_WALK_CHANGING};
  return found < 0 ? (collect_eh_row){.kind = COLLECT_EH_POINTERS} : collect_eh_find(&image_of((uint32_t)found)->table, address);
}

enum collect_eh_bp collect_image_saved(uintptr_t address, uint8_t reg, int32_t *offset) {
  int64_t found = image_find(address);
  return found < 0 ? COLLECT_EH_BP_LOST : collect_eh_saved(&image_of((uint32_t)found)->table, address, reg, offset);
}

bool collect_unwind_holds(uintptr_t address) { return image_find(address) >= 0; }

bool collect_unwind_module(uint64_t address, uint32_t *number, uint64_t *offset) {
  int64_t found = image_find(address);
  for (uint32_t i = collect_unwind_modules(); found < 0 && i-- > 0;)
    if (address >= image_of(i)->low && address < image_of(i)->high)
      found = i;
  if (found < 0)
    return false;
  *number = (uint32_t)found;
  *offset = address - image_of((uint32_t)found)->base;
  return true;
}

uint32_t collect_unwind_modules(void) { return atomic_load_explicit(&images, memory_order_acquire); }

bool collect_unwind_module_about(uint32_t number, collect_unwind_about *about) {
  if (number >= collect_unwind_modules())
    return false;
  const image *g = image_of(number);
  *about = (collect_unwind_about){.path = g->path, .build_id = g->build_id, .build_id_size = g->build_id_size, .base = g->base, .low = g->low,
                                  .size = g->high - g->low, .loaded = atomic_load_explicit(&g->loaded, memory_order_relaxed)};
  return true;
}
