/* mpi FOLDER [abort]: each rank fills memory, sends the sum around a ring, and writes what it has
** called to FOLDER/RANK. `abort`: rank 1 then calls MPI_Abort while the others wait. */
#include <mpi.h>
#include "counted.h"

int main(int argc, char **argv) {
  int rank, ranks;
  unsigned long mine, sum = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  mine = 0;
  for (int i = 0; i < 20; i++) mine += fill_and_sum(rank + 1, 1000);
  MPI_Allreduce(&mine, &sum, 1, MPI_UNSIGNED_LONG, MPI_SUM, MPI_COMM_WORLD);
  char path[4096];
  snprintf(path, sizeof path, "%s/%d", argv[1], rank);
  FILE *out = fopen(path, "w");
  if (!out) MPI_Abort(MPI_COMM_WORLD, 5);
  counted_print(out);
  fclose(out);
  if (argc > 2) {
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) MPI_Abort(MPI_COMM_WORLD, 7);
    MPI_Barrier(MPI_COMM_WORLD); /* never reached by all */
  }
  if (rank == 0) printf("sum %lu\n", sum);
  MPI_Finalize();
  return sum == 20000ul * (unsigned long)(ranks * (ranks + 1) / 2) ? 0 : 1;
}
