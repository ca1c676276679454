/* The demo: a small training loop as users write them. It trains a softmax regression on generated data, with two streams (the
** next batch is uploaded during the computation), an optimizer step as a graph, and a checkpoint now and then.
**
** On the software GPU the host functions below do the kernels' work, and the kernels take the times that main sets. On a real GPU
** the kernels run. Prints the loss as it falls. */
#include <cmath>
#include <unistd.h>
#include <vector>
#include "check.h"

static const int FEATURES = 64, CLASSES = 10, BATCH = 256, STEPS = 240, CHECKPOINT = 60;

/* ---- kernels: each is a loop body, so that device and host share it ---- */

__host__ __device__ static inline void gemm_at(const float *a, const float *b, float *c, int inner, int columns, int i, int j) {
  float sum = 0;
  for (int k = 0; k < inner; k++)
    sum += a[i * inner + k] * b[k * columns + j];
  c[i * columns + j] = sum;
}

__host__ __device__ static inline void softmax_at(float *logits, const int *label, float *loss, int columns, int i) {
  float *row = logits + i * columns, top = row[0], sum = 0;
  for (int j = 1; j < columns; j++)
    top = row[j] > top ? row[j] : top;
  for (int j = 0; j < columns; j++)
    sum += row[j] = expf(row[j] - top);
  for (int j = 0; j < columns; j++)
    row[j] /= sum;
  loss[i] = -logf(row[label[i]] + 1e-9f);
  row[label[i]] -= 1;
}

__host__ __device__ static inline void gradient_at(const float *x, const float *error, float *gradient, int rows, int features,
                                                   int columns, int i, int j) {
  float sum = 0;
  for (int k = 0; k < rows; k++)
    sum += x[k * features + i] * error[k * columns + j];
  gradient[i * columns + j] = sum / rows;
}

__global__ void gemm(const float *a, const float *b, float *c, int rows, int inner, int columns) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows && j < columns)
    gemm_at(a, b, c, inner, columns, i, j);
}

__global__ void softmax_loss(float *logits, const int *label, float *loss, int rows, int columns) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows)
    softmax_at(logits, label, loss, columns, i);
}

__global__ void gradient(const float *x, const float *error, float *out, int rows, int features, int columns) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < features && j < columns)
    gradient_at(x, error, out, rows, features, columns, i, j);
}

__global__ void sgd(float *weight, const float *out, float rate, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    weight[i] -= rate * out[i];
}

__global__ void reduce(const float *loss, float *mean, int n) {
  __shared__ float part[256];
  int t = threadIdx.x;
  part[t] = 0;
  for (int i = t; i < n; i += 256)
    part[t] += loss[i];
  for (int half = 128; half; half /= 2) {
    __syncthreads();
    if (t < half)
      part[t] += part[t + half];
  }
  if (!t)
    *mean = part[0] / n;
}

/* ---- the same on the software GPU ---- */

struct gemm_args { const float *a, *b; float *c; int rows, inner, columns; };
STAND_IN(_Z4gemmPKfS0_Pfiii, gemm_args) {
  for (int i = 0; i < args.rows; i++)
    for (int j = 0; j < args.columns; j++)
      gemm_at(args.a, args.b, args.c, args.inner, args.columns, i, j);
}

struct softmax_args { float *logits; const int *label; float *loss; int rows, columns; };
STAND_IN(_Z12softmax_lossPfPKiS_ii, softmax_args) {
  for (int i = 0; i < args.rows; i++)
    softmax_at(args.logits, args.label, args.loss, args.columns, i);
}

struct gradient_args { const float *x, *error; float *out; int rows, features, columns; };
STAND_IN(_Z8gradientPKfS0_Pfiii, gradient_args) {
  for (int i = 0; i < args.features; i++)
    for (int j = 0; j < args.columns; j++)
      gradient_at(args.x, args.error, args.out, args.rows, args.features, args.columns, i, j);
}

struct sgd_args { float *weight; const float *out; float rate; int n; };
STAND_IN(_Z3sgdPfPKffi, sgd_args) {
  for (int i = 0; i < args.n; i++)
    args.weight[i] -= args.rate * args.out[i];
}

struct reduce_args { const float *loss; float *mean; int n; };
STAND_IN(_Z6reducePKfPfi, reduce_args) {
  double sum = 0;
  for (int i = 0; i < args.n; i++)
    sum += args.loss[i];
  *args.mean = (float)(sum / args.n);
}

/* ---- data ---- */

static uint32_t random_state = 12345;
static float uniform() {
  random_state = random_state * 1664525u + 1013904223u;
  return (float)(random_state >> 8) / (1 << 24) - 0.5f;
}

/* Generates points around a centre for each class. */
static void make_batch(const std::vector<float> &centre, float *x, int *label) {
  for (int i = 0; i < BATCH; i++) {
    label[i] = (int)(random_state >> 16) % CLASSES;
    for (int j = 0; j < FEATURES; j++)
      x[i * FEATURES + j] = centre[(size_t)label[i] * FEATURES + j] + uniform() * 2;
  }
}

struct batch { float *host_x, *x; int *host_label, *label; hipEvent_t ready, used; };

