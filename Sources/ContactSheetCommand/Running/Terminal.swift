internal import Glibc

/// What is known of a terminal at one of the standard descriptors.
struct Terminal: Sendable {
  /// Whether there is a terminal.
  let isTerminal: Bool
  /// Whether it moves its cursor.
  let isCapable: Bool
  /// Whether it shows colours, and nobody minds: https://no-color.org.
  let showsColor: Bool

  /// What stands at standard output.
  static let standardOutput = Terminal(STDOUT_FILENO)
  /// What stands at standard error.
  static let standardError = Terminal(STDERR_FILENO)

  private init(_ descriptor: CInt) {
    isTerminal = isatty(descriptor) == 1
    isCapable = isTerminal && Self.variable("TERM") != "dumb"
    showsColor = isCapable && Self.variable("NO_COLOR").isEmpty
  }

  private static func variable(_ name: String) -> String {
    unsafe getenv(name).map { unsafe String(cString: $0) } ?? ""
  }
}
