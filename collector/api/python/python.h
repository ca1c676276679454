/* What the files of this folder share of the domain. */
#ifndef COLLECT_PYTHON_H
#define COLLECT_PYTHON_H
#include "domain.h"
extern collect_domain collect_domain_python;
#endif
