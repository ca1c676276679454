/* Integers as decimal text: what is not worth a copy in each format. See decimal.h. */
#include "decimal.h"

const char rocpd_two_digits[201] =
    "00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657585960616263646566676869"
    "707172737475767778798081828384858687888990919293949596979899";

char *rocpd_put_digits(char *p, uint64_t v) {
  uint64_t upper = v / 100000000;
  if (upper >= 100000000) {
    uint32_t top = (uint32_t)(upper / 100000000);
    p = rocpd_put_eight(p, top, false);
    p = rocpd_put_eight(p, (uint32_t)(upper % 100000000), true);
  } else if (upper) p = rocpd_put_eight(p, (uint32_t)upper, false);
  return rocpd_put_eight(p, (uint32_t)(v % 100000000), upper != 0);
}
