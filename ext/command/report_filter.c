/* See report_filter.h. */
#include "report_filter.h"
#include "report_head.h"

enum { OF_ROWS = 1 << ROCPD_FILTER_GPU | 1 << ROCPD_FILTER_KERNEL | 1 << ROCPD_FILTER_STREAM };

unsigned rocpd_filters_given(const rocpd_settings *s) {
  unsigned keys = 0;
  for (int i = 0; i < ROCPD_FILTERS; i++) keys |= (s->filter[i] ? 1u : 0) << i;
  return keys & OF_ROWS;
}

/* Appends the options as they were given: " --kernel gemm*,conv*". Their values are SQL. */
static int add_options(rocpd_run *r, const rocpd_settings *s, unsigned keys, sqlite3_str *out) {
  int code = ROCPD_DONE;
  for (int i = 0; code == ROCPD_DONE && i < ROCPD_FILTERS; i++) {
    char *values = NULL;
    if (!(keys >> i & 1)) continue;
    code = rocpd_run_text(r, &values, "SELECT group_concat(value, ',') FROM json_each(json_array(%s))", s->filter[i]);
    if (values) sqlite3_str_appendf(out, " --%s %s", rocpd_filter_keys[i], values);
    sqlite3_free(values);
  }
  return code;
}

static int size_of(const char *line) { return (int)strcspn(line, "\n"); }

static int describe(rocpd_run *r, const rocpd_settings *s, const char *sql, unsigned left_out, char **note) {
  const char *shown = rocpd_comment_line(sql, "-- shown:"), *all = rocpd_comment_line(sql, "-- all:"), *text = shown ? strchr(shown, '|') : NULL;
  unsigned of_shown = shown ? rocpd_filters_named(shown) & rocpd_filters_given(s) : 0;
  int code = ROCPD_DONE;
  *note = NULL;
  if (!of_shown && !left_out) return ROCPD_DONE;
  sqlite3_str *out = sqlite3_str_new(NULL);
  if (of_shown && text) {
    text += 1 + strspn(text + 1, " ");
    sqlite3_str_appendf(out, "of all work; %.*s", size_of(text), text);
    code = add_options(r, s, of_shown, out);
  }
  if (left_out) sqlite3_str_appendf(out, "%sall", sqlite3_str_length(out) ? "; " : "");
  if (left_out && all) all += strspn(all, " "), sqlite3_str_appendf(out, ": %.*s", size_of(all), all);
  *note = sqlite3_str_finish(out);
  return code == ROCPD_DONE && !*note ? rocpd_say_no_memory() : code;
}

int rocpd_report_filter(rocpd_run *r, const rocpd_settings *s, const char *sql, unsigned *keys, char **note) {
  const char *line = rocpd_comment_line(sql, "-- filters:");
  unsigned rows = rocpd_filters_given(s), wanted = line ? rows & rocpd_filters_named(line) : rows;
  int code = ROCPD_DONE;
  *note = NULL;
  if (!rows) return ROCPD_DONE;
  if (wanted != *keys) code = rocpd_run_set_filter(r, s, wanted | ~(unsigned)OF_ROWS);
  *keys = wanted;
  return code == ROCPD_DONE ? describe(r, s, sql, rows & ~wanted, note) : code;
}
