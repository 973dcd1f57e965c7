// A function that becomes part of each of its callers, so that what is constant there is
// constant in it.
#ifndef CKERNELS_ALWAYS_INLINE_H
#define CKERNELS_ALWAYS_INLINE_H

#define ALWAYS_INLINE static inline __attribute__((always_inline))

#endif
