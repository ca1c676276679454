/* See report_head.h. */
#include "report_head.h"
#include "option.h"

/* ---- the files, which are in the program (scripts/embed.sh) */

extern const struct text {
  const char *name, *text;
} rocpd_reports[];

const char *rocpd_report_sql(const char *name) {
  for (const struct text *t = rocpd_reports; t->name; t++)
    if (strcmp(t->name, name) == 0) return t->text;
  return NULL;
}

bool rocpd_report_at(int i, const char **name, const char **sql) {
  for (const struct text *t = rocpd_reports; t->name; t++)
    if (i-- == 0) {
      *name = t->name;
      *sql = t->text;
      return true;
    }
  return false;
}

/* ---- comments */

static const char *next_line(const char *at) {
  at += strcspn(at, "\n");
  return at + (*at == '\n');
}
static bool begins_with(const char *text, const char *word) { return strncmp(text, word, strlen(word)) == 0; }

const char *rocpd_comment_line(const char *sql, const char *mark) {
  for (const char *at = sql; begins_with(at, "--"); at = next_line(at))
    if (begins_with(at, mark)) return at + strlen(mark);
  return NULL;
}

static const struct { int filter; unsigned group; } of_filter[] = {
  {ROCPD_FILTER_GPU, ROCPD_G_GPU}, {ROCPD_FILTER_KERNEL, ROCPD_G_KERNEL}, {ROCPD_FILTER_STREAM, ROCPD_G_STREAM}};
enum { OF_FILTER = sizeof of_filter / sizeof *of_filter };

unsigned rocpd_report_groups(const char *name) {
  const char *sql = rocpd_report_sql(name), *line = sql ? rocpd_comment_line(sql, "-- filters:") : NULL;
  unsigned groups = ROCPD_REPORT_GROUPS, named = line ? rocpd_filters_named(line) : 0;
  for (int i = 0; i < OF_FILTER; i++)
    if (named >> of_filter[i].filter & 1) groups |= of_filter[i].group;
  return groups;
}

const char *rocpd_report_refuses(const char *name, const char *option) {
  const char *sql = rocpd_report_sql(name), *why = sql ? rocpd_comment_line(sql, "-- refuses: ") : NULL;
  for (int i = 0; why && i < OF_FILTER; i++)
    if (strcmp(option + 2, rocpd_filter_keys[of_filter[i].filter]) == 0) return rocpd_report_groups(name) & of_filter[i].group ? NULL : why;
  return NULL;
}

static bool is_about_filters(const char *line) {
  return begins_with(line, "-- filters:") || begins_with(line, "-- refuses: ") || begins_with(line, "-- shown: ") || begins_with(line, "-- all:");
}

char *rocpd_report_help(const char *name) {
  sqlite3_str *out = sqlite3_str_new(NULL);
  for (const char *at = rocpd_report_sql(name); at && begins_with(at, "--") && !begins_with(at, "-- section"); at = next_line(at)) {
    if (begins_with(at, "-- domains") || begins_with(at, "-- keep") || is_about_filters(at)) continue;
    const char *text = at + 2 + (at[2] == ' ');
    sqlite3_str_append(out, text, (int)(next_line(at) - text));
  }
  return sqlite3_str_finish(out);
}
