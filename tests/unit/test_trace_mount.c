/* What is attached: a failure changes nothing, whatever fails, and names are taken literally. */
#include <sys/stat.h>
#include <unistd.h>
#include "db.h"
#include "fake.h"
#include "registry.h"
#include "small.h"
#include "source.h"
#include "test.h"
#include "trace.h"

#define ROWS 30
enum { SEED_A = 21, SEED_B };

static char folder[4096];

/* The path of a file in the test's folder; valid for three calls. */
static const char *in_folder(const char *name) {
  static char path[4][5000];
  static int turn;
  turn = (turn + 1) % 4;
  snprintf(path[turn], sizeof(path[turn]), "%s/%s", folder, name);
  return path[turn];
}

static const char *make(const char *name, uint64_t seed) {
  const char *path = in_folder(name);
  CHECK_INT(fake_write(path, seed, 1, ROWS), 0);
  return path;
}

static void write_text(const char *path, const char *text) {
  FILE *f = fopen(path, "w");
  CHECK(f && fputs(text, f) >= 0 && fclose(f) == 0);
}

/* Each group of tests has an empty folder. */
static sqlite3 *begin(const char *name) {
  snprintf(folder, sizeof(folder), "%s/%s", test_tmp(), name);
  CHECK_INT(mkdir(folder, 0777), 0);
  return db_open(":memory:");
}

static void end(sqlite3 *db) { CHECK_INT(sqlite3_close(db), SQLITE_OK); }

/* The result of rocpd_attach as text. */
static const char *attach(sqlite3 *db, const char *path, const char *options) { return db_text(db, db_format("SELECT rocpd_attach(%Q, %Q)", path, options)); }

static sqlite3_int64 kernels(sqlite3 *db) { return db_int(db, "SELECT count(*) FROM kernels"); }
static sqlite3_int64 offset_of(sqlite3 *db, const char *name) {
  return db_int(db, db_format("SELECT offset_ns FROM sources WHERE source = %Q", in_folder(name)));
}
static sqlite3_int64 rank_of(sqlite3 *db, const char *name) { return db_int(db, db_format("SELECT rank FROM sources WHERE source = %Q", in_folder(name))); }

/* A statement that is in the middle of the trace. */
static sqlite3_stmt *reader(sqlite3 *db) {
  sqlite3_stmt *s = NULL;
  CHECK_INT(sqlite3_prepare_v2(db, "SELECT name FROM kernels", -1, &s, NULL), SQLITE_OK);
  CHECK_INT(sqlite3_step(s), SQLITE_ROW);
  return s;
}

/* ---- attach that fails */

static void a_file_that_is_gone(void) {
  sqlite3 *db = begin("gone");
  const char *a = make("a.fake", SEED_A);
  CHECK_TEXT(attach(db, a, "{\"offset_ns\":7,\"rank\":\"a%d\"}"), "1");
  sqlite3_int64 rows = kernels(db);
  CHECK(rows > 0);
  CHECK_INT(rename(a, in_folder("away")), 0);
  CHECK(strstr(attach(db, a, NULL), "no such file"));
  CHECK_INT(rename(in_folder("away"), a), 0);
  CHECK_INT(kernels(db), rows);
  CHECK_INT(offset_of(db, "a.fake"), 7);
  CHECK_TEXT(db_text(db, db_format("SELECT rocpd_detach(%Q)", a)), "1");
  CHECK_INT(kernels(db), 0);
  end(db);
}

