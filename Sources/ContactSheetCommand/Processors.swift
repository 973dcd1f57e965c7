internal import CProcessors

/// The processors that this process may use.
enum Processors {
  /// Their number, at least 1: `taskset` and the processors set for a container count, a
  /// container's share of their time does not.
  static var available: Int { Int(cprocessors_available()) }
}
