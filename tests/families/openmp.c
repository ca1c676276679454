/* OpenMP threads: parallel loops, nested ones, tasks. */
#include <omp.h>
#include "counted.h"

int main(void) {
  unsigned long sum = 0;
  omp_set_max_active_levels(2);
#pragma omp parallel for num_threads(8) reduction(+ : sum) schedule(dynamic)
  for (int i = 0; i < 64; i++) sum += fill_and_sum(i, 4096);
#pragma omp parallel num_threads(3)
  {
#pragma omp parallel num_threads(3) reduction(+ : sum)
    sum += fill_and_sum(1, 64);
  }
#pragma omp parallel num_threads(4)
#pragma omp single
  for (int i = 0; i < 16; i++) {
#pragma omp task
    {
      unsigned long one = fill_and_sum(2, 32);
#pragma omp atomic
      sum += one;
    }
  }
  printf("sum %lu\n", sum);
  counted_print(stdout);
  return sum == 4096ul * 63 * 64 / 2 + 9 * 64 + 16 * 64 ? 0 : 1;
}
