/* Frames of Python for call stacks: see interpreter.h and frames.h.
**
** A thread is stopped anywhere, so its list of frames may be torn, and frames and code objects may be gone when they are read (program.c). So the kernel
** reads for us. From 3.11 on, the frames of a thread lie in blocks, each above its caller's: one read takes many.
**
** What a code object's name is, is found out on the sampler's thread, which has no right to call the interpreter. Where code objects and strings keep what,
** is found once by looking at known ones. A code object may be replaced by another at its address, so its words are compared each time. */
#include "frames.h"
#include "chain.h"
#include "core.h"
#include "interpreter.h"
#include "object.h"
#include <stdio.h>
#include <string.h>
#include <sys/uio.h>

/* ---- where things are ---- */

enum { SPAN = 160 }; /* bytes of a code object that are read */
static struct {
  bool known;
  uint8_t name, file, line; /* in a code object */
  uint8_t ascii, other;     /* in a string: its characters, if they are all ASCII, and otherwise */
  uint8_t self, tid;        /* in a thread's state: pthread_self() and gettid(); 0: it has none */
} at;

/* Stores where in the object the word is, in `places`. False: nowhere. */
static bool word_find(const void *object, uintptr_t word, unsigned bytes, uint8_t *place) {
  for (unsigned i = 16; i < bytes; i += 8)
    if (py_word(object, i) == word) {
      *place = (uint8_t)i;
      return true;
    }
  return false;
}

static bool line_find(const void *object, int32_t line) {
  for (unsigned i = 16; i < SPAN; i += 4)
    if (!memcmp((const char *)object + i, &line, 4)) {
      at.line = (uint8_t)i;
      return true;
    }
  return false;
}

enum { BLANK = 1000, LINE = BLANK + 2 };
/* Looks at a function's code whose name, file and line are known. */
static bool code_look(py_object *code) {
  py_object *name = py.PyObject_GetAttrString(code, py.minor >= 11 ? "co_qualname" : "co_name"), *file = py.PyObject_GetAttrString(code, "co_filename");
  bool good = name && file && word_find(code, (uintptr_t)name, SPAN, &at.name) && word_find(code, (uintptr_t)file, SPAN, &at.file) && line_find(code, LINE);
  at.ascii = py.minor >= 12 ? 40 : 48; /* sizes of PyASCIIObject and PyCompactUnicodeObject */
  at.other = py.minor >= 12 ? 56 : 72;
  good = good && !memcmp((const char *)file + at.ascii, "<libcollect>", 13);
  if (name)
    py.Py_DecRef(name);
  if (file)
    py.Py_DecRef(file);
  return good;
}

/* The first code object among the constants of another. NULL: there is none. The caller gets a reference. */
static py_object *code_within(py_object *outer) {
  py_object *constants = outer ? py.PyObject_GetAttrString(outer, "co_consts") : NULL, *found = NULL;
  for (intptr_t i = 0; constants && !found && i < 4; i++) {
    py_object *o = py.PyTuple_GetItem(constants, i);
    if (!o)
      break;
    if (py_word(o, 8) == (uintptr_t)python_chain.code_type)
      py.Py_IncRef(found = o);
  }
  if (constants)
    py.Py_DecRef(constants);
  return found;
}

static bool layout_find(void) {
  enum { FILE_INPUT = 257 };
  static char text[BLANK + 60];
  memset(text, '\n', BLANK);
  strcpy(text + BLANK, "class Outside:\n def inside(): pass\n"); /* its name differs from its qualified name */
  py_object *module = py.Py_CompileString ? py.Py_CompileString(text, "<libcollect>", FILE_INPUT) : NULL;
  py_object *class = code_within(module), *code = code_within(class);
  bool good = code && code_look(code);
  const py_thread *thread = cpython_thread();
  enum { STATE = 240 };
  if (good && word_find(thread, (uintptr_t)pthread_self(), STATE, &at.self))
    at.tid = py_word(thread, at.self + 8u) == (uintptr_t)syscall(SYS_gettid) ? (uint8_t)(at.self + 8) : 0;
  py_object *all[] = {code, class, module};
  for (int i = 0; i < 3; i++)
    if (all[i])
      py.Py_DecRef(all[i]);
  py.PyErr_Clear();
  return good;
}

/* ---- reading frames ---- */

