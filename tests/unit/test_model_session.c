/* Slots of a session (session.h): each is made once, whichever thread asks first; it is told when nobody reads; it is freed once.
** If there was no memory for one, it is made later. */
#include <pthread.h>
#include "intern.h"
#include "memory.h"
#include "session.h"
#include "test.h"

enum { CLASSES = 40, THREADS = 8, SESSIONS = 100 };

typedef struct data {
  uint64_t zero[7]; /* stays zero */
  int made, told;
} data;

static _Atomic int made, told, freed, wrong;

static void on_init(void *p) {
  data *d = p;
  for (int i = 0; i < 7; i++) wrong += d->zero[i] != 0;
  wrong += d->made++ || d->told || (uintptr_t)p % 8;
  sched_yield(); /* a thread that asks meanwhile must wait */
  made++;
}

static void on_idle(void *p) {
  wrong += ((data *)p)->made != 1;
  ((data *)p)->told++;
  told++;
}

static void on_free(void *p) {
  wrong += ((data *)p)->made != 1;
  ((data *)p)->made = -1;
  freed++;
}

/* Of different sizes; some lack one of the functions. */
static rocpd_slot_class classes[CLASSES];

static void declare(void) {
  for (int i = 0; i < CLASSES; i++)
    classes[i] = (rocpd_slot_class){.size = sizeof(data) + (size_t)i, .init = on_init, .idle = i % 3 ? on_idle : NULL, .free = i % 4 ? on_free : NULL};
}

static void begin(void) { made = told = freed = wrong = 0; }

/* ---- */

typedef struct asking {
  rocpd_session *session;
  pthread_barrier_t *start;
  int number;
  void *got[CLASSES];
} asking;

static void *ask(void *arg) {
  asking *a = arg;
  pthread_barrier_wait(a->start);
  for (int i = 0; i < CLASSES; i++) {
    int k = (i * 7 + a->number / 2 * 13) % CLASSES; /* two threads each ask in the same order */
    a->got[k] = rocpd_session_slot(a->session, &classes[k]);
    if (rocpd_session_slot(a->session, &classes[k]) != a->got[k]) wrong++;
  }
  return NULL;
}

static void once_for_all_threads(void) {
  for (int s = 0; s < SESSIONS; s++) {
    rocpd_session *session;
    pthread_barrier_t start;
    pthread_t thread[THREADS];
    static asking a[THREADS];
    begin();
    pthread_barrier_init(&start, NULL, THREADS);
    CHECK_INT(rocpd_session_new(NULL, &session), SQLITE_OK);
    for (int i = 0; i < THREADS; i++) {
      a[i] = (asking){.session = session, .start = &start, .number = i};
      CHECK_INT(pthread_create(&thread[i], NULL, ask, &a[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) pthread_join(thread[i], NULL);
    pthread_barrier_destroy(&start);
    for (int k = 0; k < CLASSES; k++) {
      CHECK(a[0].got[k] != NULL);
      for (int i = 1; i < THREADS; i++) CHECK(a[i].got[k] == a[0].got[k]);
      for (int j = 0; j < k; j++) CHECK(a[0].got[k] != a[0].got[j]);
    }
    CHECK_INT(made, CLASSES);
    rocpd_session_free(session);
    CHECK_INT(freed, CLASSES - CLASSES / 4);
    CHECK_INT(wrong, 0);
  }
  CHECK_INT(sqlite3_memory_used(), 0);
}

/* Idle slots are told each time; slots that nobody has asked for do not exist. */
static void idle(void) {
  rocpd_session *session;
  begin();
  CHECK_INT(rocpd_session_new(NULL, &session), SQLITE_OK);
  rocpd_session_idle(session);
  data *d[9];
  for (int i = 0; i < 9; i++) d[i] = rocpd_session_slot(session, &classes[i]);
  for (int times = 1; times <= 3; times++) {
    rocpd_session_idle(session);
    CHECK_INT(told, 6 * times);
    for (int i = 0; i < 9; i++) CHECK_INT(d[i]->told, i % 3 ? times : 0);
  }
  CHECK_INT(made, 9);
  rocpd_session_free(session);
  CHECK_INT(freed, 6);
  CHECK_INT(wrong, 0);
}

/* What is written into a slot stays, and belongs to one session. */
static void of_one_session(void) {
  rocpd_session *session[3];
  uint8_t *p[3];
  begin();
  for (int i = 0; i < 3; i++) {
    CHECK_INT(rocpd_session_new((sqlite3 *)&session[i], &session[i]), SQLITE_OK);
    p[i] = rocpd_session_slot(session[i], &classes[0]);
    p[i][sizeof(data) - 1] = (uint8_t)i;
    CHECK(rocpd_session_db(session[i]) == (sqlite3 *)&session[i]);
    CHECK_INT(rocpd_session_epoch(session[i]), 0);
    for (int k = 0; k < i; k++) rocpd_session_next_epoch(session[i]);
  }
  for (int i = 0; i < 3; i++) {
    CHECK(rocpd_session_slot(session[i], &classes[0]) == p[i] && p[i][sizeof(data) - 1] == i);
    CHECK_INT(rocpd_session_epoch(session[i]), i);
    p[i][sizeof(data) - 1] = 0;
    rocpd_session_free(session[i]);
  }
  CHECK_INT(made, 3);
  CHECK_INT(wrong, 0);
}

/* A slot may free texts of the session: these exist until the end. */
static rocpd_session *dying;
static void looks_at_texts(void *p) {
  int64_t size;
  wrong += strcmp(rocpd_string(dying, *(int64_t *)p, &size), "a text") || size != 6;
  freed++;
}

static void texts_outlive_slots(void) {
  static const rocpd_slot_class class = {.size = sizeof(int64_t), .free = looks_at_texts};
  begin();
  CHECK_INT(rocpd_session_new(NULL, &dying), SQLITE_OK);
  int64_t *id = rocpd_session_slot(dying, &class);
  CHECK(*id == 0);
  CHECK_INT(rocpd_intern(dying, "a text", -1, id), SQLITE_OK);
  rocpd_session_free(dying);
  CHECK(freed == 1 && wrong == 0);
}

static void out_of_memory(void) {
  rocpd_session *session;
  long nth = 1;
  begin();
  for (;; nth++) {
    memory_fail_at(nth);
    int rc = rocpd_session_new(NULL, &session);
    if (!memory_failed()) break;
    CHECK_INT(rc, SQLITE_NOMEM);
    CHECK_INT(sqlite3_memory_used(), 0);
  }
  CHECK(nth > 2);
  for (int i = 0; i < CLASSES; i++) {
    memory_fail_at(1);
    CHECK(!rocpd_session_slot(session, &classes[i]));
    CHECK(memory_failed());
    CHECK_INT(made, i);
    CHECK(rocpd_session_slot(session, &classes[i]));
    memory_fail_at(1);
    CHECK(rocpd_session_slot(session, &classes[i / 2])); /* it exists */
    CHECK(!memory_failed());
  }
  rocpd_session_free(session);
  CHECK_INT(wrong, 0);
  CHECK_INT(sqlite3_memory_used(), 0);
}

int main(void) {
  memory_begin();
  sqlite3_initialize();
  declare();
  RUN(once_for_all_threads);
  RUN(idle);
  RUN(of_one_session);
  RUN(texts_outlive_slots);
  RUN(out_of_memory);
  return test_result();
}
