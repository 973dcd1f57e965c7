internal import CProcess
internal import SheetImaging
internal import SheetLayout
internal import SheetModel
internal import SystemPackage

/// Messages on standard error; standard output is only for data.
///
/// Every message is a single line. No character in it affects a terminal, wherever the text comes
/// from.
struct Messages: Sendable {
  let isQuiet: Bool
  let isVerbose: Bool
  /// Whether the program's name before each message is coloured by severity.
  let isColored: Bool
  /// How settings are spelt in remedies.
  let spelling: Spelling

  /// Creates the messages that the options ask for.
  init(_ options: RawOptions) {
    isQuiet = options.running.quiet == true
    isVerbose = options.running.verbose == true
    isColored = Terminal.standardError.showsColor
    spelling = .options(of: options)
  }

  /// Prints an error, even with `--quiet`.
  func error(_ message: some CustomStringConvertible) {
    write((message as? ContactSheetError)?.message(spelling) ?? "\(message)", color: .red)
  }

  /// Prints a note or a warning, except with `--quiet`.
  func note(_ message: @autoclosure () -> String) {
    if !isQuiet { write(message(), color: .yellow) }
  }

  /// Prints the notes that have not been printed yet or, with `--quiet`, the warnings and errors
  /// among them.
  func report(_ notes: Notes) {
    for next in notes.unprinted() {
      let message = next.message(spelling)
      switch next.severity {
      case .error, .warning: error(message)
      case .note: note(message)
      case .detail: detail(message)
      }
    }
  }

  /// Prints details with `--verbose`.
  func detail(_ message: @autoclosure () -> String) {
    if isVerbose { write(message(), color: nil) }
  }

  /// Prints the outcome if standard error is a terminal, except with `--quiet`.
  func result(_ message: @autoclosure () -> String) {
    if Terminal.standardError.isTerminal, !isQuiet {
      standardError("\(message().printableLine)\n")
    }
  }

  /// A terminal colour (ECMA-48, 8.3.117).
  private enum Color: Int {
    case red = 31
    case yellow = 33
  }

  private func write(_ message: String, color: Color?) {
    standardError("\(name(color)) \(message.printableLine)\n")
  }

  private func name(_ color: Color?) -> String {
    guard isColored, let color else { return "contactsheet:" }
    return "\u{1B}[1;\(color.rawValue)mcontactsheet:\u{1B}[0m"
  }
}

/// Writes text to standard error unchanged.
///
/// Only messages, whose text has been escaped, and the progress bar are written with it.
private func standardError(_ text: String) {
  // If this fails, there is nowhere else to report it.
  _ = try? FileDescriptor.standardError.writeAll(text.utf8)
}

/// A line on standard error that is redrawn while a run makes progress.
struct ProgressBar {
  private static let width = 30

  private let isShown: Bool
  private var shownEighths = -1

  /// Creates a bar, which draws nothing if it is not shown.
  init(isShown: Bool) {
    self.isShown = isShown
  }

  /// Draws the bar for `done` of `total` tiles if that changes what it looks like.
  mutating func show(done: Int, total: Int) {
    guard isShown, total > 0 else { return }
    let eighths = done * Self.width * 8 / total
    guard eighths != shownEighths else { return }
    if shownEighths < 0 { cprocess_line_is_open(true) }
    shownEighths = eighths
    let full = String(repeating: "█", count: eighths / 8)
    let part = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
    let empty = String(repeating: " ", count: Self.width - (eighths + 7) / 8)
    standardError("\r\(full)\(part)\(empty)▏\(done) of \(total)")
  }

  /// Erases the bar so that messages start on an empty line.
  mutating func clear() {
    guard shownEighths >= 0 else { return }
    shownEighths = -1
    standardError("\r\u{1B}[K")
    cprocess_line_is_open(false)
  }
}
