/* Values from JSON (json.h), compared with the expected ones, and with SQLite's functions on a connection of the test itself. */
#include "intern.h"
#include "json.h"
#include "memory.h"
#include "parallel.h"
#include "test.h"

static rocpd_session *session;
static sqlite3 *db; /* the session does not know it */

static int64_t interned(const char *text, int64_t size) {
  int64_t id = -1;
  CHECK_INT(rocpd_intern(session, text, size, &id), SQLITE_OK);
  return id;
}

static int64_t value_at(const char *text, int64_t size, const char *path, int type) {
  int64_t v = -77;
  CHECK_INT(rocpd_json_value(session, interned(text, size), path, type, &v, NULL), SQLITE_OK);
  return v;
}

static int64_t integer(const char *text, const char *path) { return value_at(text, -1, path, ROCPD_INT); }

/* The text at a path; NULL: there is none. */
static const char *text_at(const char *text, const char *path) {
  int64_t size, v = value_at(text, -1, path, ROCPD_TEXT);
  return v == ROCPD_NULL ? NULL : rocpd_string(session, v, &size);
}

/* ---- one value */

static void integers(void) {
  static const struct { const char *text, *path; int64_t value; } t[] = {
    {"{\"a\": 5}", "$.a", 5}, {"{\"a\": -5}", "$.a", -5}, {"{\"a\": 0}", "$.a", 0}, {"7", "$", 7}, {"[1,2,3]", "$[2]", 3},
    {"{\"a\":{\"b\":[0,9]}}", "$.a.b[1]", 9},
    {"{\"a b\": 4}", "$.\"a b\"", 4}, {"{\"a\": 9223372036854775807}", "$.a", INT64_MAX}, {"{\"a\": -9223372036854775807}", "$.a", -INT64_MAX},
    {"{\"a\": true}", "$.a", 1}, {"{\"a\": false}", "$.a", 0},
    /* whole numbers in any notation, and no others */
    {"{\"a\": 3.0}", "$.a", 3}, {"{\"a\": 1e3}", "$.a", 1000}, {"{\"a\": -2e0}", "$.a", -2}, {"{\"a\": 1.5}", "$.a", ROCPD_NULL},
      {"{\"a\": 1e300}", "$.a", ROCPD_NULL},
    {"{\"a\": 9223372036854775808}", "$.a", ROCPD_NULL}, {"{\"a\": -9223372036854775808}", "$.a", ROCPD_NULL},
    {"{\"a\": 4611686018427387904.0}", "$.a", INT64_C(1) << 62},
    {"{\"a\": -9.3e18}", "$.a", ROCPD_NULL},
    /* not numbers */
    {"{\"a\": \"5\"}", "$.a", ROCPD_NULL}, {"{\"a\": null}", "$.a", ROCPD_NULL}, {"{\"a\": [5]}", "$.a", ROCPD_NULL}, {"{\"a\": {}}", "$.a", ROCPD_NULL},
    {"{\"b\": 5}", "$.a", ROCPD_NULL}, {"[5]", "$.a", ROCPD_NULL}, {"5", "$.a", ROCPD_NULL}};
  for (size_t i = 0; i < sizeof(t) / sizeof(*t); i++) {
    int64_t got = integer(t[i].text, t[i].path);
    if (got != t[i].value) printf("# %s\n", t[i].text);
    CHECK_INT(got, t[i].value);
  }
}

static void texts(void) {
  CHECK_TEXT(text_at("{\"a\": \"x y\"}", "$.a"), "x y");
  CHECK_TEXT(text_at("{\"a\": \"\"}", "$.a"), "");
  CHECK_TEXT(text_at("{\"a\": \"q\\\"\\\\ \\u00e4\\n\"}", "$.a"), "q\"\\ \xc3\xa4\n");
  CHECK_TEXT(text_at("{\"a\": 5}", "$.a"), "5");
  CHECK_TEXT(text_at("{\"a\": 1.5}", "$.a"), "1.5");
  CHECK_TEXT(text_at("{\"a\": [1, 2]}", "$.a"), "[1,2]");
  CHECK(!text_at("{\"a\": null}", "$.a"));
  CHECK(!text_at("{\"a\": 5}", "$.b"));
  CHECK_TEXT(text_at("{\"a\": \"\xff\xc0\xaf\"}", "$.a"), "\xff\xc0\xaf"); /* bytes that are not UTF-8 are passed through */
}

