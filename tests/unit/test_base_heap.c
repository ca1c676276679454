/* Heaps of entries of several sizes and orders, compared with a search for the first entry. */
#include "heap.h"
#include "test.h"

enum { MOST = 200, STEPS = 20000 };

typedef struct odd { char c[3]; } odd;
typedef struct large { int64_t a, b, c, d, e; } large;

static bool odd_before(const void *a, const void *b) { return memcmp(a, b, sizeof(odd)) > 0; }
static bool large_before(const void *a, const void *b) {
  const large *x = a, *y = b;
  return x->e != y->e ? x->e < y->e : x->a < y->a;
}
static const rocpd_heap_kind by_odd = {sizeof(odd), odd_before}, by_large = {sizeof(large), large_before};

static void draw_entry(void *entry, size_t size) {
  memset(entry, 0, size);
  if (size == sizeof(rocpd_heap_entry)) *(rocpd_heap_entry *)entry = (rocpd_heap_entry){test_draw(50) - 25, (size_t)test_draw(1000)};
  else for (size_t i = 0; i < size; i += size / 3) ((char *)entry)[i] = (char)test_draw(4);
}

/* The place in a plain array of an entry that equals this one and that no other entry precedes; n: there is none. */
static size_t find_first(const rocpd_heap_kind *kind, const char *all, size_t n, const void *top) {
  size_t found = n;
  for (size_t i = 0; i < n; i++) {
    if (kind->before(all + i * kind->size, top)) return n;
    if (!memcmp(all + i * kind->size, top, kind->size)) found = i;
  }
  return found;
}

/* Entries are added and removed in any order, more added than removed; then all are removed. */
static void compare(const rocpd_heap_kind *kind) {
  _Alignas(large) char heap[MOST * sizeof(large)], all[MOST * sizeof(large)], entry[sizeof(large)];
  size_t n = 0, wrong = 0, done = 0, size = kind->size;
  for (int step = 0; step < STEPS || n; step++) {
    int64_t turn = step < STEPS ? test_draw(3) : 2;
    draw_entry(entry, size);
    if (turn == 0 ? n == MOST : !n) continue;
    if (turn == 0) {
      memcpy(all + n * size, entry, size);
      rocpd_heap_push(kind, heap, &n, entry);
    } else {
      size_t first = find_first(kind, all, n, heap);
      wrong += first == n;
      if (first == n) break;
      if (turn == 1) {
        rocpd_heap_replace(kind, heap, n, entry);
        memcpy(all + first * size, entry, size);
      } else {
        rocpd_heap_pop(kind, heap, &n);
        memmove(all + first * size, all + n * size, size);
      }
    }
    done++;
  }
  CHECK_INT(wrong, 0);
  CHECK(done > STEPS / 2);
}

static void numbers_by_key(void) { compare(&rocpd_by_key); }
static void small_entries(void) { compare(&by_odd); }
static void large_entries(void) { compare(&by_large); }

int main(void) {
  RUN(numbers_by_key);
  RUN(small_entries);
  RUN(large_entries);
  return test_result();
}