/* A file of a folder or glob is not what it was any more; in a transaction or not. */
static void a_file_of_several(const char *name, const char *path, const char *options, bool transaction) {
  sqlite3 *db = begin(name);
  make("rank1.fake", SEED_A), make("rank2.fake", SEED_B);
  char *all = sqlite3_mprintf("%s%s", folder, path);
  CHECK_TEXT(attach(db, all, options), "2");
  sqlite3_int64 rows = kernels(db), rank = rank_of(db, "rank2.fake");
  if (transaction) db_run(db, "BEGIN");
  write_text(in_folder("rank0.fake"), "FAKE damaged");
  CHECK(strstr(attach(db, all, NULL), "not a fake trace"));
  CHECK(strstr(attach(db, all, "{\"offset_ns\":3}"), "not a fake trace"));
  if (transaction) db_run(db, "ROLLBACK");
  unlink(in_folder("rank0.fake"));
  CHECK_INT(kernels(db), rows);
  CHECK_INT(offset_of(db, "rank1.fake"), 0);
  CHECK_INT(rank_of(db, "rank2.fake"), rank);
  CHECK_INT(db_int(db, "SELECT count(*) FROM sources"), 2);
  /* Once mended, it counts as before. */
  CHECK_TEXT(attach(db, all, "{\"offset_ns\":3}"), "2");
  CHECK_INT(offset_of(db, "rank1.fake"), 3);
  sqlite3_free(all);
  end(db);
}

static void a_file_of_a_folder(void) { a_file_of_several("folder", "", "{\"rank\":\"rank%d.fake\"}", false); }
static void a_file_of_a_glob(void) { a_file_of_several("glob", "/rank*.fake", NULL, true); }
static void a_file_of_those_to_skip(void) { a_file_of_several("skip", "/rank?.fake", "{\"damaged\":\"skip\"}", true); }

static void options_that_are_wrong(void) {
  sqlite3 *db = begin("options");
  const char *a = make("a1.fake", SEED_A);
  CHECK_TEXT(attach(db, a, "{\"rank\":\"a%d.fake\"}"), "1");
  CHECK(strstr(attach(db, a, "{\"rank\":\"nothing\"}"), "rank must be a pattern"));
  CHECK(strstr(attach(db, a, "{\"damaged\":\"no\"}"), "damaged must be"));
  CHECK_INT(rank_of(db, "a1.fake"), 1);
  end(db);
}

/* The order of what is attached: options of later ones take precedence. */
static void the_order_stays(void) {
  sqlite3 *db = begin("order");
  const char *a = make("a.fake", SEED_A);
  CHECK_TEXT(attach(db, folder, "{\"offset_ns\":1}"), "1");
  CHECK_TEXT(attach(db, a, "{\"offset_ns\":2}"), "1");
  write_text(in_folder("b.fake"), "FAKE damaged");
  CHECK(strstr(attach(db, folder, "{\"offset_ns\":3}"), "not a fake trace"));
  make("b.fake", SEED_B);
  CHECK_INT(offset_of(db, "a.fake"), 2);
  CHECK_INT(offset_of(db, "b.fake"), 1);
  CHECK_TEXT(attach(db, folder, "{\"offset_ns\":3}"), "2");
  CHECK_INT(offset_of(db, "a.fake"), 3);
  end(db);
}

/* ---- all or nothing */

/* Times cannot change under a statement that reads them: in that case none change. */
static void options_while_it_is_read(void) {
  sqlite3 *db = begin("busy");
  const char *z = make("z1.fake", SEED_A);
  CHECK_TEXT(attach(db, z, "{\"offset_ns\":5}"), "1");
  sqlite3_stmt *s = reader(db);
  CHECK(strstr(attach(db, z, "{\"offset_ns\":6,\"rank\":\"z%d\"}"), "cannot change while"));
  CHECK_TEXT(attach(db, make("a1.fake", SEED_B), NULL), "1");
  CHECK_TEXT(attach(db, z, "{\"offset_ns\":5}"), "1"); /* now a1 comes first */
  CHECK(strstr(attach(db, in_folder("*.fake"), "{\"offset_ns\":9,\"rank\":\"1%d.fake\"}"), "cannot change while"));
  sqlite3_finalize(s);
  CHECK_INT(offset_of(db, "a1.fake"), 0);
  CHECK_INT(rank_of(db, "a1.fake"), 0);
  CHECK_INT(offset_of(db, "z1.fake"), 5);
  end(db);
}

