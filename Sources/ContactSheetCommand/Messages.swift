internal import ContactSheet
internal import SystemPackage

/// What the program says, on standard error: standard output carries data only.
struct Messages: Sendable {
  let isQuiet: Bool
  let isVerbose: Bool

  /// Says what went wrong, quiet or not.
  func error(_ message: some CustomStringConvertible) {
    standardError("contactsheet: \(message)\n")
  }

  /// Says what was done, unless that was not wanted.
  func note(_ message: @autoclosure () -> String) {
    if !isQuiet { standardError("contactsheet: \(message())\n") }
  }

  /// Says what only someone who asked for it wants to know.
  func detail(_ message: @autoclosure () -> String) {
    if isVerbose { standardError("contactsheet: \(message())\n") }
  }
}

/// Writes text to standard error as it is.
func standardError(_ text: String) {
  // Nothing is left to tell of it if this fails.
  _ = try? FileDescriptor.standardError.writeAll(text.utf8)
}
