internal import Glibc
internal import SheetPNG

/// Opens a picture's file, and waits where there is no descriptor for it.
///
/// That is not the file's fault: others of this process, and of the whole system, become free as
/// pictures are finished. After five seconds without one, it is the run that cannot go on.
///
/// - Throws: What `open` throws, and ``PictureError/tooManyOpenFiles(limit:)``.
func waitingForDescriptor<Reader: ~Copyable>(
  _ open: () throws(PictureFileError) -> Reader
) throws -> Reader {
  var pausesLeft = 250
  while true {
    do { return try open() } catch {
      let full = [EMFILE, ENFILE].map { PictureFileError.system(errorNumber: $0) }
      guard full.contains(error) else { throw error }
      guard pausesLeft > 0 else { throw PictureError.tooManyOpenFiles(limit: descriptorLimit()) }
      pausesLeft -= 1
      usleep(20_000)
    }
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
