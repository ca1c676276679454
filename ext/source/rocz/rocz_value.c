/* Values of arguments as text: what their words mean is said by the file (enum rocz_format). */
#include "rocz_file.h"
#include "real.h"
#include <stdio.h>
#include <stdlib.h>

typedef struct value_text {
  char out[8192];
  int used;
} value_text;

static void put(value_text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put(value_text *t, const char *format, ...) {
  va_list args;
  va_start(args, format);
  int room = (int)sizeof(t->out) - t->used, n = vsnprintf(t->out + t->used, (size_t)room, format, args);
  va_end(args);
  t->used += n < 0 ? 0 : n < room ? n : room - 1;
}

/* The name of a value in "NAME=value,...", which ends at a 0 or a parenthesis. Else the number. */
static void put_enumerator(value_text *t, const char *list, int64_t value) {
  for (const char *p = list; p && *p && *p != ')';) {
    const char *equals = p + strcspn(p, "=,)"), *end = equals + strcspn(equals, ",)");
    char *behind;
    if (*equals == '=' && strtoll(equals + 1, &behind, 0) == value && behind > equals + 1) {
      put(t, "%.*s", (int)(equals - p), p);
      return;
    }
    p = *end == ',' ? end + 1 : NULL;
  }
  put(t, "%lld", (long long)value);
}

static void put_words(value_text *t, const int64_t *word, uint32_t words) {
  for (uint32_t i = 0; i < words; i++) put(t, "%s0x%llx", i ? ", " : "{", (unsigned long long)word[i]);
  put(t, "}");
}

static void put_real(value_text *t, bool single, int64_t word) {
  float f;
  double d;
  memcpy(&f, &word, sizeof(f));
  memcpy(&d, &word, sizeof(d));
  char text[32];
  rocpd_print_real(text, sizeof text, "%.*g", single ? 9 : 17, single ? (double)f : d);
  put(t, "%s", text);
}

/* ---- structures */

typedef struct field {
  const char *name, *enumerators; /* NULL: it has none */
  int name_size;
  char type;
  size_t offset, size;
} field;

/* The next of "NAME:Toffset.size,...". Returns where the one after it begins; NULL: there is no more that can be understood. */
static const char *field_parse(const char *p, field *f) {
  const char *colon = strchr(p, ':');
  if (!colon || !colon[1]) return NULL;
  *f = (field){.name = p, .name_size = (int)(colon - p), .type = colon[1]};
  char *end;
  f->offset = strtoul(colon + 2, &end, 10);
  if (end == colon + 2 || *end != '.') return NULL;
  const char *at = end + 1;
  f->size = strtoul(at, &end, 10);
  if (end == at) return NULL;
  if (*end == '(') {
    f->enumerators = end + 1;
    end += strcspn(end, ")");
    end += *end != 0;
  }
  return *end == ',' ? end + 1 : *end ? NULL : end;
}

static void put_bytes(value_text *t, const uint8_t *bytes, size_t size) {
  put(t, "0x");
  for (size_t i = 0; i < size; i++) put(t, "%02x", bytes[i]);
}

static void put_field(value_text *t, const field *f, const uint8_t *bytes) {
  uint64_t u = 0;
  if (f->type == 's' || f->type == 'x' || f->size > sizeof(u)) {
    const void *end = memchr(bytes, 0, f->size);
    if (f->type == 's') put(t, "%.*s", (int)(end ? (size_t)((const uint8_t *)end - bytes) : f->size), (const char *)bytes);
    else put_bytes(t, bytes, f->size);
    return;
  }
  memcpy(&u, bytes, f->size);
  int64_t i = f->size ? (int64_t)(u << (64 - 8 * f->size)) >> (64 - 8 * f->size) : 0;
  switch (f->type) {
    case 'u': put(t, "%llu", (unsigned long long)u); break;
    case 'p': put(t, "0x%llx", (unsigned long long)u); break;
    case 'f': put_real(t, f->size == sizeof(float), (int64_t)u); break;
    case 'b': put(t, "%s", u ? "true" : "false"); break;
    case 'e': put_enumerator(t, f->enumerators, i); break;
    default: put(t, "%lld", (long long)i); break;
  }
}

/* Writes the fields of a structure; `size` bytes of it are recorded. */
static void put_fields(value_text *t, const char *fields, const uint8_t *bytes, size_t size) {
  field f;
  bool any = false;
  put(t, "{");
  for (const char *p = fields; *p && (p = field_parse(p, &f));) {
    if (f.size > size || f.offset > size - f.size) continue;
    put(t, "%s%.*s=", any ? ", " : "", f.name_size, f.name);
    put_field(t, &f, bytes + f.offset);
    any = true;
  }
  put(t, "}");
}

/* ---- */

/* Writes a LARGE structure, whose bytes are in a string. */
static int put_large(value_text *t, const rocpd_rocz_file *f, const char *fields, int64_t string) {
  int64_t id, size = 0;
  int rc = rocpd_rocz_string(f, string, &id);
  if (rc != SQLITE_OK || id == ROCPD_NULL) return rc;
  const char *bytes = rocpd_string(f->base.session, id, &size);
  if (fields) put_fields(t, fields, (const uint8_t *)bytes, (size_t)size);
  else put_bytes(t, (const uint8_t *)bytes, (size_t)size);
  return SQLITE_OK;
}

/* `size`: bytes of the words that are there. */
static int put_value(value_text *t, const rocpd_rocz_file *f, int64_t format, const char *meaning, const int64_t *word, size_t size) {
  uint32_t words = (uint32_t)(size / 8);
  switch (format) {
    case ROCZ_F_UINT: put(t, "%llu", (unsigned long long)word[0]); break;
    case ROCZ_F_POINTER: put(t, "0x%llx", (unsigned long long)word[0]); break;
    case ROCZ_F_BOOL: put(t, "%s", word[0] ? "true" : "false"); break;
    case ROCZ_F_FLOAT: case ROCZ_F_DOUBLE: put_real(t, format == ROCZ_F_FLOAT, word[0]); break;
    case ROCZ_F_DIM3:
      if (words < 2) put_words(t, word, words);
      else put(t, "{x=%u, y=%u, z=%u}", (uint32_t)word[0], (uint32_t)((uint64_t)word[0] >> 32), (uint32_t)word[1]);
      break;
    case ROCZ_F_STRUCT:
      if (meaning) put_fields(t, meaning, (const uint8_t *)word, size);
      else put_words(t, word, words);
      break;
    case ROCZ_F_LARGE: return put_large(t, f, meaning, word[0]);
    case ROCZ_F_ENUM: put_enumerator(t, meaning, word[0]); break;
    default: put(t, "%lld", (long long)word[0]); break;
  }
  return SQLITE_OK;
}

int rocpd_rocz_value_text(const rocpd_rocz_file *f, const rocpd_rocz_value *v, int64_t *id) {
  bool pointed = v->format >= 0 && v->format & ROCZ_F_POINTED;
  int64_t format = pointed ? v->format & ~(int64_t)ROCZ_F_POINTED : v->format;
  bool meaningful = format == ROCZ_F_ENUM || format == ROCZ_F_STRUCT || format == ROCZ_F_LARGE;
  const int64_t *word = v->word + pointed;
  size_t size = 8 * (size_t)(v->words - pointed);
  value_text t = {.used = 0};
  *id = ROCPD_NULL;
  if (pointed && (!size || !v->word[0])) return SQLITE_OK;
  if (pointed && format == ROCZ_F_STRUCT && (uint64_t)v->word[0] < size) size = (size_t)v->word[0];
  if (format == ROCZ_F_STRING) return word[0] ? rocpd_rocz_string(f, word[0], id) : rocpd_intern(f->base.session, "nullptr", -1, id);
  if (meaningful && v->meaning == ROCPD_NULL && f->info[ROCZ_PARAMETER].lost) return rocpd_rocz_found(f, ROCZ_PARAMETER, false);
  int rc = put_value(&t, f, format, v->meaning == ROCPD_NULL ? NULL : rocpd_string(f->base.session, v->meaning, NULL), word, size);
  return rc == SQLITE_OK ? rocpd_intern(f->base.session, t.out, t.used, id) : rc;
}
