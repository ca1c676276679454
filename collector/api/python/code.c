/* Two maps: from code objects to functions, asked at each call; and from name, file and line to functions, asked once for each code
** object. A code object that is released takes its entry with it (by what it keeps for us, PEP 523's co_extra), so that
** another one at its address is another one. */
#include "code.h"
#include "filter.h"
#include "hash.h"
#include "core.h"
#include <string.h>

COLLECT_FILTERS(python, "PYTHON", "Python functions");
COLLECT_DOMAIN(python) = {.name = "python", .help = "Python functions", .order = 8, .category = "PYTHON", COLLECT_FILTERED(python)};

/* ---- functions ---- */

typedef struct python_function {
  collect_function function;
  struct python_function *next; /* of the same place in the map */
  uint64_t hash;
  uint32_t line;
  const char *name, *file;
} python_function;

static const char *place_of(const collect_function *f, int64_t *line) {
  const python_function *p = (const python_function *)(const void *)f;
  *line = p->line;
  return p->file;
}
static const collect_api api = {.domain = &collect_domain_python, .place_of = place_of};

/* Functions of one interpreter may be met in two threads: of interpreters with locks of their own. */
static collect_lock lock = COLLECT_LOCK(PYTHON);

enum { MAP_SIZE = 1 << 14, ARENA_BYTES = 256 << 10 };
static python_function *map[MAP_SIZE];
static char *arena;
static size_t arena_left;

/* Memory that stays. Under the lock. */
static void *keep(size_t size) {
  size = (size + 15) & ~(size_t)15;
  size_t want = size > ARENA_BYTES ? size : ARENA_BYTES;
  if (size > arena_left) {
    arena = collect_memory_grow(NULL, 0, want);
    arena_left = arena ? want : 0;
  }
  if (!arena)
    return NULL;
  arena_left -= size;
  return arena += size, arena - size;
}

static python_function *function_add(uint64_t hash, const char *name, size_t name_size, const char *file, size_t file_size, uint32_t line) {
  python_function *p = keep(sizeof *p + name_size + file_size + 2);
  if (!p)
    return NULL;
  char *text = (char *)(p + 1);
  *p = (python_function){.hash = hash, .line = line, .name = text, .file = text + name_size + 1, .next = map[hash % MAP_SIZE],
                         .function = {.generation = COLLECT_NEVER, .name = text, .api = &api}};
  memcpy(text, name, name_size + 1);
  memcpy(text + name_size + 1, file, file_size + 1);
  p->function.filtered = !collect_filter_passes(&collect_domain_python, p->name, NULL);
  return map[hash % MAP_SIZE] = p;
}

static python_function *function_for(const char *name, const char *file, uint32_t line) {
  size_t name_size = strlen(name), file_size = strlen(file);
  uint64_t part[] = {rocz_hash(name, name_size), rocz_hash(file, file_size), line}, hash = rocz_hash(part, sizeof part);
  python_function *p;
  collect_section section;
  collect_section_begin(&section);
  collect_lock_take(&lock);
  for (p = map[hash % MAP_SIZE]; p && (p->hash != hash || p->line != line || strcmp(p->name, name) || strcmp(p->file, file));)
    p = p->next;
  if (!p)
    p = function_add(hash, name, name_size, file, file_size, line);
  collect_lock_release(&lock);
  collect_section_end(&section);
  return p;
}

/* ---- what a code object says of itself ---- */

/* The object's attribute as text, given to fn; what is no UTF-8 with its code in place. */
typedef struct text { py_object *kept[2]; const char *utf8; } text;

static text text_of(py_object *code, const char *attribute) {
  text t = {.kept = {py.PyObject_GetAttrString(code, attribute), NULL}};
  if (t.kept[0])
    t.utf8 = py.PyUnicode_AsUTF8AndSize(t.kept[0], NULL);
  if (t.kept[0] && !t.utf8) {
    py.PyErr_Clear();
    t.kept[1] = py.PyUnicode_AsEncodedString(t.kept[0], "utf-8", "backslashreplace");
    t.utf8 = t.kept[1] ? py.PyBytes_AsString(t.kept[1]) : NULL;
  }
  py.PyErr_Clear();
  return t;
}

static void text_release(text *t) {
  for (int i = 0; i < 2; i++)
    if (t->kept[i])
      py.Py_DecRef(t->kept[i]);
}

