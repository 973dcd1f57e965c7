import Foundation

/// Whether tests take all cases of which they otherwise take some, as `.ci/long` has them do.
public let isThorough = ProcessInfo.processInfo.environment["CONTACTSHEET_THOROUGH"] != nil