static void move_while_it_is_read(void) {
  sqlite3 *db = begin("move");
  rocpd_trace *t = rocpd_trace_of(db);
  rocpd_error err = {0};
  const char *z = make("z.fake", SEED_A);
  CHECK_TEXT(attach(db, z, "{\"offset_ns\":7}"), "1");
  sqlite3_stmt *s = reader(db), *other = NULL;
  CHECK_INT(mkdir(in_folder("more"), 0777), 0);
  make("more/a.fake", SEED_B);
  CHECK_TEXT(attach(db, in_folder("more"), "{\"offset_ns\":3}"), "1"); /* only this one could change */
  CHECK_TEXT(attach(db, z, "{\"offset_ns\":7}"), "1"); /* it comes last now */
  CHECK_INT(sqlite3_prepare_v2(db, "SELECT 1 UNION ALL SELECT 2", -1, &other, NULL), SQLITE_OK);
  CHECK_INT(sqlite3_step(other), SQLITE_ROW); /* it stands for a statement that calls a function */
  CHECK_INT(rocpd_trace_move(t, NULL, NULL, 0, &err), SQLITE_BUSY);
  CHECK(err.message && strstr(err.message, "cannot change while"));
  rocpd_error_clear(&err);
  sqlite3_finalize(s), sqlite3_finalize(other);
  CHECK_INT(offset_of(db, "z.fake"), 7);
  CHECK_INT(offset_of(db, "more/a.fake"), 3);
  make("more/later.fake", SEED_B);
  CHECK_INT(offset_of(db, "more/later.fake"), 3); /* what was stated for the folder still counts */
  CHECK_INT(rocpd_trace_move(t, NULL, NULL, 0, &err), SQLITE_OK);
  CHECK_INT(offset_of(db, "z.fake"), 0);
  CHECK_INT(offset_of(db, "more/a.fake"), 0);
  CHECK_INT(offset_of(db, "more/later.fake"), 0);
  end(db);
}

static sqlite3_int64 sources(sqlite3 *db) { return db_int(db, "SELECT count(*) FROM sources"); }

static rocpd_source *source_of(sqlite3 *db, const char *path) {
  rocpd_source *s = rocpd_session_sources(rocpd_trace_session(rocpd_trace_of(db)));
  while (s && strcmp(s->path, path)) s = s->next;
  CHECK(s);
  return s;
}

/* A source that could change does not change if a later one cannot. */
static void move_one_of_two(void) {
  sqlite3 *db = begin("one_of_two");
  rocpd_trace *t = rocpd_trace_of(db);
  rocpd_error err = {0};
  const char *z = make("z.fake", SEED_A);
  CHECK_TEXT(attach(db, z, NULL), "1");
  sqlite3_stmt *s = reader(db), *other = NULL;
  CHECK_INT(mkdir(in_folder("more"), 0777), 0);
  make("more/a.fake", SEED_B);
  CHECK_TEXT(attach(db, in_folder("more"), NULL), "1");
  CHECK_TEXT(attach(db, in_folder("z.fake"), NULL), "1"); /* it comes last now */
  rocpd_source *both[2] = {source_of(db, in_folder("more/a.fake")), source_of(db, in_folder("z.fake"))};
  CHECK_INT(sqlite3_prepare_v2(db, "SELECT 1 UNION ALL SELECT 2", -1, &other, NULL), SQLITE_OK);
  CHECK_INT(sqlite3_step(other), SQLITE_ROW); /* it stands for a statement that calls a function */
  CHECK_INT(rocpd_trace_move(t, both, (int64_t[]){3}, 1, &err), SQLITE_OK);
  CHECK_INT(rocpd_trace_move(t, both, (int64_t[]){4, 9}, 2, &err), SQLITE_BUSY);
  rocpd_error_clear(&err);
  sqlite3_finalize(s), sqlite3_finalize(other);
  CHECK_INT(offset_of(db, "more/a.fake"), 3);
  CHECK_INT(offset_of(db, "z.fake"), 0);
  end(db);
}

