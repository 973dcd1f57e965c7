import Foundation

/// Whether tests run every case instead of samples: `EXHAUSTIVE=all`, as `.ci/long` sets it.
///
/// With any other value, the tests in `Tests/Exhaustive` use samples; `runs` leaves out the tests of
/// single modules.
public let isThorough = ProcessInfo.processInfo.environment["EXHAUSTIVE"] == "all"
