#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>

#include "CProcess.h"

int cprocess_exchange(const char *one, const char *other) {
  return renameat2(AT_FDCWD, one, AT_FDCWD, other, RENAME_EXCHANGE);
}
