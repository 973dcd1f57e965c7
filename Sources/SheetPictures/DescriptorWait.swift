internal import Glibc

/// The wait for a descriptor where a file could not be opened without one.
///
/// That is not the file's fault: others of this process, and of the whole system, become free as
/// pictures are finished. After five seconds without one, it is the run that cannot go on.
struct DescriptorWait {
  private var pausesLeft = 250

  /// Waits before the next attempt.
  ///
  /// - Parameters:
  ///   - error: Why the last one failed.
  ///   - errorNumber: The system's number for it, if the system refused.
  /// - Throws: An error that has nothing to do with descriptors as it is, and
  ///   ``PictureError/tooManyOpenFiles(limit:)`` after too many attempts.
  mutating func pause(after error: any Error, _ errorNumber: CInt?) throws {
    guard errorNumber == EMFILE || errorNumber == ENFILE else { throw error }
    guard pausesLeft > 0 else { throw PictureError.tooManyOpenFiles(limit: descriptorLimit()) }
    pausesLeft -= 1
    usleep(20_000)
  }
}

/// How many files this process may have open.
///
/// The corresponding C function is `getrlimit`.
package func descriptorLimit() -> Int {
  var limit = rlimit()
  unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  return Int(clamping: limit.rlim_cur)
}
