/* The values that arguments point to: one for each pointer whose target the API's header describes. A target that is const there
** is read before the call, any other after the call if it succeeded.
**
** The value is in the record's words behind the pointer: a word with the number of bytes, then the bytes (a number takes one
** word). Texts and large structures are stored as strings; then the id of the string follows.
**
** A pointer may be invalid, so the kernel reads for us (process_vm_readv), except from pages of the stack that we know to exist. */
#include "stack.h"
#include <string.h>
#include <sys/uio.h>

#define PAGE 4096
#define TEXT_MAX 4096 /* bytes of a text that are kept; `rocpd help settings` states it */
#define WORDS (1 + COLLECT_POINTEE_BYTES / 8)

/* ---- reading ---- */

/* May read beyond a variable, which a sanitizer would report. */
__attribute__((no_sanitize("address"))) static void bytes_take(volatile char *to, const volatile char *from, size_t size) {
  while (size--)
    *to++ = *from++;
}

/* Whether the bytes lie between our frame and the end of the page with the wrapper's frame. */
static bool on_stack(uintptr_t at, size_t size) {
  uintptr_t here = (uintptr_t)__builtin_frame_address(0), frame = (uintptr_t)collect_busy.frame - 1;
  uintptr_t end = ((frame >= here && frame - here < (64 << 10) ? frame : here) | (PAGE - 1)) + 1;
  return at >= here && at < end && size <= end - at;
}

size_t collect_read(void *to, const void *from, size_t size) {
  uintptr_t at = (uintptr_t)from;
  if (on_stack(at, size)) {
    bytes_take(to, from, size);
    return size;
  }
  int saved = errno;
  size_t first = PAGE - at % PAGE < size ? PAGE - at % PAGE : size;
  struct iovec all = {to, size};
  struct iovec parts[] = {{(void *)at, first}, {(void *)(at + first), size - first}}; /* one for each page: a page is readable or not */
  ssize_t n = size <= first + PAGE ? process_vm_readv(getpid(), &all, 1, parts, size > first ? 2 : 1, 0) : -1;
  errno = saved;
  return n > 0 ? (size_t)n : 0;
}

/* ---- values that become strings ---- */

static collect_lock text_lock = COLLECT_LOCK(TEXTS);
static char text[TEXT_MAX + 8]; /* no stack of the program is large enough for it */

static void pointees_forked(void) { atomic_store(&text_lock.word, 0); }
COLLECT_MODULE(pointees) = {.name = "pointees", .forked = pointees_forked};

/* Reads as far as the text goes and is readable; at first only a little. Returns the bytes read. */
static size_t text_read(const char *from) {
  enum { FEW = 256 };
  size_t n = collect_read(text, from, FEW);
  if (n == FEW && !memchr(text, 0, n))
    n += collect_read(text + n, from + n, TEXT_MAX + 1 - FEW);
  text[n] = 0;
  return n;
}

uint64_t collect_text_word(const char *s) {
  if (!s)
    return 0;
  uint64_t id = 0;
  COLLECT_BRIEF_BEGIN(brief);
  collect_lock_take(&text_lock);
  if (text_read(s))
    id = collect_string_word(text);
  collect_lock_release(&text_lock);
  collect_brief_end(&brief);
  return id;
}

/* The same for bytes. *size is set to the number that could be read. */
static uint64_t bytes_word(const void *from, uint64_t *size) {
  COLLECT_BRIEF_BEGIN(brief);
  collect_lock_take(&text_lock);
  COLLECT_ASSERT(*size <= TEXT_MAX);
  *size = collect_read(text, from, *size);
  uint64_t id = *size ? collect_bytes_word(text, *size) : 0;
  collect_lock_release(&text_lock);
  collect_brief_end(&brief);
  return id;
}

/* ---- values ---- */

static uint64_t number(const collect_parameter *p, uint64_t word) {
  unsigned unused = 64 - 8u * p->to_bytes;
  bool negative = p->to_format == ROCZ_F_INT || p->to_format == ROCZ_F_ENUM;
  return negative ? (uint64_t)((int64_t)(word << unused) >> unused) : word;
}

/* Stores the p->to_words words of a value that an argument points to. */
static void pointee_words(const collect_parameter *p, const void *from, uint64_t *words) {
  memset(words, 0, 8 * (size_t)p->to_words);
  if (!from)
    return;
  if (p->to_format == ROCZ_F_STRING) {
    words[1] = collect_text_word(from);
    words[0] = words[1] ? 8 : 0;
  } else if (p->to_bytes > COLLECT_POINTEE_BYTES) {
    words[0] = p->to_bytes;
    words[1] = bytes_word(from, &words[0]);
  } else if ((words[0] = collect_read(words + 1, from, p->to_bytes)) != 0 && p->to_format != ROCZ_F_STRUCT) {
    words[0] = words[0] == p->to_bytes ? words[0] : 0; /* a number that was read only in part is not recorded */
    words[1] = number(p, words[1]);
  }
}

/* ---- of a call ---- */

/* A word of the call's record: in the slot, or, if the call is further out, in `kept`. */
static uint64_t *word_at(rocz_segment *t, int level, unsigned word) {
  collect_private *p = collect_private_of(t);
  if ((uint32_t)level < depth_of(t))
    return p->kept + 4 * kept_at(p, (uint32_t)level) + word;
  return record_words(t, atomic_load_explicit(&t->pos, memory_order_relaxed), word / 4) + word % 4;
}

static void pointees_take(const collect_function *f, rocz_segment *t, int level, bool after, bool there) {
  uint64_t words[WORDS];
  for (const collect_parameter *p = f->parameter; p < f->parameter + f->parameters; p++) {
    if (!p->to_bytes || p->to_after != after)
      continue;
    COLLECT_ASSERT(p->to_words <= WORDS);
    pointee_words(p, there ? (const void *)(uintptr_t)*word_at(t, level, p->word) : NULL, words);
    for (unsigned i = 0; i < p->to_words; i++)
      *word_at(t, level, p->to_word + i) = words[i];
  }
}

/* If the call may set values, it ends on the slow path, where they are read. */
void collect_pointees_begin(const collect_function *f, collect_call call) {
  rocz_segment *t = call.thread;
  pointees_take(f, t, (int)depth_of(t), false, true);
  if (!(f->points & COLLECT_POINTEE_AFTER))
    return;
  pointees_take(f, t, (int)depth_of(t), true, false);
  open_layers_set(t, depth_of(t), slot_layer(t), true);
}

void collect_pointees_end(const collect_function *f, rocz_segment *t, int level, int32_t result) {
  if (!(f->points & COLLECT_POINTEE_AFTER) || result)
    return;
  uint32_t blocks = (uint32_t)level < depth_of(t) ? collect_private_of(t)->level[level].argument_blocks : slot_record(t)->argument_blocks;
  if (blocks)
    pointees_take(f, t, level, true, true);
}
