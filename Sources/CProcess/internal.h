// signals.c calls files.c, which calls neither signals.c nor memory.c.
#ifndef CPROCESS_INTERNAL_H
#define CPROCESS_INTERNAL_H

#include "CProcess.h"

// Removes all temporary files, when the program is about to end. Safe in a handler.
void cprocess_files_unlink(void);

#endif
