import Foundation
import TestSupport
import Testing

@Suite(.serialized) struct SignalTests {
  /// Runs that wait in a system call: for a list, for a reader, for room in a pipe.
  static let waiting = [
    ["-"], ["1.png", "-o", "fifo"], ["big.png", "--cell", "2000", "--compression", "0", "-o", "-"],
  ]

  @Test(
    "A signal ends a run that waits, after a second or two",
    arguments: zip(waiting, [SIGINT, SIGTERM, SIGINT]))
  func wait(arguments: [String], signal: Int32) throws {
    let run = try WaitingRun(arguments)
    let before = run.folder.names
    let duration = run.send(signal)
    #expect(run.status == 128 + signal)
    #expect(duration < .seconds(8))
    #expect(run.folder.names == before)
  }

  @Test("A second signal ends a run that waits at once")
  func twice() throws {
    let run = try WaitingRun(["1.png", "-o", "fifo"])
    let duration = run.send(SIGTERM, thenAfter: 400_000, SIGINT)
    #expect(run.status == 128 + SIGINT)
    #expect(duration < .milliseconds(500))
  }

  @Test("A signal that comes twice, as where another program passes it on, counts once")
  func passedOn() throws {
    let run = try WaitingRun(["1.png", "-o", "fifo"])
    let duration = run.send(SIGTERM, thenAfter: 20_000, SIGTERM)
    #expect(run.status == 128 + SIGTERM)
    // What it waits for does not come, so that it ends after a second without work.
    #expect(duration > .milliseconds(700))
  }

  @Test("No signal is lost while a run begins")
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

  @Test("A signal that was ignored when the run began stays so, as nohup wants it")
  func ignored() throws {
    let run = try WaitingRun(["-"], ignoring: "HUP")
    kill(run.process.processIdentifier, SIGHUP)
    usleep(1_500_000)
    try run.input.fileHandleForWriting.write(contentsOf: Data("1.png\n".utf8))
    try run.input.fileHandleForWriting.close()
    run.process.waitUntilExit()
    #expect(run.status == 0)
    #expect(run.folder.names.contains("contact-sheet.png"))
  }
}

/// A run whose input does not come, and whose output no one reads.
private struct WaitingRun {
  let folder: TemporaryFolder
  let process = Process()
  let input = Pipe()
  private let output = Pipe()

  /// Starts the command with a signal ignored, and waits until it is stuck.
  init(_ arguments: [String], ignoring signal: String? = nil) throws {
    folder = TemporaryFolder()
    try folder.writePicture("1.png")
    try folder.writePicture("big.png", width: 2000, height: 2000)
    mkfifo(folder.url.appendingPathComponent("fifo").path, 0o600)
    process.currentDirectoryURL = folder.url
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.environment = CommandRun.environment
    let trap = signal.map { "trap '' \($0); " } ?? ""
    process.arguments = ["-c", "\(trap)exec \"$0\" \"$@\"", CommandRun.executable.path] + arguments
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

  /// The state of the process with the time that it has used.
  private var state: String {
    (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)) ?? ""
  }

  /// Sends a signal and waits until the run has ended; how long that takes.
  func send(_ signal: Int32) -> Duration {
    ContinuousClock().measure {
      kill(process.processIdentifier, signal)
      process.waitUntilExit()
    }
  }

  /// Sends another signal so many microseconds after a first one; how long the run takes to end
  /// from then on.
  func send(_ first: Int32, thenAfter pause: UInt32, _ second: Int32) -> Duration {
    kill(process.processIdentifier, first)
    usleep(pause)
    return send(second)
  }

  var status: Int32 {
    process.terminationReason == .exit
      ? process.terminationStatus : 128 + process.terminationStatus
  }
}