/* Options of a file last as long as it is attached, however often it is opened again. */
static void moved_and_opened_anew(void) {
  sqlite3 *db = begin("anew");
  rocpd_trace *t = rocpd_trace_of(db);
  rocpd_error err = {0};
  make("a.fake", SEED_A), make("b.fake", SEED_B);
  CHECK_TEXT(attach(db, folder, "{\"offset_ns\":3}"), "2");
  CHECK_TEXT(attach(db, in_folder("b.fake"), "{\"offset_ns\":4}"), "1");
  CHECK_INT(sources(db), 2);
  rocpd_source *one = source_of(db, in_folder("a.fake"));
  CHECK_INT(rocpd_trace_move(t, &one, (int64_t[]){17}, 1, &err), SQLITE_OK);
  for (int turn = 0; turn < 2; turn++) { /* in the first turn it is opened by a table with a path */
    fake_write(in_folder("next"), SEED_A, 1, ROWS), fake_write(in_folder("next2"), SEED_B, 1, ROWS);
    CHECK(rename(in_folder("next"), in_folder("a.fake")) == 0 && rename(in_folder("next2"), in_folder("b.fake")) == 0);
    if (!turn) CHECK_INT(db_int(db, db_format("SELECT offset_ns FROM sources(%Q)", in_folder("a.fake"))), 17);
    CHECK_INT(offset_of(db, "a.fake"), 17);
    CHECK_INT(offset_of(db, "b.fake"), 0);
  }
  make("c.fake", SEED_A); /* only its folder has options */
  CHECK_INT(offset_of(db, "c.fake"), 3);
  /* Attaching it again replaces its options, unless that fails. */
  sqlite3_stmt *s = reader(db);
  CHECK(strstr(attach(db, in_folder("a.fake"), NULL), "cannot change while"));
  sqlite3_finalize(s);
  fake_write(in_folder("next"), SEED_A, 1, ROWS);
  CHECK_INT(rename(in_folder("next"), in_folder("a.fake")), 0);
  CHECK_INT(offset_of(db, "a.fake"), 17);
  CHECK_TEXT(attach(db, in_folder("a.fake"), "{\"offset_ns\":5}"), "1");
  CHECK_INT(offset_of(db, "a.fake"), 5);
  CHECK_TEXT(attach(db, folder, NULL), "3");
  CHECK_INT(offset_of(db, "b.fake"), 4);
  CHECK_INT(offset_of(db, "c.fake"), 0);
  end(db);
}

/* "skip" for a file counts wherever else it is named, whichever was attached first, and only as long as it is attached. */
static void skipped_elsewhere(void) {
  sqlite3 *db = begin("elsewhere");
  make("a.fake", SEED_A), make("b.fake", SEED_B);
  CHECK_TEXT(attach(db, folder, NULL), "2");
  CHECK_TEXT(attach(db, in_folder("b.fake"), NULL), "1");
  sqlite3_int64 rows = kernels(db);
  for (int turn = 0; turn < 2; turn++) {
    CHECK_TEXT(attach(db, in_folder("*.fake"), "{\"damaged\":\"skip\"}"), "2");
    CHECK_INT(sources(db), 2);
    CHECK_INT(kernels(db), rows);
    CHECK(source_of(db, in_folder("b.fake"))->state.skip_damaged);
    if (turn) CHECK_TEXT(attach(db, in_folder("*.fake"), NULL), "2");
    else CHECK_TEXT(db_text(db, db_format("SELECT rocpd_detach(%Q)", in_folder("*.fake"))), "2");
    CHECK_INT(sources(db), 2);
    CHECK_INT(kernels(db), rows);
    CHECK(!source_of(db, in_folder("b.fake"))->state.skip_damaged);
  }
  end(db);
}

