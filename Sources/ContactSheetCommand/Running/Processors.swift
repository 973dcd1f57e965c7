internal import ContactSheet
internal import Glibc
internal import SystemPackage

/// The processors that this process may use.
enum Processors {
  /// Their number, at least 1: `taskset` and the processors set for a container count, a
  /// container's share of their time does not.
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
