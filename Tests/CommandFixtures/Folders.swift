import Foundation
package import TestSupport
import Testing

/// A working folder with its configuration, and a user's configuration.
package struct Folders {
  package let work: TemporaryFolder
  package let user: TemporaryFolder

  /// Creates the folders, with a file for each given text.
  package init(
    user: String? = nil, project: String? = nil, presets: [String: String] = [:]
  ) throws {
    work = TemporaryFolder()
    self.user = TemporaryFolder()
    if let user { try self.user.write([UInt8](user.utf8), to: "contactsheet/config") }
    if let project { try work.write([UInt8](project.utf8), to: ".contactsheet") }
    for (name, text) in presets {
      try self.user.write([UInt8](text.utf8), to: "contactsheet/presets/\(name)")
    }
  }

  @discardableResult
  package func run(_ arguments: [String]) throws -> CommandRun {
    try CommandRun(arguments, in: work, configuration: user)
  }

  /// The output of `--print-config` with `arguments`.
  package func listing(_ arguments: [String]) throws -> String {
    let run = try run(["--print-config"] + arguments)
    #expect(run.status == 0)
    #expect(run.standardError.isEmpty, "\(run.standardError)")
    return run.text
  }

  /// The error message of a run that is refused for wrong usage.
  package func refusal(_ arguments: [String]) throws -> String {
    let run = try run(arguments)
    #expect(run.status == 64)
    #expect(run.standardOutput.isEmpty)
    return run.standardError
  }
}

extension CommandRun {
  /// The standard output of the command.
  package var text: String { String(decoding: standardOutput, as: UTF8.self) }
}
