internal import FoundationEssentials

/// The processors that this process may use.
enum Processors {
  /// Their number, at least 1: `taskset` and the processors set for a container count, a
  /// container's share of their time does not.
  static var available: Int { max(1, ProcessInfo.processInfo.activeProcessorCount) }
}
