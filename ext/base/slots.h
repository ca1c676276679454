/* Hash tables of entries of any kind, in an array whose length is a power of two, of which some are always free. A search looks at one entry after the other.
** (For numbers by numbers there is map.h.) Hashes, tests and entries are expressions, so the compiler makes the loops for each table. */
#ifndef ROCPD_SLOTS_H
#define ROCPD_SLOTS_H
#include "base.h"

/* The index `i` at which a search ends: the first, from the hash on, for which the test holds: it has the key, or is free. mask: the array's length - 1. */
#define ROCPD_SLOT(i, hash, mask, test) ({ \
  __typeof__((mask) + 0) mask_ = (mask), i = (__typeof__((mask) + 0))(hash) & mask_; \
  while (!(test)) i = (i + 1) & mask_; \
  i; \
})

/* Doubles an array of `slots` entries, or makes one of `least`: moves entries `e` that are used to where their hashes say. SQLITE_NOMEM leaves it as it is. */
#define ROCPD_SLOTS_GROW(entry, slots, least, e, is_used, hash_of) ({ \
  size_t n_ = (slots), size_ = n_ ? 2 * n_ : (least); \
  __typeof__(entry) from_ = (entry), to_ = rocpd_zeroed(size_ * sizeof *to_); \
  for (size_t k_ = 0; to_ && k_ < n_; k_++) { \
    __typeof__(entry) e = &from_[k_]; \
    if (!(is_used)) continue; \
    size_t at_ = (size_t)(hash_of) & (size_ - 1); \
    while (e = &to_[at_], (is_used)) at_ = (at_ + 1) & (size_ - 1); \
    to_[at_] = from_[k_]; \
  } \
  if (to_) sqlite3_free(from_), (entry) = to_, (slots) = size_; \
  to_ ? SQLITE_OK : SQLITE_NOMEM; \
})

#endif