static void malformed_texts(void) {
  static const char *const wrong[] = {"",     " ",       "{",         "}",   "{\"a\"",       "{\"a\":", "{\"a\": 5",    "{\"a\": 5}}",
                                      "[1,2", "nothing", "{\"a\" 5}", "\"a", "{\"a\": 5} x", "\xff",    "{\"a\": \x01}"};
  for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
    CHECK_INT(integer(wrong[i], "$.a"), ROCPD_NULL);
    CHECK(!text_at(wrong[i], "$.a"));
  }
  CHECK_INT(integer("{\"a\": 5}", "$.a"), 5); /* and leave no trace */
  CHECK_INT(value_at("{\"a\": 5}\0{", 10, "$.a", ROCPD_INT) == 5 || value_at("{\"a\": 5}\0{", 10, "$.a", ROCPD_INT) == ROCPD_NULL, 1); /* as SQLite */
  CHECK_INT(value_at("{\"a\": 5}xyz", 8, "$.a", ROCPD_INT), 5); /* the given size counts */
  CHECK_INT(value_at("{\"a\": 5}", 7, "$.a", ROCPD_INT), ROCPD_NULL);
}

static void nested(void) {
  char deep[6000];
  for (int depth = 1; depth <= 2500; depth *= 7) {
    memset(deep, '[', (size_t)depth);
    deep[depth] = '6';
    memset(deep + depth + 1, ']', (size_t)depth);
    deep[2 * depth + 1] = 0;
    int64_t v = integer(deep, "$[0]");
    CHECK(depth > 1 ? v == ROCPD_NULL : v == 6); /* an array, or nested too deeply for SQLite */
  }
}

/* Texts of the greatest length, and one byte longer. */
static void long_texts(void) {
  static const char head[] = "{\"a\": 5, \"b\": \"", tail[] = "\"}";
  for (int more = 0; more < 2; more++) {
    size_t size = ROCPD_JSON_BYTES + (size_t)more;
    char *text = malloc(size + 1);
    memset(text, 'x', size);
    memcpy(text, head, sizeof(head) - 1);
    memcpy(text + size - (sizeof(tail) - 1), tail, sizeof(tail));
    CHECK_INT(value_at(text, (int64_t)size, "$.a", ROCPD_INT), more ? ROCPD_NULL : 5);
    free(text);
  }
  CHECK_INT(integer("{\"a\": 6}", "$.a"), 6);
}

/* ---- against SQLite */

static void append_random(sqlite3_str *s, int depth) {
  static const char *const leaf[] = {"1",    "-20", "0", "1.0", "2.5e3", "true", "null", "\"t\"", "\"5\"", "\"\\u0041\\n\"", "9007199254740993",
                                     "1e19", "{}",  "[]"};
  int64_t kind = test_draw(depth > 3 ? 1 : 3);
  if (kind == 0) {
    sqlite3_str_appendall(s, leaf[test_draw(sizeof(leaf) / sizeof(*leaf))]);
    return;
  }
  int64_t n = test_draw(4);
  sqlite3_str_appendchar(s, 1, kind == 1 ? '[' : '{');
  for (int64_t i = 0; i < n; i++) {
    if (i) sqlite3_str_appendall(s, ", ");
    if (kind == 2) sqlite3_str_appendf(s, "\"%c\": ", 'a' + (char)test_draw(3));
    append_random(s, depth + 1);
  }
  sqlite3_str_appendchar(s, 1, kind == 1 ? ']' : '}');
}

static void random_texts(void) {
  static const char *const paths[] = {"$", "$.a", "$.b", "$[0]", "$[1]", "$.a.b", "$.a[0]", "$[0].a", "$[#-1]"};
  sqlite3_stmt *s;
  int found = 0, broken = 0;
  CHECK_INT(sqlite3_prepare_v2(db, "SELECT json_extract(?1, ?2)", -1, &s, NULL), SQLITE_OK);
  for (int i = 0; i < 6000; i++) {
    sqlite3_str *str = sqlite3_str_new(NULL);
    append_random(str, 0);
    char *text = sqlite3_str_finish(str);
    if (i % 5 == 0 && strlen(text) > 1) text[test_draw((int64_t)strlen(text))] = "{}[],:\"x1"[test_draw(9)];
    const char *path = paths[test_draw(sizeof(paths) / sizeof(*paths))];
    sqlite3_bind_text(s, 1, text, -1, SQLITE_STATIC);
    sqlite3_bind_text(s, 2, path, -1, SQLITE_STATIC);
    int rc = sqlite3_step(s), type = rc == SQLITE_ROW ? sqlite3_column_type(s, 0) : SQLITE_NULL;
    double real = type == SQLITE_FLOAT ? sqlite3_column_double(s, 0) : 0.5;
    int64_t want = type == SQLITE_INTEGER                                       ? sqlite3_column_int64(s, 0) :
                   real > -9e18 && real < 9e18 && real == (double)(int64_t)real ? (int64_t)real :
                                                                                  ROCPD_NULL;
    const char *want_text = type == SQLITE_NULL ? NULL : (const char *)sqlite3_column_text(s, 0), *got_text = text_at(text, path);
    CHECK_INT(integer(text, path), want);
    CHECK(want_text && got_text ? !strcmp(want_text, got_text) : want_text == got_text);
    found += type != SQLITE_NULL;
    broken += rc != SQLITE_ROW;
    sqlite3_reset(s);
    sqlite3_free(text);
  }
  sqlite3_finalize(s);
  CHECK(found > 1000 && broken > 200);
}

