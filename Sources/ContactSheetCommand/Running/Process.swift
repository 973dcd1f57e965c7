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
  /// The first argument that is not UTF-8, with replacement characters for what is wrong.
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

/// The processors that this process may use.
enum Processors {
  /// Their number, at least 1.
  ///
  /// `taskset` and a container's set of processors are respected; its share of their time is not.
  static var available: Int {
    allowed(by: status) ?? max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN)))
  }

  /// The number of processors in a text like `/proc/self/status`; nil where it does not say.
  ///
  /// Glibc declares `sched_getaffinity` to Swift only with `_GNU_SOURCE`. The system writes the same
  /// set as a line of hexadecimal digits, with commas in it.
  static func allowed(by status: String) -> Int? {
    let name = "Cpus_allowed:"
    guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix(name) }) else {
      return nil
    }
    let count = line.dropFirst(name.count).reduce(0) {
      $0 + ($1.hexDigitValue?.nonzeroBitCount ?? 0)
    }
    return count > 0 ? count : nil
  }

  private static var status: String {
    guard let file = try? FileDescriptor.open(FilePath("/proc/self/status"), .readOnly),
      let bytes = try? file.closeAfter({ try file.beginning(upTo: 1 << 14) })
    else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }
}