/* ---- names */

/* Only what the user wrote is a pattern, not the current folder's path. */
static void beside(const char *own, const char *other) {
  sqlite3 *db = begin("cwd");
  char before[4096], *file = sqlite3_mprintf("%s/own.fake", own), *wrong = sqlite3_mprintf("%s/wrong.fake", other);
  CHECK_INT(mkdir(in_folder(own), 0777), 0);
  CHECK_INT(mkdir(in_folder(other), 0777), 0);
  make(file, SEED_A), make(wrong, SEED_B);
  CHECK(getcwd(before, sizeof(before)));
  CHECK_INT(chdir(in_folder(own)), 0);
  for (const char *const *path = (const char *const[]){"*.fake", "./*.fake", "own.fake", ".", "[o]wn.fake", NULL}; *path; path++) {
    CHECK_TEXT(attach(db, *path, NULL), "1");
    CHECK_TEXT(db_text(db, "SELECT source FROM sources"), in_folder(file));
    CHECK_TEXT(db_text(db, db_format("SELECT source FROM sources(%Q)", *path)), in_folder(file));
    CHECK_TEXT(db_text(db, db_format("SELECT rocpd_detach(%Q)", *path)), "1");
  }
  CHECK(strstr(attach(db, "wrong*", NULL), "no file matches"));
  CHECK_INT(chdir(before), 0);
  unlink(in_folder(file)), unlink(in_folder(wrong)), rmdir(in_folder(own)), rmdir(in_folder(other)), rmdir(folder);
  sqlite3_free(file), sqlite3_free(wrong);
  end(db);
}

static void in_a_folder_like_a_pattern(void) {
  beside("a[1]", "a1");
  beside("a*", "abc");
  beside("a?", "ab");
  beside("back\\\\slash[1]", "back\\slash1");
  beside("new\nline['\"1\xff]", "new\nline1");
}

/* The same words mean different things in different folders. */
static void one_text_two_patterns(void) {
  sqlite3 *db = begin("two");
  char before[4096];
  CHECK_INT(mkdir(in_folder("a[1]"), 0777), 0);
  CHECK_INT(mkdir(in_folder("a1"), 0777), 0);
  make("a[1]/x.fake", SEED_A), make("a1/x.fake", SEED_B);
  CHECK(getcwd(before, sizeof(before)));
  CHECK_INT(chdir(in_folder("a[1]")), 0);
  CHECK_TEXT(attach(db, "*.fake", NULL), "1");
  CHECK_TEXT(attach(db, in_folder("a[1]/*.fake"), NULL), "1");
  CHECK_INT(sources(db), 2);
  CHECK_TEXT(db_text(db, "SELECT source FROM sources('*.fake')"), in_folder("a[1]/x.fake"));
  CHECK_TEXT(db_text(db, db_format("SELECT source FROM sources(%Q)", in_folder("a[1]/*.fake"))), in_folder("a1/x.fake"));
  CHECK_TEXT(db_text(db, "SELECT rocpd_detach('*.fake')"), "1");
  CHECK_TEXT(db_text(db, "SELECT source FROM sources"), in_folder("a1/x.fake"));
  /* A file's own name is not a pattern, however it is written. */
  CHECK_TEXT(attach(db, "x.fake", NULL), "1");
  CHECK_TEXT(db_text(db, db_format("SELECT rocpd_detach(%Q)", in_folder("a[1]/x.fake"))), "1");
  CHECK_INT(chdir(before), 0);
  end(db);
}

/* The folder beside x[1].db is x[1], and no other if that does not exist. */
static void beside_main(void) {
  end(begin("main"));
  CHECK_INT(mkdir(in_folder("x1"), 0777), 0);
  CHECK(!small_trace(in_folder("x1/a.rocz"), 100, 1));
  sqlite3 *db = db_open(in_folder("x[1].db"));
  CHECK_INT(sources(db), 0);
  CHECK_INT(mkdir(in_folder("x[1]"), 0777), 0);
  CHECK(!small_trace(in_folder("x[1]/b.rocz"), 100, 2));
  CHECK_TEXT(db_text(db, "SELECT source FROM sources"), in_folder("x[1]/b.rocz"));
  end(db);
}

