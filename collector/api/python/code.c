/* Two maps: from code objects to functions, used at each call; and from name, file and line to functions, used once for each code
** object. A released code object takes its entry with it (by a weak reference), so another one at its address is not mistaken for
** it. */
#include "code.h"
#include "chain.h"
#include "choice.h"
#include "core.h"
#include "hash.h"
#include "label.h"
#include "python.h"
#include <string.h>

/* ---- functions ---- */

static int64_t fact_value(int32_t fact) { return fact == PYTHON_NO_FACT ? ROCZ_NULL : fact; }
static collect_definition definition_of(const collect_function *f) {
  const python_function *p = (const python_function *)(const void *)f;
  const python_facts *is = &p->facts;
  return (collect_definition){p->file, p->line, fact_value(is->lasti), fact_value(is->argcount), fact_value(is->nlocals), fact_value(is->stacksize)};
}
static const collect_api api = {.domain = &collect_domain_python, .definition_of = definition_of};

/* Two threads may do this at once, in interpreters with locks of their own. */
static collect_lock lock = COLLECT_LOCK(PYTHON);

enum { MAP_SIZE = 1 << 14, ARENA_BYTES = 256 << 10 };
static python_function *map[MAP_SIZE];
static char *arena;
static size_t arena_left;

/* Allocates memory that is never freed. The caller holds the lock. */
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

/* What identifies a function, and what was decided of it. */
typedef struct place_in_source { const char *label, *name, *file; uint32_t line; python_facts facts; uint8_t verdict, form; bool suspends; } place_in_source;

/* Stores only what has changed, since other threads may be reading. The caller holds the lock. */
static void function_decide(python_function *p, const place_in_source *at) {
  if (p->verdict == PYTHON_RECORDED && at->verdict != PYTHON_RECORDED)
    p->was_recorded = true;
  if (p->verdict != at->verdict)
    p->verdict = at->verdict;
  if (p->suspends != at->suspends)
    p->suspends = at->suspends;
  if (p->function.form != at->form)
    p->function.form = at->form;
}

static python_function *function_add(uint64_t hash, const place_in_source *at) {
  size_t label = strlen(at->label) + 1, name = strlen(at->name) + 1, file = strlen(at->file) + 1;
  python_function *p = keep(sizeof *p + label + name + file);
  if (!p)
    return NULL;
  char *text = memcpy(p + 1, at->label, label);
  *p = (python_function){.hash = hash, .line = at->line, .facts = at->facts, .verdict = at->verdict, .name = memcpy(text + label, at->name, name),
                         .file = memcpy(text + label + name, at->file, file),
                         .next = map[hash % MAP_SIZE], .function = {.generation = COLLECT_NEVER, .name = text, .api = &api}};
  return map[hash % MAP_SIZE] = p;
}

static python_function *function_for(const place_in_source *at) {
  uint64_t part[] = {rocz_hash(at->label, strlen(at->label)), rocz_hash(at->file, strlen(at->file)), at->line, python_shows().arguments,
                     rocz_hash(&at->facts, sizeof at->facts)};
  uint64_t hash = rocz_hash(part, sizeof part);
  python_function *p;
  COLLECT_SECTION_BEGIN(section);
  collect_lock_take(&lock);
  for (p = map[hash % MAP_SIZE]; p && (p->hash != hash || p->line != at->line || memcmp(&p->facts, &at->facts, sizeof p->facts) ||
                                       strcmp(p->function.name, at->label) || strcmp(p->file, at->file));)
    p = p->next;
  if (!p)
    p = function_add(hash, at);
  if (p)
    function_decide(p, at);
  collect_lock_release(&lock);
  collect_section_end(&section);
  return p;
}

/* ---- attributes of a code object ---- */

/* An attribute of an object as UTF-8; what cannot be encoded is escaped. */
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

static const python_facts no_facts = {PYTHON_NO_FACT, PYTHON_NO_FACT, PYTHON_NO_FACT, PYTHON_NO_FACT};

/* The value of f_lasti when calls begin: before the first instruction; from 3.11 on at RESUME, behind the instructions that make cells. */
static int32_t lasti_of(py_object *code) {
  static const uint8_t resume[] = {[11] = 151, [12] = 151, [13] = 149, [14] = 128}; /* Include/opcode.h, opcode_ids.h */
  if (py.minor < 11)
    return -1;
  py_object *bytes = (size_t)py.minor < sizeof resume ? py.PyObject_GetAttrString(code, "co_code") : NULL;
  const uint8_t *instruction = bytes ? (const uint8_t *)py.PyBytes_AsString(bytes) : NULL;
  intptr_t size = instruction ? py.PyBytes_Size(bytes) : 0, at = 0;
  while (at < size && instruction[at] != resume[py.minor])
    at += 2;
  int32_t found = at < size ? (int32_t)at : PYTHON_NO_FACT;
  if (bytes)
    py.Py_DecRef(bytes);
  py.PyErr_Clear();
  return found;
}

