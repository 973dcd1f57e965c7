// Reports Swift's mutexes to the thread sanitizer; `.ci/threads` preloads it.
//
// An uncontended `Mutex` is locked and unlocked inline, which the sanitizer sees. A contended one
// is locked by the library, which is not built for the sanitizer. Accesses that the mutex guards
// would then look like races.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define IN_SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

// NULL in processes without the sanitizer, such as a shell.
__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak)) void __tsan_release(void *address);

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

IN_SWIFT void lock(uint32_t thread, SELF void *mutex) __asm__(LOCK);
IN_SWIFT void unlock(SELF void *mutex) __asm__(UNLOCK);

IN_SWIFT void lock(uint32_t thread, SELF void *mutex) {
  IN_SWIFT void (*original)(uint32_t, SELF void *) = dlsym(RTLD_NEXT, LOCK);
  original(thread, mutex);
  if (__tsan_acquire) __tsan_acquire(mutex);
}

IN_SWIFT void unlock(SELF void *mutex) {
  IN_SWIFT void (*original)(SELF void *) = dlsym(RTLD_NEXT, UNLOCK);
  if (__tsan_release) __tsan_release(mutex);
  original(mutex);
}
