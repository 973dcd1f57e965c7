internal import Glibc
internal import SystemPackage

/// Standard input, output and error.
enum StandardDescriptors {
  /// Puts something in the place of those that whoever started the program has closed, as `>&-`
  /// does: else the next file to be opened gets their number, and what is printed goes into it.
  ///
  /// Reading and writing there fails, as it would do with nothing in the place.
  static func fillClosed() {
    // Upwards: the system gives out the lowest number that is free.
    for (number, mode) in [(0, .writeOnly), (1, .readOnly), (2, .readOnly)]
      as [(CInt, FileDescriptor.AccessMode)]
    where fcntl(number, F_GETFD) == -1 {
      _ = try? FileDescriptor.open("/dev/null", mode)
    }
  }
}
