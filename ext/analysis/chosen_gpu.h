/* The GPUs that a filter chooses, by what they are called. */
#ifndef ROCPD_CHOSEN_GPU_H
#define ROCPD_CHOSEN_GPU_H
#include "device.h"
#include "filter.h"

/* A pattern is compared with the number of a GPU (0), its name (GPU 0, node7 GPU 0), and its device (node7 0000:c1:00.0): see device.h. */
bool rocpd_gpu_matches(rocpd_session *session, const rocpd_patterns *gpus, const rocpd_device *d);
/* A rocpd_find_gpus. Connection's thread. */
int rocpd_chosen_gpus(rocpd_snapshot *whole, const rocpd_patterns *gpus, rocpd_chosen_gpu **out, size_t *n, rocpd_error *err);

#endif