static uint32_t line_of(py_object *code) {
  py_object *number = py.PyObject_GetAttrString(code, "co_firstlineno");
  long line = number ? py.PyLong_AsLong(number) : 0;
  if (number)
    py.Py_DecRef(number);
  py.PyErr_Clear();
  return line > 0 ? (uint32_t)line : 0;
}

/* NULL: there is no memory. */
static python_function *function_of_code(py_object *code) {
  text name = text_of(code, py.minor >= 11 ? "co_qualname" : "co_name"), file = text_of(code, "co_filename");
  python_function *p = function_for(name.utf8 ? name.utf8 : "?", file.utf8 ? file.utf8 : "", line_of(code));
  text_release(&name), text_release(&file);
  return p;
}

/* ---- from code objects ---- */

typedef struct code_entry {
  _Atomic(py_object *) code; /* NULL: it is gone, and another may have its place */
  python_function *function;
} code_entry;

typedef struct code_map { /* open addressing, never full; only ever replaced by a larger one */
  uint64_t mask, used;
  code_entry entry[];
} code_map;
static _Atomic(code_map *) codes;

static uint64_t place(const py_object *code) { return ((uintptr_t)code >> 4) * UINT64_C(0x9e3779b97f4a7c15) >> 20; }

/* What a released code object leaves: a place that is passed over, and may be had. */
static py_object *const gone = (py_object *)1;

static code_entry *code_find(code_map *m, const py_object *code) {
  for (uint64_t i = place(code);; i++) {
    code_entry *e = &m->entry[i & m->mask];
    py_object *there = atomic_load_explicit(&e->code, memory_order_acquire);
    if (there == code)
      return e;
    if (!there)
      return NULL;
  }
}

static void code_put(code_map *m, py_object *code, python_function *function) {
  uint64_t i = place(code);
  py_object *there;
  while ((there = atomic_load_explicit(&m->entry[i & m->mask].code, memory_order_relaxed)) && there != gone)
    i++;
  m->used += !there;
  m->entry[i & m->mask].function = function;
  atomic_store_explicit(&m->entry[i & m->mask].code, code, memory_order_release);
}

static size_t map_bytes(uint64_t places) { return sizeof(code_map) + places * sizeof(code_entry); }

/* Room for one more. Under the lock. The old one stays: another interpreter's thread may be looking. */
static code_map *codes_room(void) {
  code_map *m = atomic_load_explicit(&codes, memory_order_relaxed);
  if (m && m->used < m->mask / 2)
    return m;
  uint64_t left = 0, places = 4096;
  for (uint64_t i = 0; m && i <= m->mask; i++)
    left += atomic_load_explicit(&m->entry[i].code, memory_order_relaxed) > gone;
  while (places < 4 * left + 4)
    places *= 2;
  code_map *n = collect_memory_grow(NULL, 0, map_bytes(places));
  if (!n)
    return NULL;
  n->mask = places - 1;
  for (uint64_t i = 0; m && i <= m->mask; i++)
    if (atomic_load_explicit(&m->entry[i].code, memory_order_relaxed) > gone)
      code_put(n, m->entry[i].code, m->entry[i].function);
  atomic_store_explicit(&codes, n, memory_order_release);
  return n;
}

/* Called by the interpreter with what the code object kept: itself. */
static void code_released(void *code) {
  if (!code)
    return;
  collect_section section;
  collect_section_begin(&section);
  collect_lock_take(&lock);
  code_map *m = atomic_load_explicit(&codes, memory_order_relaxed);
  code_entry *e = m ? code_find(m, code) : NULL;
  if (e)
    atomic_store_explicit(&e->code, gone, memory_order_release);
  collect_lock_release(&lock);
  collect_section_end(&section);
}

/* Each interpreter numbers what code objects keep by itself. */
enum { INTERPRETERS = 16 };
static struct { py_interpreter *interpreter; intptr_t index; } kept[INTERPRETERS];

static intptr_t *kept_index(void) {
  py_interpreter *now = py.PyInterpreterState_Get ? py.PyInterpreterState_Get() : py._PyInterpreterState_Get ? py._PyInterpreterState_Get() : NULL;
  for (int i = 0; now && i < INTERPRETERS; i++) {
    if (!kept[i].interpreter)
      kept[i].interpreter = now, kept[i].index = -1;
    if (kept[i].interpreter == now)
      return &kept[i].index;
  }
  return NULL;
}