static batch make_buffers() {
  batch b;
  CHECK(hipHostMalloc((void **)&b.host_x, BATCH * FEATURES * sizeof(float), 0));
  CHECK(hipHostMalloc((void **)&b.host_label, BATCH * sizeof(int), 0));
  CHECK(hipMalloc((void **)&b.x, BATCH * FEATURES * sizeof(float)));
  CHECK(hipMalloc((void **)&b.label, BATCH * sizeof(int)));
  CHECK(hipEventCreateWithFlags(&b.ready, hipEventDisableTiming));
  CHECK(hipEventCreateWithFlags(&b.used, hipEventDisableTiming));
  return b;
}

int main() {
  gpusim_default("GPUSIM_KERNELS", "gemm=420000,gradient=310000,softmax=90000,reduce=25000,sgd=12000");
  gpusim_default("GPUSIM_COPY_GBPS", "1.6");

  std::vector<float> centre(CLASSES * FEATURES);
  for (float &c : centre)
    c = uniform();
  hipStream_t compute, upload;
  CHECK(hipStreamCreateWithFlags(&compute, hipStreamNonBlocking));
  CHECK(hipStreamCreateWithFlags(&upload, hipStreamNonBlocking));
  batch buffer[2] = {make_buffers(), make_buffers()};
  float *weight, *logits, *loss, *slope, *mean, *host_mean, *saved;
  const int weights = FEATURES * CLASSES;
  CHECK(hipMalloc((void **)&weight, weights * sizeof(float)));
  CHECK(hipMalloc((void **)&logits, BATCH * CLASSES * sizeof(float)));
  CHECK(hipMalloc((void **)&loss, BATCH * sizeof(float)));
  CHECK(hipMalloc((void **)&slope, weights * sizeof(float)));
  CHECK(hipMalloc((void **)&mean, sizeof(float)));
  CHECK(hipHostMalloc((void **)&host_mean, sizeof(float), 0));
  CHECK(hipHostMalloc((void **)&saved, weights * sizeof(float), 0));
  CHECK(hipMemsetAsync(weight, 0, weights * sizeof(float), compute));

  /* The optimizer step is always the same, so it is a graph. */
  hipGraph_t graph;
  hipGraphExec_t step;
  CHECK(hipStreamBeginCapture(compute, hipStreamCaptureModeGlobal));
  sgd<<<(weights + 255) / 256, 256, 0, compute>>>(weight, slope, 0.5f, weights);
  reduce<<<1, 256, 0, compute>>>(loss, mean, BATCH);
  CHECK(hipStreamEndCapture(compute, &graph));
  CHECK(hipGraphInstantiate(&step, graph, nullptr, nullptr, 0));

  hipEvent_t first, last;
  CHECK(hipEventCreate(&first));
  CHECK(hipEventCreate(&last));
  CHECK(hipEventRecord(first, compute));
  for (int i = 0; i < STEPS; i++) {
    batch &b = buffer[i % 2];
    if (i >= 2)
      CHECK(hipEventSynchronize(b.used));
    make_batch(centre, b.host_x, b.host_label);
    CHECK(hipMemcpyAsync(b.x, b.host_x, BATCH * FEATURES * sizeof(float), hipMemcpyHostToDevice, upload));
    CHECK(hipMemcpyAsync(b.label, b.host_label, BATCH * sizeof(int), hipMemcpyHostToDevice, upload));
    CHECK(hipEventRecord(b.ready, upload));

    CHECK(hipStreamWaitEvent(compute, b.ready, 0));
    gemm<<<dim3(1, BATCH / 16), dim3(16, 16), 0, compute>>>(b.x, weight, logits, BATCH, FEATURES, CLASSES);
    softmax_loss<<<BATCH / 64, 64, 0, compute>>>(logits, b.label, loss, BATCH, CLASSES);
    gradient<<<dim3(1, FEATURES / 16), dim3(16, 16), 0, compute>>>(b.x, logits, slope, BATCH, FEATURES, CLASSES);
    CHECK(hipEventRecord(b.used, compute));
    CHECK(hipGraphLaunch(step, compute));

    if ((i + 1) % CHECKPOINT == 0) {
      CHECK(hipMemcpyAsync(host_mean, mean, sizeof(float), hipMemcpyDeviceToHost, compute));
      CHECK(hipMemcpyAsync(saved, weight, weights * sizeof(float), hipMemcpyDeviceToHost, compute));
      CHECK(hipStreamSynchronize(compute));
      printf("step %3d  loss %.3f\n", i + 1, *host_mean);
      usleep(8000 + 4000 * (i / CHECKPOINT)); /* stands for writing the checkpoint */
    }
  }
  CHECK(hipEventRecord(last, compute));
  CHECK(hipDeviceSynchronize());
  float ms;
  CHECK(hipEventElapsedTime(&ms, first, last));
  printf("%d steps, %s\n", STEPS, ms > 0 && *host_mean < 0.5f ? "trained" : "not trained");
  CHECK(hipGraphExecDestroy(step));
  CHECK(hipGraphDestroy(graph));
  return *host_mean < 0.5f ? 0 : 1;
}
