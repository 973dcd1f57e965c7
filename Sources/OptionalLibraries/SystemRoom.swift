import Glibc

/// Memory and threads that are left for a library that ends the program when it gets none.
public enum SystemRoom {
  /// Whether so many bytes of address space, and so many threads at once, can be had now.
  public static func has(bytes: Int, threads: Int) -> Bool {
    let room = unsafe mmap(
      nil, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
    guard unsafe room != MAP_FAILED else { return false }
    unsafe munmap(room, bytes)
    return hasThreads(threads)
  }

  /// Whether so many threads can be started, each by the one before, which waits for it.
  private static func hasThreads(_ count: Int) -> Bool {
    guard count > 0 else { return true }
    var thread = pthread_t()
    // A thread takes and gives pointers; these are numbers.
    let started = unsafe pthread_create(
      &thread, nil,
      { rest in
        let hasRest = SystemRoom.hasThreads(Int(bitPattern: rest))
        return unsafe UnsafeMutableRawPointer(bitPattern: hasRest ? 1 : 0)
      }, UnsafeMutableRawPointer(bitPattern: count - 1))
    guard started == 0 else { return false }
    var result: UnsafeMutableRawPointer?
    unsafe pthread_join(thread, &result)
    return unsafe result != nil
  }
}
