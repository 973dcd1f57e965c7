import CommandFixtures
import Foundation
import TestSupport
import Testing

@Suite struct SignalTests {
  /// All signals that end a process by default.
  ///
  /// Only a few of the many real-time signals are listed.
  static let ending = [
    SIGHUP, SIGINT, SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGUSR1, SIGSEGV, SIGUSR2,
    SIGPIPE, SIGALRM, SIGTERM, SIGSTKFLT, SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF, SIGPOLL, SIGPWR,
    SIGSYS, 34, 64,
  ]

  /// Writes a sheet, and a list for another sheet that takes a long time to make.
  private static func writeLongList(to folder: TemporaryFolder) throws {
    try folder.writePicture("big.png", width: 1000, height: 1000)
    try CommandRun(["big.png", "-o", "sheet.png"], in: folder)
    try folder.write(Array(String(repeating: "big.png\n", count: 2000).utf8), to: "list")
  }

  /// A folder with a sheet, and a list for another sheet that takes a long time to make.
  ///
  /// It is created once.
  static let folder = Result {
    let folder = TemporaryFolder.untilExit()
    try writeLongList(to: folder)
    return folder
  }

  @Test(
    "A signal ends the run with status 128 + n, keeping the older sheet and no temporary file",
    .serialized,
    arguments: ending, CommandRun.executables)
  func ends(signal: Int32, executable: URL) throws {
    let folder = try Self.folder.get()
    let older = folder.contents("sheet.png")
    let run = try CommandRun(
      ["--files-from", "list", "-o", "sheet.png", "--cell", "256"],
      in: folder, executable: executable, interruptedBy: signal,
      whenThereIs: { $0.hasPrefix(".sheet.png") })
    #expect(run.status == 128 + signal)
    #expect(folder.contents("sheet.png") == older)
    #expect(folder.names == ["big.png", "list", "sheet.png"])
    #expect(run.standardError.isEmpty, "no crash report: \(run.standardError)")
  }

  @Test("A signal leaves no part of a progress bar on a terminal")
  func bar() throws {
    let folder = TemporaryFolder()
    try Self.writeLongList(to: folder)
    let run = try TerminalRun(
      ["--files-from", "list", "-o", "sheet.png", "--cell", "256"], in: folder,
      interruptedBy: SIGTERM)
    #expect(run.status == SIGTERM)
    #expect(run.text.contains(" of 2000"))
    #expect(run.text.hasSuffix("\r\u{1B}[K") && !run.text.contains("\n"), "\(run.text.suffix(99))")
  }

  /// Runs blocked in a system call: waiting for a list, for a reader, or for room in a pipe.
  static let waiting = [
    ["-"], ["1.png", "-o", "fifo"], ["big.png", "--cell", "2000", "--compression", "0", "-o", "-"],
  ]

  @Test("A signal ends a run that is blocked", arguments: zip(waiting, [SIGINT, SIGTERM, SIGQUIT]))
  func wait(arguments: [String], signal: Int32) throws {
    let run = try WaitingRun(arguments)
    let before = run.folder.names
    run.send(signal)
    #expect(run.status == 128 + signal)
    #expect(run.folder.names == before)
  }

  @Test("No signal is lost while a run starts")
  func early() throws {
    let folder = TemporaryFolder()
    let runs = try (0..<60).map { milliseconds in
      let process = Process()
      process.currentDirectoryURL = folder.url
      process.executableURL = CommandRun.executable
      process.environment = CommandRun.environment
      process.arguments = ["-"]
      let input = Pipe()
      process.standardInput = input
      try process.run()
      usleep(UInt32(milliseconds) * 500)
      kill(process.processIdentifier, SIGTERM)
      return (process: process, input: input)
    }
    let end = ContinuousClock.now + .seconds(10)
    for run in runs {
      while run.process.isRunning, .now < end { usleep(10_000) }
      #expect(!run.process.isRunning)
      try run.input.fileHandleForWriting.close()
      run.process.waitUntilExit()
      #expect(run.process.terminationReason == .uncaughtSignal)
      #expect(run.process.terminationStatus == SIGTERM)
    }
  }

  @Test(
    "A signal that was ignored when the run started stays ignored, as nohup requires",
    arguments: [("HUP", SIGHUP), ("QUIT", SIGQUIT)])
  func ignored(name: String, signal: Int32) throws {
    let run = try WaitingRun(["-"], ignoring: name)
    kill(run.process.processIdentifier, signal)
    usleep(200_000)
    try run.input.fileHandleForWriting.write(contentsOf: Data("1.png\n".utf8))
    try run.input.fileHandleForWriting.close()
    run.process.waitUntilExit()
    #expect(run.status == 0)
    #expect(run.folder.names.contains("contact-sheet.png"))
  }

  @Test("A closed standard error does not end the run")
  func unreadMessages() throws {
    let folder = TemporaryFolder()
    try folder.writePicture("1.png")
    let script = "(sleep 0.2; exec \"$0\" 1.png --verbose) 2>&1 | true; exit ${PIPESTATUS[0]}"
    #expect(try CommandRun.statusOfShell(script, in: folder) == 0)
    #expect(folder.names == ["1.png", "contact-sheet.png"])
  }
}

/// A run that waits for input, or for a reader of its output.
private struct WaitingRun {
  let folder: TemporaryFolder
  let process = Process()
  let input = Pipe()
  private let output = Pipe()

  /// Starts the command with a signal ignored, and waits until it is blocked.
  init(_ arguments: [String], ignoring signal: String? = nil) throws {
    folder = TemporaryFolder()
    try folder.writePicture("1.png")
    try folder.writePicture("big.png", width: 2000, height: 2000)
    mkfifo(folder.url.appendingPathComponent("fifo").path, 0o600)
    process.currentDirectoryURL = folder.url
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.environment = CommandRun.environment
    let start = signal.map { "trap '' \($0); exec" } ?? "exec env --default-signal"
    process.arguments = ["-c", "\(start) \"$0\" \"$@\"", CommandRun.executable.path] + arguments
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    var seen = ""
    while process.isRunning, !(seen.contains("(contactsheet) S") && seen == state) {
      seen = state
      usleep(500_000)
    }
    #expect(process.isRunning)
  }

  /// The state of the process, and the CPU time that it has used.
  private var state: String {
    (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)) ?? ""
  }

  /// Sends a signal and waits for the run to end.
  func send(_ signal: Int32) {
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
  }

  var status: Int32 {
    process.terminationReason == .exit
      ? process.terminationStatus : 128 + process.terminationStatus
  }
}
