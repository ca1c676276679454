/* Counts what the interpreter's own profile function (PyEval_SetProfile, as sys.setprofile uses it) is told: calls of each code
** object, and their ends. It is loaded by ctypes.PyDLL, and so called with the interpreter's lock. It is in C, so that it is not
** seen itself and does not count towards the recursion limit. */
#include <stdint.h>
#include <stdlib.h>

typedef struct object object;
extern void PyEval_SetProfile(int (*)(object *, object *, int, object *), object *);
extern object *PyObject_GetAttrString(object *, const char *);
extern void Py_IncRef(object *), Py_DecRef(object *);

enum { CALL = 0, RETURN = 3 };
typedef struct entry { object *code; long calls, returns; } entry;
static entry *map;
static uintptr_t mask;
static long used;

static entry *find(const object *code) {
  uintptr_t i = (uintptr_t)code / 16 * 0x9e3779b97f4a7c15u >> 20;
  while (map[i & mask].code && map[i & mask].code != code)
    i++;
  return &map[i & mask];
}

static void grow(void) {
  entry *old = map;
  uintptr_t n = old ? mask + 1 : 0;
  mask = n ? 4 * n - 1 : (1 << 16) - 1;
  map = calloc(mask + 1, sizeof *map);
  for (uintptr_t i = 0; i < n; i++)
    if (old[i].code)
      *find(old[i].code) = old[i];
  free(old);
}

static entry *of(object *code) {
  if (!map || used > (long)(mask / 2))
    grow();
  entry *e = find(code);
  if (!e->code)
    Py_IncRef(e->code = code), used++; /* the reference stays, so that no other object gets this address */
  return e;
}

static int profile(object *self, object *frame, int what, object *argument) {
  (void)self, (void)argument;
  if (what != CALL && what != RETURN)
    return 0;
  object *code = PyObject_GetAttrString(frame, "f_code");
  ++*(what == CALL ? &of(code)->calls : &of(code)->returns);
  Py_DecRef(code);
  return 0;
}

void counts_begin(void) { PyEval_SetProfile(profile, NULL); }
void counts_end(void) { PyEval_SetProfile(NULL, NULL); }

/* Returns the code object (a new reference) of the entry behind *at, with its numbers of calls and ends. 0: there are no more. */
int counts_next(long *at, object **code, long *calls, long *returns) {
  while (map && (uintptr_t)*at <= mask && !map[*at].code)
    ++*at;
  if (!map || (uintptr_t)*at > mask)
    return 0;
  const entry *e = &map[(*at)++];
  Py_IncRef(*code = e->code);
  *calls = e->calls, *returns = e->returns;
  return 1;
}
