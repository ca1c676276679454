/* See launcher.h. */
#include "launcher.h"
#include <stdlib.h>
#include <string.h>

/* The innermost launcher comes first: torchrun runs under mpirun under srun, not the other way round. The last two number the processes of one machine; they
** count only if no other variable is set. */
const char *const rocz_rank_variables[] = {
  "RANK",        "OMPI_COMM_WORLD_RANK", "MV2_COMM_WORLD_RANK", "PMIX_RANK",    "PMI_RANK",        "PMI_ID",     "PALS_RANKID",
  "ALPS_APP_PE", "FLUX_TASK_RANK",       "JSM_NAMESPACE_RANK",  "SLURM_PROCID", "MPI_LOCALRANKID", "LOCAL_RANK", NULL};

const char *rocz_launcher_rank(void) {
  for (const char *const *name = rocz_rank_variables; *name; name++) {
    const char *rank = getenv(*name);
    size_t n = rank ? strspn(rank, "0123456789") : 0;
    if (n && !rank[n]) return rank;
  }
  return NULL;
}
