/* The numbers of processes, groups, tracks and shown pids in a layout, found by their keys. One hash table has all of them. It is needed until the layout is
** sorted. See layout_state.h. */
#include "layout_state.h"
#include "slots.h"

static uint64_t hash_of(uint32_t what, int64_t a, int64_t b) {
  uint64_t h = ((uint64_t)a * 0x9e3779b97f4a7c15u ^ (uint64_t)b) * 0xbf58476d1ce4e5b9u + what * 0x94d049bb133111ebu;
  return h ^ h >> 31;
}

/* The slot of a key. If the key is new, the slot is empty (what == 0), and the caller fills it. */
int rocpd_key_find(rocpd_export_layout *l, uint32_t what, int64_t a, int64_t b, struct rocpd_key **out) {
  if (l->keys * 2 >= l->key_slots && ROCPD_SLOTS_GROW(l->key, l->key_slots, 256, e, e->what, hash_of(e->what, e->a, e->b))) return SQLITE_NOMEM;
  const struct rocpd_key *key = l->key;
  *out = &l->key[ROCPD_SLOT(i, hash_of(what, a, b), l->key_slots - 1, !key[i].what || (key[i].what == what && key[i].a == a && key[i].b == b))];
  return SQLITE_OK;
}

void rocpd_key_fill(rocpd_export_layout *l, struct rocpd_key *k, uint32_t what, int64_t a, int64_t b, size_t number) {
  *k = (struct rocpd_key){what, (uint32_t)number, a, b};
  l->keys++;
}

#define FIRST_MADE_PID (1 << 30)

/* Real pids are kept. If two processes have the same one (on two hosts, or one after the other), the later one gets a number that no Linux system assigns. */
int rocpd_choose_pid(rocpd_export_layout *l, int64_t pid, int32_t *shown) {
  for (int64_t next = pid > 0 && pid <= INT32_MAX ? pid : FIRST_MADE_PID + l->made_pids++;; next = FIRST_MADE_PID + l->made_pids++) {
    struct rocpd_key *k;
    int rc = rocpd_key_find(l, KEY_SHOWN_PID, next, 0, &k);
    if (rc) return rc;
    if (k->what) continue;
    rocpd_key_fill(l, k, KEY_SHOWN_PID, next, 0, 0);
    *shown = (int32_t)next;
    return SQLITE_OK;
  }
}

/* Machines and pids are numbered in order of occurrence. */
int rocpd_process_key(rocpd_export_layout *l, int64_t guid, int64_t nid, int64_t pid, struct rocpd_key **out, int64_t *number) {
  struct rocpd_key *k;
  int rc = rocpd_key_find(l, KEY_NUMBER, nid, pid, &k);
  if (rc) return rc;
  if (!k->what) {
    *number = l->machine_pids;
    rocpd_key_fill(l, k, KEY_NUMBER, nid, pid, (size_t)l->machine_pids++);
  } else {
    *number = k->number;
  }
  return rocpd_key_find(l, KEY_PROCESS, guid, *number, out);
}
