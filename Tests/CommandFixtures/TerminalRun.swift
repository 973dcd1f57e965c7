import Foundation
package import TestSupport

/// One run of the built `contactsheet` with a terminal as its standard error.
package struct TerminalRun {
  package let status: Int32
  /// The text on the terminal, with plain line endings.
  package let text: String

  /// The visible lines: the text without colours and without overwritten lines.
  package var lines: [String] {
    text.replacing(/\u{1B}\[[0-9;]*m/, with: "").split(separator: "\n").map {
      String($0.split(separator: "\r").last ?? "").replacing("\u{1B}[K", with: "")
    }.filter { !$0.isEmpty }
  }

  /// Runs the command in `folder`; `showsOutput` connects standard output to the terminal as well,
  /// and `readsInput` connects standard input.
  package init(
    _ arguments: [String], in folder: TemporaryFolder, showsOutput: Bool = false,
    readsInput: Bool = false,
    variables: [String: String] = [:], interruptedBy signal: Int32? = nil
  ) throws {
    let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    // TIOCSPTLCK and TIOCGPTN of Linux, which Glibc does not declare to Swift.
    var (lock, number): (CInt, CUnsignedInt) = (0, 0)
    _ = ioctl(terminal, 0x4004_5431, &lock)
    _ = ioctl(terminal, 0x8004_5430, &number)
    let name = "/dev/pts/\(number)"
    let screen = FileHandle(fileDescriptor: open(name, O_RDWR | O_NOCTTY), closeOnDealloc: false)
    let process = Process()
    process.executableURL = CommandRun.executable
    process.arguments = arguments
    process.currentDirectoryURL = folder.url
    process.environment = CommandRun.environment
      .merging(["TERM": "xterm", "NO_COLOR": ""]) { $1 }.merging(variables) { $1 }
    process.standardInput = readsInput ? screen : FileHandle.nullDevice
    process.standardOutput = showsOutput ? screen : FileHandle.nullDevice
    process.standardError = screen
    try process.run()
    close(screen.fileDescriptor)
    var shown: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 12)
    while true {
      // Once the run has ended, reading fails instead of returning end of file.
      let count = read(terminal, &buffer, buffer.count)
      if count > 0 { shown += buffer[..<count] }
      if let signal, String(decoding: shown, as: UTF8.self).contains(" of ") {
        kill(process.processIdentifier, signal)
      }
      if count == 0 || count < 0 && errno != EINTR { break }
    }
    process.waitUntilExit()
    close(terminal)
    status = process.terminationStatus
    text = String(decoding: shown, as: UTF8.self).replacing("\r\n", with: "\n")
  }
}
