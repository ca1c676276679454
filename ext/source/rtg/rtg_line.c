/* What one line of rtg_tracer says: the grammars of 2021 and 2025, and HCC_PROFILE=2.
**
**   HIP: pid:P tid:T NAME[(a=v, ...)][ [KERNEL]] ret=R @START +DURATION
**   HSA: pid:P tid:T NAME (v, ...) ret=R @START +DURATION
**   HSA: pid:P tid:T dispatch queue:Q agent:A signal:S name:'K' tick:T id:D workgroup:{x,y,z} grid:{x,y,z}
**   HSA: pid:P tid:T dispatch queue:Q agent:A signal:S name:'K' start:B stop:E id:D
**   HSA: pid:P tid:T barrier queue:Q agent:A signal:S dep1:D ... dep5:D tick:T id:D
**   HSA: pid:P tid:T barrier queue:Q agent:A signal:S start:B stop:E dep1:D ... dep5:D id:D
**   HSA: pid:P tid:T vendor queue:Q agent:A signal:S dep:D tick:T id:D
**   HSA: pid:P tid:T vendor queue:Q agent:A signal:S start:B stop:E dep:D id:D
**   HSA: pid:P tid:T copy agent:A signal:S start:B stop:E dep1:D ... dep5:D
**   RTX: pid:P tid:T MESSAGE @START[ +DURATION]
**   profile: TYPE; TAG; N us; [ENQUEUED;] START; STOP; [#AGENT.QUEUE.ID; [N bytes; ...]]
**
** Nothing is escaped, so a name or message ends at the last place that is followed by what the grammar requires. Records of the first kinds may follow other
** text in a line. */
#define _GNU_SOURCE
#include "rtg.h"

/* The rest of a line. */
typedef struct text_rest {
  const char *at, *end;
} text_rest;

static bool skip_text(text_rest *c, const char *text, size_t size) {
  if ((size_t)(c->end - c->at) < size || memcmp(c->at, text, size)) return false;
  c->at += size;
  return true;
}
#define SKIP(c, literal) skip_text(c, literal, sizeof(literal) - 1)

/* Takes a decimal number of 64 bits; handles may use all bits. */
static bool take_number(text_rest *c, int64_t *out) {
  uint64_t v = 0;
  const char *begin = c->at;
  for (; c->at < c->end && (unsigned)(*c->at - '0') < 10; c->at++)
    if (__builtin_mul_overflow(v, 10, &v) || __builtin_add_overflow(v, (unsigned)(*c->at - '0'), &v)) return false;
  *out = (int64_t)v;
  return c->at > begin;
}

static bool take_time(text_rest *c, int64_t *out) { return take_number(c, out) && *out >= 0 && rocpd_is_time(*out); }

#define FIELD(c, name, out) (SKIP(c, name) && take_number(c, out))
#define TIME(c, name, out) (SKIP(c, name) && take_time(c, out))

static rocpd_rtg_text text_between(const char *at, const char *end) { return (rocpd_rtg_text){at, (size_t)(end - at)}; }

/* ---- calls and markers */

/* Takes the last "@START" followed by " +DURATION", and leaves the text before it. */
static bool take_interval(text_rest *c, rocpd_rtg_line *out, bool to_the_end, bool *ends) {
  for (const char *at = c->end; (at = memrchr(c->at, '@', (size_t)(at - c->at)));) {
    text_rest tail = {at + 1, c->end};
    int64_t duration = 0;
    if (at == c->at || at[-1] != ' ' || !take_time(&tail, &out->start)) continue;
    *ends = TIME(&tail, " +", &duration);
    if (to_the_end && tail.at < tail.end) continue;
    if (!to_the_end && !*ends) continue;
    out->end = out->start + duration;
    if (!rocpd_is_time(out->end)) return false;
    c->end = at - 1;
    return true;
  }
  return false;
}