/* Memory that was read: [low, high) is at `copy`. */
typedef struct piece { uintptr_t low, high; const char *copy; } piece;
enum { FRAME = 80, PAGE = 4096, FAR = 1 << 16 };
typedef struct reader { piece many, one; char *scratch; } reader;

static ssize_t read_parts(const struct iovec *to, const struct iovec *from, unsigned parts) {
  int saved = errno;
  ssize_t n = syscall(SYS_process_vm_readv, getpid(), to, (unsigned long)parts, from, (unsigned long)parts, 0);
  errno = saved;
  return n;
}

/* Reads a frame and what is below it in memory: the rest of its page and another page. */
static bool many_read(reader *r, uintptr_t frame) {
  char *end = r->scratch + COLLECT_INTERPRETER_SCRATCH - FRAME;
  uintptr_t page = frame & ~(uintptr_t)(PAGE - 1), high = frame + FRAME, low = high - (COLLECT_INTERPRETER_SCRATCH - FRAME) > page - PAGE ? page : page - PAGE;
  struct iovec from[2] = {{(void *)page, high - page}, {(void *)low, page - low}};
  struct iovec to[2] = {{end - (high - page), high - page}, {end - (high - low), page - low}};
  ssize_t n = read_parts(to, from, low < page ? 2 : 1);
  if (n < (ssize_t)(high - page))
    return false;
  if (n < (ssize_t)(high - low))
    low = page;
  r->many = (piece){low, high, end - (high - low)};
  return true;
}

/* The bytes of a frame; NULL: they cannot be read. */
static const char *frame_read(reader *r, uintptr_t frame) {
  if (frame >= r->many.low && frame + FRAME <= r->many.high)
    return r->many.copy + (frame - r->many.low);
  /* A frame by itself is not in a block: it is on the C stack (3.12 on), in an object, or older than 3.11. A second one nearby means another block. */
  bool near = py.minor >= 11 && (!r->one.high || frame - r->many.low + FAR < 2 * FAR || frame - r->one.low + FAR < 2 * FAR);
  if (near && many_read(r, frame))
    return r->many.copy + (frame - r->many.low);
  char *to = r->scratch + COLLECT_INTERPRETER_SCRATCH - FRAME;
  if (read_parts(&(struct iovec){to, FRAME}, &(struct iovec){(void *)frame, FRAME}, 1) != FRAME)
    return NULL;
  r->one = (piece){frame, frame + FRAME, to};
  return to;
}

static bool word_read(uintptr_t from, uintptr_t *to) {
  return read_parts(&(struct iovec){to, sizeof *to}, &(struct iovec){(void *)from, sizeof *to}, 1) == sizeof *to;
}

/* Whether the loop that runs this frame was not called for its caller, too. */
static bool is_last(const char *frame, const char *around) {
  enum { BY_C = 3, IS_ENTRY = 68 };
  if (py.minor < 11)
    return true;
  if (py.minor == 11)
    return frame[IS_ENTRY];
  return !around || around[(uint8_t)python_chain.owner] == BY_C;
}

static unsigned frames(const void *state, uint64_t *words, unsigned max, void *scratch) {
  enum { BY_C = 3 };
  reader r = {.scratch = scratch};
  uintptr_t frame;
  unsigned n = 0;
  if (!word_read((uintptr_t)state + python_chain.now, &frame))
    return 0;
  if (frame && python_chain.now_then >= 0 && !word_read(frame + (uint8_t)python_chain.now_then, &frame))
    return 0;
  _Alignas(uintptr_t) char now[FRAME];
  for (unsigned looks = 0; frame && n < max && looks < 4 * max; looks++) {
    const char *bytes = frame_read(&r, frame);
    if (!bytes)
      break;
    memcpy(now, bytes, FRAME);
    uintptr_t back = py_word(now, python_chain.back);
    if (python_chain.owner < 0 || now[(uint8_t)python_chain.owner] != BY_C) {
      const char *around = back && py.minor >= 12 ? frame_read(&r, back) : NULL;
      uint64_t last = is_last(now, around) ? COLLECT_INTERPRETER_LAST : 0;
      words[n++] = COLLECT_WALK_INTERPRETED | last | (python_frame_word((const void *)now) & COLLECT_INTERPRETER_NUMBER);
    }
    frame = back;
  }
  return n;
}

