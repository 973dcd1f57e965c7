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

/// The arguments of the program as bytes, which Swift's strings cannot always hold.
enum RawArguments {
  /// The first argument that is not UTF-8, with what is wrong replaced.
  static var firstInvalid: String? {
    for index in stride(from: 1, to: Int(CommandLine.argc), by: 1) {
      guard let argument = unsafe CommandLine.unsafeArgv[index] else { continue }
      if unsafe String(validatingCString: argument) == nil {
        return unsafe String(cString: argument)
      }
    }
    return nil
  }
}
