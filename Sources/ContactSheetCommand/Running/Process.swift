internal import ContactSheet
internal import Glibc
internal import SystemPackage

/// Standard input, output and error.
enum StandardDescriptors {
  /// Opens `/dev/null` in place of those that the caller has closed, as `>&-` does.
  ///
  /// Otherwise the next file to be opened would get their number, and what is printed would go into
  /// it. Reading and writing there still fails.
  static func fillClosed() {
    // In this order, as the system gives out the lowest free number.
    for (number, mode) in [(0, .writeOnly), (1, .readOnly), (2, .readOnly)]
      as [(CInt, FileDescriptor.AccessMode)]
    where fcntl(number, F_GETFD) == -1 {
      _ = try? FileDescriptor.open("/dev/null", mode)
    }
  }
}

/// The arguments of the program as bytes, which need not be UTF-8.
enum RawArguments {
  /// The first argument that is not UTF-8.
  static var firstInvalid: [UInt8]? {
    for index in stride(from: 1, to: Int(CommandLine.argc), by: 1) {
      guard let argument = unsafe CommandLine.unsafeArgv[index] else { continue }
      if unsafe String(validatingCString: argument) == nil {
        return unsafe Array(UnsafeRawBufferPointer(start: argument, count: strlen(argument)))
      }
    }
    return nil
  }
}
