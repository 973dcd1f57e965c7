package import Foundation
package import TestSupport

/// One run of the built `contactsheet`, as a process.
package struct CommandRun {
  package let status: Int32
  package let standardOutput: Data
  package let standardError: String

  /// The executable is in the folder of the test bundle.
  package static var executable: URL {
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    for argument in CommandLine.arguments where argument.hasSuffix(".xctest") {
      folder = URL(fileURLWithPath: argument)
    }
    return folder.deletingLastPathComponent().appendingPathComponent("contactsheet")
  }

  /// The built command, and a statically linked one if `CONTACTSHEET_STATIC` names one.
  package static let executables =
    [executable]
    + [ProcessInfo.processInfo.environment["CONTACTSHEET_STATIC"]].compactMap(\.self)
    .map { URL(fileURLWithPath: $0) }

  /// The environment of this process, without the configuration of the user who runs the tests and
  /// without the timestamp that package builds set.
  package static let environment = ProcessInfo.processInfo.environment
    .filter { $0.key != "SOURCE_DATE_EPOCH" }
    .merging(["XDG_CONFIG_HOME": "/dev/null"], uniquingKeysWith: { $1 })

  /// Runs the command in `folder`, with `input` on standard input, until it ends.
  ///
  /// The user's configuration is in `configuration`, if there is one; `variables` are added to the
  /// environment. The command is sent `signal` once the folder contains a file whose name satisfies
  /// `isTime`.
  @discardableResult
  package init(
    _ arguments: [String], in folder: TemporaryFolder, input: Data = Data(),
    configuration: TemporaryFolder? = nil, variables: [String: String] = [:],
    executable: URL = executable, interruptedBy signal: Int32? = nil,
    whenThereIs isTime: (String) -> Bool = { _ in true }
  ) throws {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    if signal != nil {
      // The tests may be running with ignored signals (Python, for example, ignores SIGPIPE), and
      // child processes inherit that.
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = ["--default-signal", executable.path] + arguments
    }
    process.currentDirectoryURL = folder.url
    process.environment = Self.environment
    process.environment?.merge(variables, uniquingKeysWith: { $1 })
    if let configuration { process.environment?["XDG_CONFIG_HOME"] = configuration.url.path }
    let (inputPipe, outputPipe, errorPipe) = (Pipe(), Pipe(), Pipe())
    process.standardInput = inputPipe
    process.standardOutput = outputPipe
    process.standardError = errorPipe
    try process.run()
    try inputPipe.fileHandleForWriting.write(contentsOf: input)
    try inputPipe.fileHandleForWriting.close()
    if let signal {
      while process.isRunning, !folder.names.contains(where: isTime) { usleep(1000) }
      kill(process.processIdentifier, signal)
    }
    // Both pipes are drained at the same time, so that neither fills up.
    let errors = Mailbox()
    let reader = Thread {
      errors.put(errorPipe.contents())
    }
    reader.start()
    standardOutput = outputPipe.contents()
    standardError = String(decoding: errors.take(), as: UTF8.self)
    process.waitUntilExit()
    status =
      process.terminationReason == .exit
      ? process.terminationStatus : 128 + process.terminationStatus
  }
}

extension CommandRun {
  /// Runs a bash script in `folder` and returns its exit status.
  ///
  /// `$0` is the command.
  package static func statusOfShell(
    _ script: String, in folder: TemporaryFolder, executable: URL = executable
  ) throws -> Int32 {
    let shell = Process()
    shell.environment = environment
    shell.executableURL = URL(fileURLWithPath: "/bin/bash")
    shell.currentDirectoryURL = folder.url
    shell.arguments = ["-c", script, executable.path]
    try shell.run()
    shell.waitUntilExit()
    return shell.terminationStatus
  }
}

extension Pipe {
  /// Everything written into the pipe.
  ///
  /// It is read without Foundation, which ends the program if a signal interrupts a read.
  package func contents() -> Data {
    var contents = Data()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(fileHandleForReading.fileDescriptor, &buffer, buffer.count)
      if count > 0 { contents.append(contentsOf: buffer[..<count]) }
      if count == 0 || count < 0 && errno != EINTR { return contents }
    }
  }
}

/// Hands one value from a thread to another.
private final class Mailbox: @unchecked Sendable {
  // `data` is written before the semaphore is signalled and read after it.
  private var data = Data()
  private let isFull = DispatchSemaphore(value: 0)

  package func put(_ data: Data) {
    self.data = data
    isFull.signal()
  }

  package func take() -> Data {
    isFull.wait()
    return data
  }
}
