/* Ranks (rank.h): from texts, and from paths by patterns, compared with fnmatch(). */
#include <fnmatch.h>
#include "launcher.h"
#include "rank.h"
#include "test.h"

static void texts(void) {
  static const struct { const char *text; int64_t rank; } t[] = {
    {"0", 0}, {"7", 7}, {"007", 7}, {"123456789", 123456789}, {"999999999999999999", 999999999999999999}, {"000000000000000001", 1},
    {"1000000000000000000", -1}, {"18446744073709551616", -1}, {"0000000000000000001", -1}, /* one digit more than is read */
    {"", -1}, {NULL, -1}, {"-1", -1}, {"+1", -1}, {" 1", -1}, {"1 ", -1}, {"1\n", -1}, {"0x1", -1}, {"1.0", -1}, {"1e3", -1}, {"rank", -1}, {"\xd9\xa1", -1}};
  for (size_t i = 0; i < sizeof(t) / sizeof(*t); i++) CHECK_INT(rocpd_rank_of_text(t[i].text), t[i].rank);
}

static void patterns(void) {
  static const struct { const char *pattern, *path; int64_t rank; } t[] = {
    {"rank%d/run.db", "/data/rank12/run.db", 12}, {"rank%d/run.db", "rank3/run.db", 3}, {"rank%d/run.db", "/data/xrank12/run.db", -1},
    {"/rank%d/run.db", "/rank12/run.db", 12}, {"/rank%d/run.db", "/data/rank12/run.db", 12}, {"/rank%d/run.db", "rank12/run.db", -1},
    {"%d.db", "/data/5.db", 5}, {"%d.db", "5.db", 5}, {"%d.db", "/data/a5.db", -1}, {"*%d.db", "/data/a5.db", 5}, {"*%d.db", "/data/a15.db", 15},
    {"%d*.db", "/1/2x.db", 2}, {"%d/*", "/1/2/3/x", 3}, {"%d/*/*", "/1/2/3/x", 2}, {"*%d*", "/a1b2c3", 1}, {"*_%d.db", "/1_2_3.db", 3},
    {"r%d5.db", "/r15.db", -1}, /* %d takes all digits */
    {"r?%d.db", "/r12.db", 2}, {"r?%d.db", "/r/2.db", -1}, {"?%d", "/7", -1}, {"*%d", "/x/7/", -1}, {"%d", "", -1}, {"%d", "/12345678901234567890", -1},
    {"100%%d.db", "/100%7.db", 7}, {"%x%d", "/%x7", 7}};
  for (size_t i = 0; i < sizeof(t) / sizeof(*t); i++) {
    CHECK_INT(rocpd_rank_of_path(t[i].pattern, t[i].path), t[i].rank);
    CHECK(!rocpd_rank_pattern_error(t[i].pattern));
  }
}

static void wrong_patterns(void) {
  static const char *const none[] = {"", "rank", "%", "% d", "%D", "d%", "%%"}, *const several[] = {"%d%d", "%d/%d", "a%db%dc", "%%d%d"};
  for (size_t i = 0; i < sizeof(none) / sizeof(*none); i++) CHECK_TEXT(rocpd_rank_pattern_error(none[i]), "it has no %d");
  for (size_t i = 0; i < sizeof(several) / sizeof(*several); i++) CHECK_TEXT(rocpd_rank_pattern_error(several[i]), "it has more than one %d");
}

static void variables(void) {
  int n = 0;
  for (; rocz_rank_variables[n]; n++)
    for (int i = 0; i < n; i++) CHECK(strcmp(rocz_rank_variables[i], rocz_rank_variables[n]));
  CHECK(n >= 5);
  CHECK_TEXT(rocz_rank_variables[0], "RANK"); /* the innermost launcher's variable comes first */
  CHECK_TEXT(rocz_rank_variables[n - 1], "LOCAL_RANK"); /* ranks within a machine come after those of a job */
  CHECK_TEXT(rocz_rank_variables[n - 2], "MPI_LOCALRANKID");
  CHECK_TEXT(rocz_rank_variables[n - 3], "SLURM_PROCID");
}

/* ---- random ones */

static int is_digit(char c) { return c >= '0' && c <= '9'; }

/* Whether text[from..to) matches a pattern without %d. */
static int part_matches(const char *pattern, const char *text, size_t from, size_t to) {
  char part[32];
  memcpy(part, text + from, to - from);
  part[to - from] = 0;
  return fnmatch(pattern, part, FNM_PATHNAME | FNM_NOESCAPE) == 0;
}

/* The rank by trying all beginnings of the name and all runs of digits: the first that match. */
static int64_t slow_rank(const char *before, const char *after, const char *path) {
  size_t n = strlen(path);
  char pattern[32];
  snprintf(pattern, sizeof pattern, "%s", before);
  for (size_t start = 0; start < n; start++) {
    if (pattern[0] == '/' ? path[start] != '/' : start && path[start - 1] != '/') continue;
    for (size_t d = start; d < n; d++) {
      size_t end = d;
      while (is_digit(path[end])) end++;
      if (end == d || !part_matches(before, path, start, d) || !part_matches(after, path, end, n)) continue;
      return strtoll(path + d, NULL, 10);
    }
  }
  return -1;
}

static void draw_text(char *out, int64_t most, const char *from) {
  int64_t n = test_draw(most + 1);
  for (int64_t i = 0; i < n; i++) out[i] = from[test_draw((int64_t)strlen(from))];
  out[n] = 0;
}

static void random_patterns(void) {
  int found = 0;
  for (int i = 0; i < 60000; i++) {
    char before[8], after[8], path[16], pattern[32];
    draw_text(before, 4, "a1/*?*");
    draw_text(after, 4, "a1/*?*");
    draw_text(path, 9, "aa112/");
    snprintf(pattern, sizeof pattern, "%s%%d%s", before, after);
    int64_t got = rocpd_rank_of_path(pattern, path), want = slow_rank(before, after, path);
    if (got != want) printf("# '%s' in '%s'\n", pattern, path);
    CHECK_INT(got, want);
    found += got >= 0;
  }
  CHECK(found > 2000);
}

int main(void) {
  RUN(texts);
  RUN(patterns);
  RUN(wrong_patterns);
  RUN(variables);
  RUN(random_patterns);
  return test_result();
}