/* ---- columns */

static int no_decode(rocpd_batch *b, int index, rocpd_column **out, rocpd_error *err) { return SQLITE_ERROR; }
static void given_close(rocpd_source *s) { rocpd_source_free(s); }
static const rocpd_source_class given = {.name = "given", .close = given_close, .batch = {.decode = no_decode}};

/* Rows of a batch: how many are malformed, and which is the first. */
static void counted(void) {
  static const char *const text[] = {"{\"a\": 1}", "{\"a\": 2}", "{", "{", NULL, "{\"b\": 1}", "{\"a\": 3}", "[", "{\"a\": 4}"};
  static const int64_t want[] = {1, 2, ROCPD_NULL, ROCPD_NULL, ROCPD_NULL, ROCPD_NULL, 3, ROCPD_NULL, 4};
  enum { N = sizeof(text) / sizeof(*text) };
  for (int form = 0; form < 4; form++) { /* with rows of its own, and with picked rows */
    rocpd_source *s = rocpd_source_new(session, &given, "given", sizeof(*s));
    rocpd_batch *b = rocpd_batch_new(s, ROCPD_KIND_REGION, sizeof(*b));
    uint32_t row[100], pick[N];
    int64_t v[N];
    for (uint32_t i = 0; i < 100; i++) row[i] = 1000 + 3 * i;
    for (uint32_t i = 0; i < N; i++) pick[i] = 5 * i;
    b->rows = 100;
    b->first_rowid = 7000;
    if (form & 1) b->row = row;
    for (int i = 0; i < N; i++) v[i] = text[i] ? interned(text[i], -1) : ROCPD_NULL;
    CHECK_INT(rocpd_json_values(b, ROCPD_REGION_extdata, form & 2 ? pick : NULL, v, N, "$.a", ROCPD_INT, NULL), SQLITE_OK);
    for (int i = 0; i < N; i++) CHECK_INT(v[i], want[i]);
    CHECK_INT(s->faults.malformed_json, 3);
    uint32_t first = form & 2 ? 10 : 2;
    CHECK_INT(s->faults.malformed_rowid, 7000 + (form & 1 ? row[first] : first));
    CHECK(s->faults.malformed_kind == ROCPD_KIND_REGION && s->faults.malformed_column == ROCPD_REGION_extdata);
    for (int i = 0; i < N; i++) v[i] = text[i] ? interned(text[N - 1 - i] ? text[N - 1 - i] : "1", -1) : ROCPD_NULL;
    CHECK_INT(rocpd_json_values(b, ROCPD_REGION_call_stack, NULL, v, N, "$.a", ROCPD_TEXT, NULL), SQLITE_OK);
    CHECK_TEXT(rocpd_string(session, v[0], NULL), "4");
    CHECK_INT(s->faults.malformed_json, 6);
    CHECK(s->faults.malformed_column == ROCPD_REGION_extdata); /* the first one is kept */
    rocpd_batch_unref(b);
    s->class->close(s);
  }
}

/* ---- texts for it */

static const char *set_at(const char *text, const char *path, int64_t value) {
  int64_t id = -1, size;
  int rc = rocpd_json_set(session, interned(text, -1), path, value, &id);
  return rc == SQLITE_OK ? rocpd_string(session, id, &size) : NULL;
}

static void set_values(void) {
  CHECK_TEXT(set_at("{\"a\":1,\"b\":2}", "$.a", 55), "{\"a\":55,\"b\":2}");
  CHECK_TEXT(set_at("{\"a\":1}", "$.a", ROCPD_NULL), "{\"a\":null}");
  CHECK_TEXT(set_at("{\"a\":1}", "$.c", INT64_MAX), "{\"a\":1,\"c\":9223372036854775807}");
  CHECK(!set_at("{", "$.a", 5));
  CHECK_TEXT(set_at("{}", "$.a", -1), "{\"a\":-1}"); /* works after a failure, too */
}

