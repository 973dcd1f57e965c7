import Foundation

/// Whether tests take all cases, and not only some.
///
/// `.ci/long` sets this.
public let isThorough = ProcessInfo.processInfo.environment["CONTACTSHEET_THOROUGH"] != nil
