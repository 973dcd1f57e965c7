internal import FoundationEssentials

/// The processors that this process may use.
enum Processors {
  /// Their number, at least 1; a container or `taskset` may allow fewer than there are.
  static var available: Int { max(1, ProcessInfo.processInfo.activeProcessorCount) }
}