/* Takes " ret=R" at the end: a number with or without sign, or `void`. */
static bool take_result(text_rest *c, int64_t *out) {
  const char *at = memrchr(c->at, ' ', (size_t)(c->end - c->at));
  text_rest ret = {at, c->end};
  *out = ROCPD_NULL;
  if (!at || !SKIP(&ret, " ret=")) return false;
  c->end = at;
  if (SKIP(&ret, "void")) return ret.at == ret.end;
  bool negative = SKIP(&ret, "-");
  if (!take_number(&ret, out) || ret.at < ret.end) return false;
  if (negative) *out = (int64_t)(0 - (uint64_t)*out);
  return true;
}

static bool is_name(const char *at, const char *end) {
  for (const char *p = at; p < end; p++)
    if ((unsigned char)*p <= ' ') return false;
  return at < end;
}

static enum rocpd_rtg_form parse_hip(text_rest c, rocpd_rtg_line *out) {
  bool ends;
  if (!take_interval(&c, out, false, &ends) || !take_result(&c, &out->result)) return RTG_MALFORMED;
  /* rtg_tracer prints 0 whatever the call returned. */
  if (out->result == 0) out->result = ROCPD_NULL;
  const char *kernel = c.end > c.at && c.end[-1] == ']' ? memmem(c.at, (size_t)(c.end - c.at), " [", 2) : NULL;
  if (kernel) {
    out->kernel = text_between(kernel + 2, c.end - 1);
    c.end = kernel;
  }
  const char *open = c.end > c.at && c.end[-1] == ')' ? memchr(c.at, '(', (size_t)(c.end - c.at)) : NULL;
  if (open) {
    out->args = text_between(open + 1, c.end - 1);
    c.end = open;
  }
  out->name = text_between(c.at, c.end);
  return is_name(c.at, c.end) ? RTG_HIP : RTG_MALFORMED;
}

static enum rocpd_rtg_form parse_call(text_rest c, rocpd_rtg_line *out) {
  bool ends;
  if (!take_interval(&c, out, false, &ends) || !take_result(&c, &out->result)) return RTG_MALFORMED;
  const char *open = memmem(c.at, (size_t)(c.end - c.at), " (", 2);
  if (!open || c.end[-1] != ')') return RTG_MALFORMED;
  out->args = text_between(open + 2, c.end - 1);
  out->name = text_between(c.at, open);
  return is_name(c.at, open) ? RTG_HSA : RTG_MALFORMED;
}

static enum rocpd_rtg_form parse_marker(text_rest c, rocpd_rtg_line *out) {
  bool ends;
  if (!take_interval(&c, out, true, &ends)) return RTG_MALFORMED;
  out->name = text_between(c.at, c.end);
  return ends ? RTG_RANGE : RTG_MARK;
}

/* ---- packets */

static bool take_dependencies(text_rest *c, rocpd_rtg_line *out) {
  return FIELD(c, " dep1:", &out->dependency[0]) && FIELD(c, " dep2:", &out->dependency[1]) && FIELD(c, " dep3:", &out->dependency[2]) &&
         FIELD(c, " dep4:", &out->dependency[3]) && FIELD(c, " dep5:", &out->dependency[4]);
}

static bool take_start_stop(text_rest *c, rocpd_rtg_line *out) { return TIME(c, " start:", &out->start) && TIME(c, " stop:", &out->end); }

static bool take_size(text_rest *c, int64_t *size) {
  return take_number(c, &size[0]) && FIELD(c, ",", &size[1]) && FIELD(c, ",", &size[2]) && SKIP(c, "}");
}

/* Parses what follows a kernel's name. */
static enum rocpd_rtg_form parse_behind_name(text_rest c, rocpd_rtg_line *out) {
  if (TIME(&c, " tick:", &out->start))
    return FIELD(&c, " id:", &out->id) && SKIP(&c, " workgroup:{") && take_size(&c, out->workgroup) && SKIP(&c, " grid:{") && take_size(&c, out->grid)
               ? RTG_DISPATCH_HOST : RTG_MALFORMED;
  return take_start_stop(&c, out) && FIELD(&c, " id:", &out->id) ? RTG_DISPATCH : RTG_MALFORMED;
}

