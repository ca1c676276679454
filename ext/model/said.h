/* Names of the rows of rocpd_metadata in which a merged database keeps facts about its parts. Their values are JSON objects. */
#ifndef ROCPD_SAID_H
#define ROCPD_SAID_H

#define ROCPD_SAID_HEALTH "rocpd_health"       /* {"file", "name", "value", "detail"}: a fact of `health` */
#define ROCPD_SAID_RECORDED "rocpd_recorded"   /* {"file", "domain", "recorded", "more"}: of `capabilities` */
#define ROCPD_SAID_NOT_ALIGNED "not aligned"   /* the number of machines in it whose clocks had not been compared */

#endif
