/* The rest of the driver's interface: opening it, versions, the effect of a fork, and functions that do nothing here. */
#include <pthread.h>
#include <string.h>
#include "gpusim.h"

static atomic_int opened;
static atomic_bool forked;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* As with the real driver, a forked child has no GPU: its calls fail. */
bool gpusim_driver_open(void) { return !atomic_load_explicit(&forked, memory_order_relaxed); }

static void before_fork(void) {
  gpusim_engine_lock();
  gpusim_memory_lock();
}
static void in_parent(void) {
  gpusim_memory_unlock();
  gpusim_engine_unlock();
}
static void in_child(void) {
  atomic_store(&forked, true);
  gpusim_memory_unlock();
  gpusim_engine_forked();
}

static void initialise(void) {
  gpusim_setting_read();
  gpusim_clock_start();
  pthread_atfork(before_fork, in_parent, in_child);
}

HSAKMT_STATUS hsaKmtOpenKFD(void) {
  pthread_once(&once, initialise);
  if (!gpusim_driver_open())
    return HSAKMT_STATUS_KERNEL_IO_CHANNEL_NOT_OPENED;
  return atomic_fetch_add(&opened, 1) ? HSAKMT_STATUS_KERNEL_ALREADY_OPENED : HSAKMT_STATUS_SUCCESS;
}

HSAKMT_STATUS hsaKmtCloseKFD(void) {
  if (atomic_load(&opened) <= 0)
    return HSAKMT_STATUS_KERNEL_IO_CHANNEL_NOT_OPENED;
  if (atomic_fetch_sub(&opened, 1) == 1 && gpusim_driver_open())
    gpusim_engine_stop();
  return HSAKMT_STATUS_SUCCESS;
}

/* Versions from 1.4 on are trusted with ECC; 1.0 would turn interrupts off. */
HSAKMT_STATUS hsaKmtGetVersion(HsaVersionInfo *version) {
  version->KernelInterfaceMajorVersion = 1;
  version->KernelInterfaceMinorVersion = 9;
  return HSAKMT_STATUS_SUCCESS;
}

/* ---- nothing to do ---- */

HSAKMT_STATUS hsaKmtSetTrapHandler(HSAuint32 node, void *handler, HSAuint64 handler_bytes, void *buffer, HSAuint64 buffer_bytes) {
  return HSAKMT_STATUS_SUCCESS;
}

HSAKMT_STATUS hsaKmtSetMemoryPolicy(HSAuint32 node, HSAuint32 policy, HSAuint32 other, void *address, HSAuint64 size_bytes) {
  return HSAKMT_STATUS_SUCCESS;
}

HSAKMT_STATUS hsaKmtSetQueueCUMask(HSA_QUEUEID queue, HSAuint32 count, HSAuint32 *mask) { return HSAKMT_STATUS_SUCCESS; }

HSAKMT_STATUS hsaKmtAllocQueueGWS(HSA_QUEUEID queue, HSAuint32 count, HSAuint32 *first) {
  if (first)
    *first = 0;
  return HSAKMT_STATUS_SUCCESS;
}

HSAKMT_STATUS hsaKmtGetXNACKMode(HSAint32 *enable) {
  *enable = 0;
  return HSAKMT_STATUS_SUCCESS;
}

HSAKMT_STATUS hsaKmtSVMSetAttr(void *address, HSAuint64 size_bytes, unsigned int n, HSA_SVM_ATTRIBUTE *attributes) {
  return HSAKMT_STATUS_SUCCESS;
}

/* Managed memory is host memory, which every GPU may use in place. */
HSAKMT_STATUS hsaKmtSVMGetAttr(void *address, HSAuint64 size_bytes, unsigned int n, HSA_SVM_ATTRIBUTE *attribute) {
  for (unsigned i = 0; i < n; i++) {
    switch (attribute[i].type) {
      case HSA_SVM_ATTR_PREFERRED_LOC:
      case HSA_SVM_ATTR_PREFETCH_LOC: attribute[i].value = INVALID_NODEID; break;
      case HSA_SVM_ATTR_ACCESS: attribute[i].type = HSA_SVM_ATTR_ACCESS_IN_PLACE; break;
      case HSA_SVM_ATTR_SET_FLAGS: attribute[i].value = HSA_SVM_FLAG_HOST_ACCESS | HSA_SVM_FLAG_COHERENT; break;
      case HSA_SVM_ATTR_CLR_FLAGS: attribute[i].value = ~(uint32_t)(HSA_SVM_FLAG_HOST_ACCESS | HSA_SVM_FLAG_COHERENT); break;
      case HSA_SVM_ATTR_GRANULARITY: attribute[i].value = 9; break;
      default: break;
    }
  }
  return HSAKMT_STATUS_SUCCESS;
}

/* Images are not simulated, but their address configuration must exist. */
HSAKMT_STATUS hsaKmtGetTileConfig(HSAuint32 node, HsaGpuTileConfig *config) {
  memset(config->TileConfig, 0, config->NumTileConfigs * sizeof *config->TileConfig);
  memset(config->MacroTileConfig, 0, config->NumMacroTileConfigs * sizeof *config->MacroTileConfig);
  config->GbAddrConfig = 0x00000444;
  config->NumBanks = 0;
  config->NumRanks = 0;
  return HSAKMT_STATUS_SUCCESS;
}

/* ---- not supported: the debugger, sharing between processes, graphics ---- */

HSAKMT_STATUS hsaKmtRuntimeEnable(void *debug, bool setup_ttmp) { return HSAKMT_STATUS_NOT_SUPPORTED; }
HSAKMT_STATUS hsaKmtRuntimeDisable(void) { return HSAKMT_STATUS_NOT_SUPPORTED; }
HSAKMT_STATUS hsaKmtSetXNACKMode(HSAint32 enable) { return HSAKMT_STATUS_NOT_SUPPORTED; }

HSAKMT_STATUS hsaKmtShareMemory(void *address, HSAuint64 size_bytes, HsaSharedMemoryHandle *handle) {
  return HSAKMT_STATUS_NOT_SUPPORTED;
}

HSAKMT_STATUS hsaKmtRegisterSharedHandle(const HsaSharedMemoryHandle *handle, void **address, HSAuint64 *size_bytes) {
  return HSAKMT_STATUS_NOT_SUPPORTED;
}

HSAKMT_STATUS hsaKmtRegisterSharedHandleToNodes(const HsaSharedMemoryHandle *handle, void **address, HSAuint64 *size_bytes,
                                                HSAuint64 nodes, HSAuint32 *node) {
  return HSAKMT_STATUS_NOT_SUPPORTED;
}

HSAKMT_STATUS hsaKmtRegisterGraphicsHandleToNodes(HSAuint64 handle, HsaGraphicsResourceInfo *info, HSAuint64 nodes, HSAuint32 *node) {
  return HSAKMT_STATUS_NOT_SUPPORTED;
}