/* A name may contain quotes: it ends at the last one that is followed by a valid rest. */
static enum rocpd_rtg_form parse_dispatch(text_rest c, rocpd_rtg_line *out) {
  if (!FIELD(&c, " agent:", &out->agent) || !FIELD(&c, " signal:", &out->signal) || !SKIP(&c, " name:'")) return RTG_MALFORMED;
  for (const char *quote = c.end; (quote = memrchr(c.at, '\'', (size_t)(quote - c.at)));) {
    enum rocpd_rtg_form form = parse_behind_name((text_rest){quote + 1, c.end}, out);
    if (form == RTG_MALFORMED) continue;
    out->name = text_between(c.at, quote);
    return form;
  }
  return RTG_MALFORMED;
}

static enum rocpd_rtg_form parse_barrier(text_rest c, rocpd_rtg_line *out) {
  if (!FIELD(&c, " agent:", &out->agent) || !FIELD(&c, " signal:", &out->signal)) return RTG_MALFORMED;
  text_rest host = c;
  if (take_dependencies(&host, out))
    return TIME(&host, " tick:", &out->start) && FIELD(&host, " id:", &out->id) ? RTG_BARRIER_HOST : RTG_MALFORMED;
  return take_start_stop(&c, out) && take_dependencies(&c, out) && FIELD(&c, " id:", &out->id) ? RTG_BARRIER : RTG_MALFORMED;
}

static enum rocpd_rtg_form parse_vendor(text_rest c, rocpd_rtg_line *out) {
  if (!FIELD(&c, " agent:", &out->agent) || !FIELD(&c, " signal:", &out->signal)) return RTG_MALFORMED;
  if (FIELD(&c, " dep:", &out->dependency[0]))
    return TIME(&c, " tick:", &out->start) && FIELD(&c, " id:", &out->id) ? RTG_VENDOR_HOST : RTG_MALFORMED;
  return take_start_stop(&c, out) && FIELD(&c, " dep:", &out->dependency[0]) && FIELD(&c, " id:", &out->id) ? RTG_VENDOR : RTG_MALFORMED;
}

static enum rocpd_rtg_form parse_copy(text_rest c, rocpd_rtg_line *out) {
  return FIELD(&c, " signal:", &out->signal) && take_start_stop(&c, out) && take_dependencies(&c, out) ? RTG_COPY : RTG_MALFORMED;
}

static enum rocpd_rtg_form parse_hsa(text_rest c, rocpd_rtg_line *out) {
  if (FIELD(&c, "dispatch queue:", &out->queue)) return parse_dispatch(c, out);
  if (FIELD(&c, "barrier queue:", &out->queue)) return parse_barrier(c, out);
  if (FIELD(&c, "vendor queue:", &out->queue)) return parse_vendor(c, out);
  if (FIELD(&c, "copy agent:", &out->agent)) return parse_copy(c, out);
  return parse_call(c, out);
}

/* ---- HCC_PROFILE=2 */

/* Takes the next field, up to ';', without blanks around it. */
static bool take_field(text_rest *c, text_rest *field) {
  const char *end = memchr(c->at, ';', (size_t)(c->end - c->at));
  if (!end) return false;
  *field = (text_rest){c->at, end};
  c->at = end + 1;
  while (field->at < field->end && (*field->at == ' ' || *field->at == '\t')) field->at++;
  while (field->end > field->at && field->end[-1] == ' ') field->end--;
  return true;
}

static bool is_text(text_rest c, const char *text) { return (size_t)(c.end - c.at) == strlen(text) && memcmp(c.at, text, strlen(text)) == 0; }

/* Takes two times, or three if the first is the time of enqueuing. */
static bool take_times(text_rest *c, rocpd_rtg_line *out) {
  int64_t time[3];
  int n = 0;
  for (; n < 3; n++) {
    text_rest rest = *c, field;
    if (!take_field(&rest, &field) || !take_time(&field, &time[n]) || field.at < field.end) break;
    *c = rest;
  }
  if (n < 2 || (n == 3 && time[0] > time[1])) return false;
  out->start = time[n - 2];
  out->end = time[n - 1];
  return true;
}