/* A generator may resume at any of several instructions. */
static python_facts facts_of(py_object *code, bool suspends) {
  return (python_facts){suspends ? PYTHON_NO_FACT : lasti_of(code), (int32_t)cpython_number(code, "co_argcount"), (int32_t)cpython_number(code, "co_nlocals"),
                        (int32_t)cpython_number(code, "co_stacksize")};
}

static python_function *function_of_code(py_object *code) {
  enum { GENERATOR = 0x20, COROUTINE = 0x80, ASYNC_GENERATOR = 0x200 }; /* CO_* */
  text own = text_of(code, "co_name"), qualified = text_of(code, py.minor >= 11 ? "co_qualname" : "co_name"), file = text_of(code, "co_filename");
  long line = cpython_number(code, "co_firstlineno");
  python_shown shown = python_shows();
  place_in_source at = {.name = qualified.utf8 ? qualified.utf8 : "?", .file = file.utf8 ? file.utf8 : "", .line = line > 0 ? (uint32_t)line : 0};
  py_text label = {0};
  python_label(&label, shown, at.name, NULL, at.file, at.line);
  at.label = label.text ? label.text : at.name;
  at.verdict = (uint8_t)python_choose(own.utf8 ? own.utf8 : "?", at.name, at.file);
  at.suspends = cpython_number(code, "co_flags") & (GENERATOR | COROUTINE | ASYNC_GENERATOR);
  at.facts = shown.facts ? facts_of(code, at.suspends) : no_facts;
  at.form = shown.arguments ? ROCZ_FORM_MESSAGE : ROCZ_FORM_RESULT;
  python_function *p = function_for(&at);
  python_text_free(&label);
  text_release(&own), text_release(&qualified), text_release(&file);
  return p;
}

/* ---- finding functions by code object ---- */

typedef struct code_entry {
  _Atomic(py_object *) code; /* NULL: free; `gone`: it was released, and the place may be reused */
  python_function *function;
} code_entry;

typedef struct code_map { /* open addressing, never full; only replaced by a larger one */
  uint64_t mask, used;
  code_entry entry[];
} code_map;
static _Atomic(code_map *) codes;

static uint64_t place(const void *code) { return ((uintptr_t)code >> 4) * UINT64_C(0x9e3779b97f4a7c15) >> 20; }

/* Marks the place of a released code object: lookups pass over it, and it may be reused. */
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

/* Makes room for one more entry. The caller holds the lock. The old map stays, since a thread of another interpreter may be reading it. */
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

static void code_released(const void *code) {
  COLLECT_SECTION_BEGIN(section);
  collect_lock_take(&lock);
  code_map *m = atomic_load_explicit(&codes, memory_order_relaxed);
  code_entry *e = m ? code_find(m, code) : NULL;
  if (e)
    atomic_store_explicit(&e->code, gone, memory_order_release);
  collect_lock_release(&lock);
  collect_section_end(&section);
}

/* Called by the interpreter when the code object whose address `number` is has been released. The weak reference is ours. */
static py_object *reference_ended(py_object *number, py_object *reference) {
  code_released(py.PyLong_AsVoidPtr(number));
  py.Py_DecRef(reference);
  py.Py_IncRef(number); /* serves as the result */
  return number;
}

/* Hides an object from the garbage collector, and so from programs that list all objects. (Functions in C of 3.8 must be found
** when they end.) */
static void object_hide(py_object *object, int first_minor) {
  if (py.PyObject_GC_UnTrack && py.minor >= first_minor)
    py.PyObject_GC_UnTrack(object);
}

/* Makes sure that we learn of the code object's release, or that it is never released. (co_extra of PEP 523 cannot do this: a
** release calls everybody who ever asked for a place, whether or not they use it.) */
static void code_watch(py_object *code) {
  enum { ONE_ARGUMENT = 8 }; /* METH_O */
  static py_method method = {"reference_ended", reference_ended, ONE_ARGUMENT, NULL};
  py_object *number = py.PyLong_FromVoidPtr(code);
  py_object *function = number ? py.PyCFunction_NewEx(&method, number, NULL) : NULL;
  py_object *reference = function ? py.PyWeakref_NewRef(code, function) : NULL;
  if (reference) {
    object_hide(function, 9);
    object_hide(reference, 8);
  } else {
    py.PyErr_Clear();
    py.Py_IncRef(code);
  }
  if (function)
    py.Py_DecRef(function);
  if (number)
    py.Py_DecRef(number);
}

