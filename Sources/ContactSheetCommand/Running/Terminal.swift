internal import Glibc
internal import SheetFiles

struct Terminal: Sendable {
  let isTerminal: Bool
  /// Whether it moves its cursor.
  let isCapable: Bool
  /// Whether it shows colours, and nobody minds: https://no-color.org.
  let showsColor: Bool

  static let standardOutput = Terminal(STDOUT_FILENO)
  static let standardError = Terminal(STDERR_FILENO)

  private init(_ descriptor: CInt) {
    isTerminal = isatty(descriptor) == 1
    isCapable = isTerminal && environmentVariable("TERM") != "dumb"
    showsColor = isCapable && (environmentVariable("NO_COLOR") ?? "").isEmpty
  }
}
