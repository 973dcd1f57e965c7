internal import ContactSheet
internal import Glibc
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

/// When a progress bar is shown.
enum ProgressChoice: String, CaseIterable, Sendable {
  /// When standard error is a terminal.
  case auto
  case always
  case never

  /// Whether a bar is shown here and now.
  var isShown: Bool {
    switch self {
    case .auto: isatty(STDERR_FILENO) == 1
    case .always: true
    case .never: false
    }
  }
}

/// A line on standard error that is drawn over itself as the work goes on.
struct ProgressBar {
  private static let width = 30

  private let isShown: Bool
  private var shownEighths = -1

  /// Creates a bar that draws itself, or keeps quiet.
  init(isShown: Bool) {
    self.isShown = isShown
  }

  /// Draws the bar for `done` of `total` tiles, if it looks different from before.
  mutating func show(done: Int, total: Int) {
    guard isShown, total > 0 else { return }
    let eighths = done * Self.width * 8 / total
    guard eighths != shownEighths else { return }
    shownEighths = eighths
    let full = String(repeating: "█", count: eighths / 8)
    let part = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
    let empty = String(repeating: " ", count: Self.width - (eighths + 7) / 8)
    standardError("\r\(full)\(part)\(empty)▏\(done) of \(total)")
  }

  /// Takes the bar off the terminal, so that messages stand on a clean line.
  mutating func clear() {
    guard shownEighths >= 0 else { return }
    shownEighths = -1
    standardError("\r\u{1B}[K")
  }
}