/* ---- files of a trace that say nothing */

#define SKIP "{\"damaged\":\"skip\"}"
enum { HEADER_BYTES = 160, EVENTS = 100 };

/* The file with one byte changed. */
static void damage(const char *path, long at) {
  FILE *f = fopen(path, "r+");
  CHECK(f && fseek(f, at, SEEK_SET) == 0);
  int byte = fgetc(f);
  CHECK(fseek(f, at, SEEK_SET) == 0 && fputc(byte ^ 0x55, f) >= 0 && fclose(f) == 0);
}

/* Files that are looked at because of their name, whatever they contain, with and without an error. */
static void a_damaged_header(void) {
  sqlite3 *db = begin("header");
  CHECK(!small_trace(in_folder("rank0.rocz"), EVENTS, 1));
  sqlite3_int64 rows = (db_attach(db, folder), kernels(db));
  for (long at = 0; at < HEADER_BYTES; at += at < 16 ? 1 : 8) {
    CHECK(!small_trace(in_folder("rank1.rocz"), EVENTS, 2));
    damage(in_folder("rank1.rocz"), at);
    for (const char *const *path = (const char *const[]){folder, in_folder("*"), in_folder("rank1.rocz"), NULL}; *path; path++) {
      sqlite3 *other = db_open(":memory:");
      const char *said = attach(other, *path, NULL);
      CHECK(strstr(said, "rank1.rocz: ") && !strstr(said, "memory"));
      said = db_text(other, db_format("SELECT count(*) FROM kernels(%Q)", *path));
      CHECK(strstr(said, "rank1.rocz: "));
      if (at != 8 && at != 9) { /* a later version is not known to be damage */
        CHECK_INT(atoi(attach(other, *path, SKIP)), strchr(*path + strlen(folder), '1') ? 1 : 2);
        CHECK_INT(kernels(other), strchr(*path + strlen(folder), '1') ? 0 : rows);
        CHECK_TEXT(db_text(other, "SELECT kind || complete || ifnull(start, '') || rows FROM sources WHERE source LIKE '%rank1.rocz'"), "rocz00");
        CHECK_INT(db_int(other, "SELECT value FROM health WHERE name = 'damaged' AND source LIKE '%rank1.rocz' AND detail LIKE '%rank1.rocz: %'"), 1);
        CHECK_INT(db_int(other, "SELECT value FROM health WHERE name = 'complete' AND source LIKE '%rank1.rocz'"), 0);
        CHECK_INT(db_int(other, "SELECT count(*) FROM processes WHERE source LIKE '%rank1.rocz'"), 0);
      }
      end(other);
    }
  }
  end(db);
}

/* Once it is mended, by the same file or another, it is noticed. */
static void a_header_that_is_mended(void) {
  sqlite3 *db = begin("mended");
  const char *a = in_folder("a.rocz");
  CHECK(!small_trace(a, EVENTS, 1));
  damage(a, 3);
  CHECK_TEXT(attach(db, folder, SKIP), "1");
  CHECK_INT(kernels(db), 0);
  damage(a, 3);
  CHECK(kernels(db) > 0);
  CHECK_INT(db_int(db, "SELECT complete FROM sources"), 1);
  CHECK_INT(db_int(db, "SELECT count(*) FROM health WHERE name = 'damaged'"), 0);
  end(db);
}