/* We are told when the code object is released, or it stays. */
static void code_watch(py_object *code) {
  __typeof__(py._PyCode_SetExtra) set = py._PyCode_SetExtra ? py._PyCode_SetExtra : py.PyUnstable_Code_SetExtra;
  __typeof__(py._PyEval_RequestCodeExtraIndex) request = py._PyEval_RequestCodeExtraIndex ? py._PyEval_RequestCodeExtraIndex : py.PyUnstable_Eval_RequestCodeExtraIndex;
  intptr_t *index = set && request ? kept_index() : NULL;
  bool kept_it = false;
  for (int attempt = 0; index && !kept_it && attempt < 2; attempt++) { /* an interpreter that ended may have had this one's address */
    if (*index < 0 || attempt)
      *index = request(code_released);
    kept_it = *index >= 0 && !set(code, *index, code);
  }
  if (!kept_it) {
    py.PyErr_Clear();
    py.Py_IncRef(code);
  }
}

static python_function *code_add(py_object *code) {
  py_object *type, *value, *traceback;
  py.PyErr_Fetch(&type, &value, &traceback); /* a generator may be resumed with one */
  python_function *p = function_of_code(code);
  if (p)
    code_watch(code);
  py.PyErr_Restore(type, value, traceback);
  if (!p)
    return NULL;
  collect_section section;
  collect_section_begin(&section);
  collect_lock_take(&lock);
  code_map *m = codes_room();
  if (m && !code_find(m, code))
    code_put(m, code, p);
  collect_lock_release(&lock);
  collect_section_end(&section);
  return p;
}

/* ---- from frames ---- */

/* Where a frame has its code: at `at`, or at `then` of what is at `at` (-1: at none). By the version, and looked at once. */
static struct { int at, then; } layout = {-1, -1};
static enum { UNKNOWN, KNOWN, ASK } layout_is;

static py_object *by_layout(py_object *frame) {
  const char *p = (const char *)frame;
  if (layout.then >= 0)
    memcpy(&p, p + layout.at, sizeof p);
  py_object *code;
  memcpy(&code, p + (layout.then >= 0 ? layout.then : layout.at), sizeof code);
  return code;
}

/* Without a reference: the frame has one. */
static py_object *by_asking(py_object *frame) {
  py_object *code = py.PyFrame_GetCode ? py.PyFrame_GetCode(frame) : py.PyObject_GetAttrString(frame, "f_code");
  if (code)
    py.Py_DecRef(code);
  return code;
}

static py_object *by_either(py_object *frame) {
  py_object *code = by_asking(frame);
  if (layout_is == UNKNOWN) {
    layout.at = py.minor <= 10 ? 32 : 24;  /* PyFrameObject.f_code; f_frame */
    layout.then = py.minor <= 10 ? -1 : py.minor == 11 ? 32 : 0; /* _PyInterpreterFrame.f_code */
    layout_is = py.minor <= 13 && by_layout(frame) == code ? KNOWN : ASK;
  }
  return code;
}

py_object *python_code_of(py_object *frame) { return COLLECT_LIKELY(layout_is == KNOWN) ? by_layout(frame) : by_either(frame); }

py_object *python_back_of(py_object *frame) {
  if (py.PyFrame_GetBack)
    return py.PyFrame_GetBack(frame);
  py_object *back = py.PyObject_GetAttrString(frame, "f_back"), *code = back ? py.PyObject_GetAttrString(back, "f_code") : NULL;
  py.PyErr_Clear();
  if (code)
    py.Py_DecRef(code);
  else if (back) /* None */
    py.Py_DecRef(back);
  return code ? back : NULL;
}

collect_function *python_function_of(py_object *frame) {
  py_object *code = python_code_of(frame);
  code_map *m = atomic_load_explicit(&codes, memory_order_acquire);
  code_entry *e = m && code ? code_find(m, code) : NULL;
  python_function *p = COLLECT_LIKELY(e != NULL) ? e->function : code ? code_add(code) : NULL;
  return p ? &p->function : NULL;
}

static void python_code_forked(void) { atomic_store(&lock.word, 0); }
COLLECT_MODULE(python_code) = {.name = "python code", .forked = python_code_forked};