static const void *here(void) { return py.PyGILState_GetThisThreadState(); }

/* Threads come and go meanwhile. (Only the first interpreter's threads are known.) */
static const void *state_of(int tid, uintptr_t self) {
  enum { NEXT = 8, MANY = 10000 };
  uint8_t place = at.tid ? at.tid : self ? at.self : 0;
  uintptr_t wanted = at.tid ? (uintptr_t)tid : self;
  py_interpreter *i = place && py.Py_IsInitialized() ? py.PyInterpreterState_Head() : NULL;
  for (py_interpreter *more = i; more; more = py.PyInterpreterState_Next(more))
    i = more; /* the first that was made is last */
  uintptr_t state = i ? (uintptr_t)py.PyInterpreterState_ThreadHead(i) : 0, word;
  for (unsigned k = 0; state && k < MANY && word_read(state + place, &word); k++) {
    if (word == wanted)
      return (const void *)state;
    if (!word_read(state + NEXT, &state))
      break;
  }
  return NULL;
}

/* ---- functions by number ---- */

typedef struct function { uint64_t hash; collect_interpreter_about about; } function;
static function *functions; /* by number - 1 */
static size_t functions_bytes;
static uint32_t count;

/* Code objects, by address: which function they are, as long as their words are these. */
typedef struct known { uintptr_t code, name, file; int32_t line; uint32_t number; } known;
enum { KNOWN = 1 << 14, TEXT = 1024 };
static known *table; /* the last one with an address takes its place */

static const char *text_keep(const char *text) {
  enum { ROOM = 1 << 16 };
  static char *room;
  static size_t left;
  size_t size = strlen(text) + 1;
  if (size > left) {
    room = collect_memory_grow(NULL, 0, ROOM);
    left = room ? ROOM : 0;
  }
  if (!room)
    return "?";
  room += size, left -= size;
  return memcpy(room - size, text, size);
}

/* Adds a character in UTF-8; half of a surrogate pair as Python's "backslashreplace" writes it. */
static size_t character_add(char *to, uint32_t c) {
  if (c < 0x80)
    return *to = (char)c, 1;
  if (c < 0x800)
    return to[0] = (char)(0xc0 | c >> 6), to[1] = (char)(0x80 | (c & 63)), 2;
  if (c >= 0xd800 && c < 0xe000)
    return (size_t)snprintf(to, 7, "\\u%04x", c);
  if (c < 0x10000)
    return to[0] = (char)(0xe0 | c >> 12), to[1] = (char)(0x80 | (c >> 6 & 63)), to[2] = (char)(0x80 | (c & 63)), 3;
  return to[0] = (char)(0xf0 | (c >> 18 & 7)), to[1] = (char)(0x80 | (c >> 12 & 63)), to[2] = (char)(0x80 | (c >> 6 & 63)), to[3] = (char)(0x80 | (c & 63)), 4;
}

/* Reads a string; one that is too long is cut. False: it is none, or not readable. */
static bool string_read(uintptr_t string, char *to) {
  enum { LENGTH = 16, STATE = 32, HEAD = 40, CHARACTERS = 200 };
  char head[HEAD];
  static char data[4 * CHARACTERS];
  if (!string || read_parts(&(struct iovec){head, HEAD}, &(struct iovec){(void *)string, HEAD}, 1) != HEAD)
    return false;
  uint64_t length = py_word(head, LENGTH);
  uint32_t state;
  memcpy(&state, head + STATE, 4);
  unsigned width = state >> 2 & 7; /* bytes of a character */
  bool compact = state >> 5 & 1, ascii = state >> 6 & 1;
  if (!compact || (width != 1 && width != 2 && width != 4))
    return false;
  if (length > CHARACTERS)
    length = CHARACTERS;
  size_t size = width * length, n = 0;
  if (read_parts(&(struct iovec){data, size}, &(struct iovec){(void *)(string + (ascii ? at.ascii : at.other)), size}, 1) != (ssize_t)size)
    return false;
  for (uint64_t i = 0; i < length; i++) {
    uint32_t c = 0;
    memcpy(&c, data + i * width, width);
    n += character_add(to + n, c ? c : '?');
  }
  to[n] = 0;
  return true;
}