/* Its process has only just begun, or what it wrote is lost. */
static void an_empty_file(const char *name, const char *options) {
  sqlite3 *db = begin(name);
  const char *a = in_folder("rank1.rocz"), *full = in_folder("../full");
  write_text(a, "");
  bool skip = strstr(options, "skip");
  for (const char *const *path = (const char *const[]){folder, skip ? a : folder, in_folder("*.rocz"), NULL}; *path; path++)
    CHECK_TEXT(attach(db, *path, options), "1");
  if (!skip) CHECK(strstr(attach(db, a, options), "rank1.rocz is empty (0 bytes)"));
  CHECK_INT(kernels(db), 0);
  CHECK_TEXT(db_text(db, "SELECT kind || complete || rank || rows FROM sources"), options ? "rocz010" : "no row");
  CHECK_INT(db_int(db, "SELECT count(*) FROM sources WHERE NOT complete"), 1);
  CHECK_INT(db_int(db, "SELECT value FROM health WHERE name = 'complete' AND detail LIKE '%empty%'"), 0);
  CHECK_INT(db_int(db, "SELECT count(*) FROM health WHERE name = 'damaged'"), 0);
  CHECK_INT(db_int(db, db_format("SELECT count(*) FROM kernels(%Q)", folder)), 0);
  /* It is written now: by the same file, as a collector does. */
  CHECK(!small_trace(full, EVENTS, 1));
  CHECK_INT(system(db_format("cat '%s' >>'%s'", full, a)), 0);
  sqlite3_int64 rows = kernels(db);
  CHECK(rows > 0);
  CHECK_INT(db_int(db, db_format("SELECT count(*) FROM kernels(%Q)", a)), rows);
  CHECK_INT(db_int(db, "SELECT complete FROM sources"), 1);
  end(db);
}

static void an_empty_file_of_a_trace(void) {
  an_empty_file("empty", "{\"rank\":\"rank%d.rocz\"}");
  an_empty_file("empty_skip", "{\"damaged\":\"skip\",\"rank\":\"rank%d.rocz\"}");
}

/* The same for a file of which only the beginning exists. */
static void a_file_of_a_part_of_its_header(void) {
  sqlite3 *db = begin("part");
  const char *a = in_folder("a.rocz"), *full = in_folder("../full");
  CHECK(!small_trace(full, EVENTS, 1));
  for (const int *bytes = (const int[]){1, 7, 8, 100, 159, 160, 161, 0}; *bytes; bytes++) {
    CHECK_INT(system(db_format("head -c %d '%s' >'%s'", *bytes, full, a)), 0);
    for (const char *const *options = (const char *const[]){"{}", SKIP, NULL}; *options; options++) {
      CHECK_TEXT(attach(db, folder, *options), "1");
      CHECK_INT(kernels(db), 0);
      CHECK_INT(db_int(db, "SELECT value FROM health WHERE name = 'complete' AND detail LIKE '%in its header%'"), 0);
      CHECK_INT(db_int(db, "SELECT count(*) FROM health WHERE name = 'damaged'"), 0);
    }
    CHECK_INT(system(db_format("cat '%s' >'%s'", full, a)), 0);
    CHECK(kernels(db) > 0);
  }
  end(db);
}

/* Also by the name of a link to it. */
static void a_link_to_an_empty_file(void) {
  sqlite3 *db = begin("linked");
  write_text(in_folder("../stored"), "");
  CHECK_INT(symlink("../stored", in_folder("a.rocz")), 0);
  CHECK_TEXT(attach(db, folder, NULL), "1");
  CHECK_INT(db_int(db, "SELECT count(*) FROM sources WHERE NOT complete AND source LIKE '%/stored'"), 1);
  write_text(in_folder("../stored"), "other");
  CHECK(strstr(db_text(db, "SELECT count(*) FROM kernels"), "/stored: "));
  end(db);
}

/* A file beside main is listed, too. */
static void empty_beside_main(void) {
  end(begin("beside"));
  CHECK_INT(mkdir(in_folder("t"), 0777), 0);
  write_text(in_folder("t/a.rocz"), "");
  sqlite3 *db = db_open(in_folder("t.db"));
  CHECK_INT(sources(db), 1);
  CHECK(!small_trace(in_folder("t/a.rocz"), EVENTS, 1));
  CHECK(kernels(db) > 0);
  end(db);
}

