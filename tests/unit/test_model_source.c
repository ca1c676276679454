/* What counts as damage of a source: faults in its file, not lack of memory, timeouts or other programs. Also finding sources by
** path, while they come and go. */
#include "session.h"
#include "source.h"
#include "test.h"

static void close_source(rocpd_source *s) { rocpd_source_free(s); }
static const rocpd_source_class class = {.name = "given", .close = close_source};

/* The number of damages of the source after reading has failed in this way twice. */
static int64_t damages_of(rocpd_session *session, int rc) {
  rocpd_source *s = rocpd_source_new(session, &class, "given", sizeof(*s));
  rocpd_error err = {0};
  rocpd_fail(&err, rc, "code %d", rc);
  rocpd_source_failed(s, rc, &err);
  rocpd_source_failed(s, rc, &err);
  int64_t damages = s->faults.damages;
  if (damages) CHECK_TEXT(s->faults.damage, err.message);
  rocpd_source_undamaged(s);
  CHECK_INT(s->faults.damages, 0);
  class.close(s);
  rocpd_error_clear(&err);
  return damages;
}

static void failures(void) {
  static const int damage[] = {SQLITE_CORRUPT, SQLITE_CORRUPT_VTAB, SQLITE_NOTADB, SQLITE_IOERR, SQLITE_IOERR_READ, SQLITE_TOOBIG, SQLITE_ERROR};
  static const int unreadable[] = {SQLITE_CANTOPEN, SQLITE_READONLY_ROLLBACK, SQLITE_BUSY, SQLITE_BUSY_SNAPSHOT, SQLITE_PERM};
  static const int others[] = {SQLITE_OK, SQLITE_NOMEM, SQLITE_IOERR_NOMEM, SQLITE_INTERRUPT, SQLITE_NOTFOUND, SQLITE_LOCKED};
  rocpd_session *session;
  CHECK_INT(rocpd_session_new(NULL, &session), SQLITE_OK);
  for (size_t i = 0; i < sizeof damage / sizeof *damage; i++) {
    CHECK_INT(damages_of(session, damage[i]), 1);
    CHECK(rocpd_is_damage(damage[i]) && rocpd_is_unreadable(damage[i]));
  }
  for (size_t i = 0; i < sizeof unreadable / sizeof *unreadable; i++) {
    CHECK_INT(damages_of(session, unreadable[i]), 0);
    CHECK(!rocpd_is_damage(unreadable[i]) && rocpd_is_unreadable(unreadable[i]));
  }
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    CHECK_INT(damages_of(session, others[i]), 0);
    CHECK(!rocpd_is_damage(others[i]) && !rocpd_is_unreadable(others[i]));
  }
  rocpd_session_free(session);
}

enum { PATHS = 300, STEPS = 20000, MOST = 2000 };

/* All sources of a path, the newest first, as a walk through all sources finds them. */
static void check_path(const rocpd_session *session, const char *path) {
  rocpd_source *found = rocpd_session_source_of(session, path, NULL);
  for (rocpd_source *s = rocpd_session_sources(session); s; s = s->next) {
    if (strcmp(s->path, path)) continue;
    CHECK(found == s);
    if (found) found = rocpd_session_source_of(session, path, found);
  }
  CHECK(!found);
}

static void by_path(void) {
  static rocpd_source *open[MOST];
  size_t n = 0;
  rocpd_session *session;
  CHECK_INT(rocpd_session_new(NULL, &session), SQLITE_OK);
  CHECK(!rocpd_session_source_of(session, "/none", NULL));
  for (int i = 0; i < STEPS; i++) {
    char path[40];
    snprintf(path, sizeof path, "/folder/%d.rocz", (int)test_draw(PATHS));
    if (n < MOST && test_draw(100) < (i < STEPS / 2 ? 60 : 40)) {
      CHECK((open[n++] = rocpd_source_new(session, &class, path, sizeof(rocpd_source))));
    } else if (n) {
      size_t k = test_draw(n);
      class.close(open[k]);
      open[k] = open[--n];
    }
    if (i % 16 == 0) check_path(session, path);
  }
  while (n) class.close(open[--n]);
  CHECK(!rocpd_session_source_of(session, "/folder/1.rocz", NULL));
  rocpd_session_free(session);
}

int main(void) {
  sqlite3_initialize();
  RUN(failures);
  RUN(by_path);
  return test_result();
}