/* True if the interpreter reports nothing about this code, and the code cannot be written to. */
static bool is_no_function(py_object *code) {
  enum { NO_MONITORING_EVENTS = 0x2000000 }; /* CO_*, from 3.13 on */
  if (py.minor < 13 || !(cpython_number(code, "co_flags") & NO_MONITORING_EVENTS))
    return false;
  python_chain.no_function = code;
  return true;
}

static python_function *code_add(py_object *code) {
  py_object *type, *value, *traceback;
  py.PyErr_Fetch(&type, &value, &traceback); /* a generator may be resumed with one */
  python_function *p = is_no_function(code) ? NULL : function_of_code(code);
  if (p)
    code_watch(code);
  py.PyErr_Restore(type, value, traceback);
  if (!p)
    return NULL;
  COLLECT_SECTION_BEGIN(section);
  collect_lock_take(&lock);
  code_map *m = codes_room();
  if (m && !code_find(m, code))
    code_put(m, code, p);
  collect_lock_release(&lock);
  collect_section_end(&section);
  return p;
}

static inline python_function *function_find(py_object *code) {
  code_map *m = atomic_load_explicit(&codes, memory_order_acquire);
  code_entry *e = m && code ? code_find(m, code) : NULL;
  return e ? e->function : NULL;
}
const python_function *python_function_find(py_object *code) { return function_find(code); }

python_function *python_function_of(py_object *code) {
  python_function *f = function_find(code);
  return COLLECT_LIKELY(f != NULL) ? f : code ? code_add(code) : NULL;
}

/* ---- functions in C ---- */

/* A definition may be freed, and another may take its place: the name's address and text tell. */
typedef struct c_entry {
  _Atomic(const void *) definition; /* NULL: free; `changing`: a thread is writing the entry */
  _Atomic(python_function *) function;
} c_entry;
enum { C_PLACES = 1 << 12 };
static c_entry c_functions[C_PLACES];
static const char changing[1];

/* NULL: the definition is not there, or is being replaced. */
static python_function *c_entry_read(c_entry *e, const void *definition) {
  if (atomic_load_explicit(&e->definition, memory_order_acquire) != definition)
    return NULL;
  python_function *f = atomic_load_explicit(&e->function, memory_order_acquire);
  return atomic_load_explicit(&e->definition, memory_order_relaxed) == definition ? f : NULL;
}

static void c_entry_write(c_entry *e, const void *definition, python_function *f) {
  const void *was = atomic_load_explicit(&e->definition, memory_order_relaxed);
  if (was == changing || !atomic_compare_exchange_strong(&e->definition, &was, changing))
    return; /* a thread of another interpreter is writing it */
  atomic_store_explicit(&e->function, f, memory_order_release);
  atomic_store_explicit(&e->definition, definition, memory_order_release);
}

static python_function *c_function_make(const char *name, py_object *callable) {
  text module = text_of(callable, "__module__"), qualified = text_of(callable, "__qualname__");
  py_text label = {0};
  if (module.utf8) {
    python_text_add(&label, module.utf8);
    python_text_add(&label, ".");
  }
  python_text_add(&label, qualified.utf8 ? qualified.utf8 : name);
  place_in_source at = {.label = label.text ? label.text : name, .name = name, .file = "", .facts = no_facts};
  at.verdict = (uint8_t)python_choose(name, at.label, "");
  at.form = ROCZ_FORM_RESULT;
  python_function *p = function_for(&at);
  python_text_free(&label);
  text_release(&module), text_release(&qualified);
  return p;
}

python_function *python_function_of_c(const void *definition, py_object *callable) {
  const char *name;
  memcpy(&name, definition, sizeof name); /* PyMethodDef.ml_name */
  c_entry *e = &c_functions[place(definition) % C_PLACES];
  python_function *known = c_entry_read(e, definition);
  if (COLLECT_LIKELY(known && !strcmp(known->name, name)))
    return known;
  py_object *type, *value, *traceback;
  py.PyErr_Fetch(&type, &value, &traceback);
  python_function *p = c_function_make(name, callable);
  py.PyErr_Restore(type, value, traceback);
  if (p)
    c_entry_write(e, definition, p);
  return p;
}

void python_functions_forget(void) {
  atomic_store_explicit(&codes, NULL, memory_order_release); /* the old map stays, since a thread may be reading it */
  for (size_t i = 0; i < C_PLACES; i++)
    c_entry_write(&c_functions[i], NULL, NULL);
}

static void python_code_forked(void) { atomic_store(&lock.word, 0); }
COLLECT_MODULE(python_code) = {.name = "python code", .forked = python_code_forked};