/* Other files are not traces. */
static void a_folder_without_a_trace(void) {
  sqlite3 *db = begin("none");
  for (const char *const *name = (const char *const[]){"notes.txt", "empty.txt", "empty.db", NULL}; *name; name++) {
    write_text(in_folder(*name), **name == 'n' ? "notes" : "");
    for (const char *const *path = (const char *const[]){folder, in_folder("*"), in_folder("[a-z]*"), NULL}; *path; path++) {
      CHECK(strstr(attach(db, *path, NULL), "no trace in it that rocpd can read"));
      CHECK(strstr(attach(db, *path, SKIP), "no trace in it that rocpd can read"));
      CHECK(strstr(db_text(db, db_format("SELECT count(*) FROM kernels(%Q)", *path)), "no trace in it that rocpd can read"));
    }
  }
  CHECK(strstr(attach(db, in_folder("x*"), NULL), "no file matches"));
  CHECK(strstr(db_text(db, db_format("SELECT count(*) FROM kernels(%Q)", in_folder("x*"))), "no file matches"));
  CHECK_INT(sources(db), 0);
  end(db);
}

/* A kind of file that is removed, as by another process, after it was recognized and before it is opened; the next one exists by then. */
static int going_probe(const char *path, const uint8_t *head, size_t n) { return (void)path, n >= 5 && memcmp(head, "GOING", 5) == 0; }
static int going_open(const rocpd_source_class *class, rocpd_session *session, const char *path, const rocpd_open_options *options, rocpd_source **out,
                      rocpd_error *err) {
  (void)class, (void)session, (void)options, (void)out;
  char next[5000];
  snprintf(next, sizeof(next), "%s.", path);
  write_text(next, "GOING");
  CHECK_INT(unlink(path), 0);
  return rocpd_fail(err, SQLITE_CANTOPEN, "cannot open %s: it went", path);
}
ROCPD_SOURCE_CLASS(going) = {.name = "going", .probe = going_probe, .open = going_open};

static void removed_when_it_is_opened(void) {
  sqlite3 *db = begin("going");
  make("a.rocz", SEED_A);
  CHECK(!strstr(attach(db, folder, NULL), "cannot"));
  sqlite3_int64 before = kernels(db);
  CHECK(before > 0);
  write_text(in_folder("b.rocz.next"), "GOING");
  CHECK_INT(kernels(db), before);
  CHECK(access(in_folder("b.rocz.next"), F_OK) != 0);
  write_text(in_folder("alone"), "GOING");
  CHECK(strstr(attach(db, in_folder("alone"), NULL), "it went")); /* if it is named itself, it is missed */
  make("c.rocz", SEED_B);
  CHECK(kernels(db) > before);
  end(db);
}

int main(void) {
  RUN(a_file_that_is_gone);
  RUN(a_file_of_a_folder);
  RUN(a_file_of_a_glob);
  RUN(a_file_of_those_to_skip);
  RUN(options_that_are_wrong);
  RUN(the_order_stays);
  RUN(options_while_it_is_read);
  RUN(move_while_it_is_read);
  RUN(move_one_of_two);
  RUN(moved_and_opened_anew);
  RUN(skipped_elsewhere);
  RUN(in_a_folder_like_a_pattern);
  RUN(one_text_two_patterns);
  RUN(beside_main);
  RUN(a_damaged_header);
  RUN(a_header_that_is_mended);
  RUN(an_empty_file_of_a_trace);
  RUN(a_file_of_a_part_of_its_header);
  RUN(a_link_to_an_empty_file);
  RUN(empty_beside_main);
  RUN(a_folder_without_a_trace);
  RUN(removed_when_it_is_opened);
  return test_result();
}