/* The number of the function with this name, file and line; 0: no memory. */
static uint32_t function_number(const char *name, const char *file, int32_t line) {
  uint64_t hash = (uint64_t)(uint32_t)line;
  for (const char *c = name; *c; c++)
    hash = (hash ^ (uint8_t)*c) * UINT64_C(0x100000001b3);
  for (const char *c = file; *c; c++)
    hash = (hash ^ (uint8_t)*c) * UINT64_C(0x100000001b3);
  for (uint32_t i = 0; i < count; i++) {
    const collect_interpreter_about *a = &functions[i].about;
    if (functions[i].hash == hash && a->line == (uint32_t)line && !strcmp(a->function, name) && !strcmp(a->file, file))
      return i + 1;
  }
  if (!collect_memory_reserve(&functions, &functions_bytes, (count + 1) * sizeof(function)))
    return 0;
  functions[count] = (function){hash, {text_keep(name), text_keep(file), line > 0 ? (uint32_t)line : 0}};
  return ++count;
}

/* The number of what these words of a code object tell. */
static uint64_t code_number(uintptr_t code, const char *words) {
  static char name[8 * TEXT], file[8 * TEXT];
  int32_t line;
  memcpy(&line, words + at.line, 4);
  const known now = {code, py_word(words, at.name), py_word(words, at.file), line, 0};
  if (py_word(words, 8) != (uintptr_t)python_chain.code_type)
    return 0;
  known *k = &table[(code >> 4) * UINT64_C(0x9e3779b97f4a7c15) >> (64 - 14)];
  if (k->code == now.code && k->name == now.name && k->file == now.file && k->line == now.line && k->number)
    return k->number;
  if (!string_read(now.name, name) || !string_read(now.file, file))
    return 0;
  if (!line && !strcmp(name, file))
    return COLLECT_INTERPRETER_NONE; /* the interpreter's own code around calls of __init__ (3.13) */
  *k = now;
  return k->number = function_number(name, file, line);
}

static void resolve(uint64_t *words, unsigned n) {
  enum { BATCH = 64 };
  static char copy[BATCH][SPAN];
  struct iovec from[BATCH], to[BATCH];
  if (!table)
    table = collect_memory_grow(NULL, 0, KNOWN * sizeof *table);
  for (unsigned i = 0; i < n;) {
    unsigned batch = n - i < BATCH ? n - i : BATCH;
    for (unsigned k = 0; k < batch; k++) {
      from[k] = (struct iovec){(void *)(words[i + k] & COLLECT_INTERPRETER_NUMBER), SPAN};
      to[k] = (struct iovec){copy[k], SPAN};
    }
    ssize_t bytes = read_parts(to, from, batch);
    unsigned read = bytes > 0 ? (unsigned)bytes / SPAN : 0;
    for (unsigned k = 0; k < batch && k <= read; k++) { /* reading stopped at words[i + read]: that one cannot be read */
      uintptr_t code = (uintptr_t)(words[i + k] & COLLECT_INTERPRETER_NUMBER);
      words[i + k] = (words[i + k] & ~COLLECT_INTERPRETER_NUMBER) | (k < read && table ? code_number(code, copy[k]) : 0);
    }
    i += read < batch ? read + 1 : batch;
  }
}

static bool about(uint64_t word, collect_interpreter_about *out) {
  uint64_t number = word & COLLECT_INTERPRETER_NUMBER;
  if (!number || number > count)
    return false;
  *out = functions[number - 1].about;
  return true;
}

/* ---- life ---- */

static bool loop_look(const collect_object *o, void *arg) {
  (void)arg;
  size_t size;
  uintptr_t loop = (uintptr_t)collect_object_function_size(o, "_PyEval_EvalFrameDefault", &size);
  if (!loop)
    return false;
  atomic_store(&collect_interpreter_now.low, loop);
  atomic_store(&collect_interpreter_now.high, loop + size);
  return true;
}

void python_frames_begin(void) {
  if (!at.known)
    at.known = layout_find();
  if (!at.known)
    return;
  collect_objects_each(loop_look, NULL);
  collect_interpreter *i = &collect_interpreter_now;
  i->here = here, i->state_of = state_of, i->resolve = resolve, i->about = about;
  if (atomic_load(&i->high))
    atomic_store_explicit(&i->frames, frames, memory_order_release);
}

void python_frames_end(void) { atomic_store_explicit(&collect_interpreter_now.frames, NULL, memory_order_release); }
