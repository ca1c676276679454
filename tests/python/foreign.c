#include <pthread.h>
#include <stddef.h>
typedef void callback(void);
static void *run(void *f) {
  ((callback *)f)();
  ((callback *)f)();
  return NULL;
}
void call_in_thread(callback *f) {
  pthread_t t;
  if (!pthread_create(&t, NULL, run, (void *)f)) pthread_join(t, NULL);
}