static enum rocpd_rtg_form parse_profile(text_rest c, rocpd_rtg_line *out) {
  text_rest type, tag, us, place, bytes;
  if (!take_field(&c, &type) || !take_field(&c, &tag) || !take_field(&c, &us) || !take_times(&c, out)) return RTG_MALFORMED;
  if (us.end - us.at < 3 || memcmp(us.end - 3, " us", 3)) return RTG_MALFORMED;
  out->name = text_between(tag.at, tag.end);
  out->agent = 0;
  if (take_field(&c, &place) &&
      !(FIELD(&place, "#", &out->agent) && FIELD(&place, ".", &out->queue) && FIELD(&place, ".", &out->id) && place.at == place.end))
    return RTG_MALFORMED;
  if (take_field(&c, &bytes) && (!take_number(&bytes, &out->size) || !is_text(bytes, " bytes"))) out->size = ROCPD_NULL;
  return is_text(type, "kernel")                             ? RTG_PROFILE_KERNEL
         : is_text(type, "barrier")                          ? RTG_PROFILE_BARRIER
         : is_text(type, "copy") || is_text(type, "copyslo") ? RTG_PROFILE_COPY
                                                             : RTG_MALFORMED;
}

/* ---- the line */

/* Finds the first "KIND: pid:" of the line, mostly at its beginning. */
static const char *find_record(const char *line, const char *end, char *letter) {
  for (const char *at = line; (at = memmem(at, (size_t)(end - at), ": pid:", 6)); at++) {
    if (at - line < 3) continue;
    const char *word = at - 3;
    if (memcmp(word, "HIP", 3) == 0 || memcmp(word, "HSA", 3) == 0 || memcmp(word, "RTX", 3) == 0) {
      *letter = word[1];
      return word;
    }
  }
  return NULL;
}

enum rocpd_rtg_form rocpd_rtg_parse(const char *line, size_t size, rocpd_rtg_line *out) {
  static const rocpd_rtg_line nothing = {.result = ROCPD_NULL, .queue = ROCPD_NULL, .id = ROCPD_NULL, .size = ROCPD_NULL};
  text_rest c = {line, line + size};
  char letter = 0;
  *out = nothing;
  if (SKIP(&c, "profile:")) return parse_profile(c, out);
  const char *record = find_record(line, c.end, &letter);
  if (!record) return RTG_OTHER;
  c.at = record + 3;
  if (!FIELD(&c, ": pid:", &out->pid) || !FIELD(&c, " tid:", &out->tid) || !SKIP(&c, " ")) return RTG_MALFORMED;
  return letter == 'I' ? parse_hip(c, out) : letter == 'S' ? parse_hsa(c, out) : parse_marker(c, out);
}

/* ---- arguments */

/* Finds the end of an argument: ", " outside quotes and brackets. */
static const char *end_of_argument(const char *at, const char *end) {
  int depth = 0;
  bool quoted = false;
  for (; at < end; at++) {
    if (*at == '"') quoted = !quoted;
    if (quoted) continue;
    if (*at == '{' || *at == '(' || *at == '[') depth++;
    if ((*at == '}' || *at == ')' || *at == ']') && depth) depth--;
    if (*at == ',' && !depth && at + 1 < end && at[1] == ' ') return at;
  }
  return end;
}

/* If "name=" precedes a value, returns the length of the name, else 0. */
static size_t name_size(const char *at, const char *end) {
  const char *p = at;
  while (p < end && (*p == '_' || ((*p | 32) >= 'a' && (*p | 32) <= 'z') || (p > at && *p >= '0' && *p <= '9'))) p++;
  return p < end && *p == '=' ? (size_t)(p - at) : 0;
}

int rocpd_rtg_args(rocpd_rtg_text args, int (*f)(void *arg, int position, rocpd_rtg_text name, rocpd_rtg_text value), void *arg) {
  const char *at = args.at, *end = args.at + args.size;
  int rc = SQLITE_OK;
  for (int position = 0; rc == SQLITE_OK && at < end; position++) {
    const char *stop = end_of_argument(at, end);
    size_t size = name_size(at, stop);
    rc = f(arg, position, text_between(at, at + size), text_between(size ? at + size + 1 : at, stop));
    at = stop < end ? stop + 2 : end;
  }
  return rc;
}
