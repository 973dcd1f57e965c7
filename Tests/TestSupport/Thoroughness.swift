import Foundation

/// Whether tests run every case instead of samples: `EXHAUSTIVE=all`, as `.ci/long` sets it.
///
/// Any other value of that variable builds the targets in `Tests/Exhaustive`, with samples; `runs`
/// leaves out those that test single modules.
public let isThorough = ProcessInfo.processInfo.environment["EXHAUSTIVE"] == "all"