/* Any bytes become a JSON text whose value they are. */
static void quoting(void) {
  for (int i = 0; i < 600; i++) {
    char bytes[300];
    size_t n = 0;
    if (i < 255) bytes[n++] = (char)(i + 1);
    else for (n = 0; n < (size_t)i % 40; n++) bytes[n] = i % 2 ? (char)(1 + test_draw(255)) : "\"\\\n\t/\x1f\x7f a\xc3\xa4"[test_draw(11)];
    bytes[n] = 0;
    int64_t id, size, value;
    CHECK_INT(rocpd_json_intern(session, "key", bytes, n, &id), SQLITE_OK);
    CHECK_INT(rocpd_json_value(session, id, "$.key", ROCPD_TEXT, &value, NULL), SQLITE_OK);
    const char *back = value == ROCPD_NULL ? NULL : rocpd_string(session, value, &size);
    CHECK(back && size == (int64_t)n && !memcmp(back, bytes, n));
  }
  int64_t id, size;
  CHECK_INT(rocpd_json_intern(session, "k", "a\0b", 3, &id), SQLITE_OK);
  CHECK_TEXT(rocpd_string(session, id, &size), "{\"k\": \"a\\u0000b\"}");
}

/* ---- threads, memory */

static int work(void *arg, size_t i, rocpd_error *err) {
  const int64_t *id = arg;
  int64_t v, other;
  int rc = rocpd_json_value(session, id[i % 50], "$.a", ROCPD_INT, &v, err);
  if (rc == SQLITE_OK) rc = rocpd_json_set(session, id[i % 50], "$.a", (int64_t)i, &other);
  if (rc == SQLITE_OK) rc = rocpd_json_value(session, other, "$.a", ROCPD_INT, &other, err);
  return rc == SQLITE_OK && v == (int64_t)i % 50 && other == (int64_t)i ? SQLITE_OK : SQLITE_ERROR;
}

static void threads(void) {
  int64_t id[50];
  for (int i = 0; i < 50; i++) {
    char text[40];
    snprintf(text, sizeof text, "{\"z\": [%d], \"a\": %d}", i * i, i);
    id[i] = interned(text, -1);
  }
  CHECK_INT(rocpd_parallel(session, 5000, work, id, NULL), SQLITE_OK);
}

static void out_of_memory(void) {
  for (int warm = 0; warm < 2; warm++) { /* the connection exists, or is made */
    rocpd_session *before = session;
    CHECK_INT(rocpd_session_new(NULL, &session), SQLITE_OK);
    if (warm) CHECK_INT(integer("1", "$"), 1);
    int64_t id = interned("{\"a\": \"some text\"}", -1), v, set, size;
    int failures = 0;
    for (long nth = 1;; nth++) {
      memory_fail_at(nth);
      rocpd_error err = {0};
      int rc = rocpd_json_value(session, id, "$.a", ROCPD_TEXT, &v, &err);
      if (rc == SQLITE_OK) rc = rocpd_json_set(session, id, "$.a", 5, &set);
      bool failed = memory_failed();
      rocpd_error_clear(&err);
      failures += failed;
      if (failed && rc == SQLITE_NOMEM) continue;
      CHECK_INT(rc, SQLITE_OK); /* without it, or after it was made */
      CHECK_TEXT(v == ROCPD_NULL ? NULL : rocpd_string(session, v, &size), "some text");
      CHECK_TEXT(rocpd_string(session, set, &size), "{\"a\":5}");
      if (!failed) break;
    }
    CHECK(failures > 2);
    rocpd_session_free(session);
    session = before;
  }
}

int main(void) {
  memory_begin();
  CHECK_INT(sqlite3_open(":memory:", &db), SQLITE_OK);
  CHECK_INT(rocpd_session_new(db, &session), SQLITE_OK);
  RUN(integers);
  RUN(texts);
  RUN(malformed_texts);
  RUN(nested);
  RUN(long_texts);
  RUN(random_texts);
  RUN(counted);
  RUN(set_values);
  RUN(quoting);
  RUN(threads);
  RUN(out_of_memory);
  rocpd_session_free(session);
  sqlite3_close(db);
  CHECK_INT(sqlite3_memory_used(), 0);
  return test_result();
}
