import Foundation
import PNGFixtures
import SheetPNG
import TestSupport
import Testing

/// Each call of the system that a run makes fails once, and nothing is lost.
///
/// A library that is loaded ahead of the others lets one call fail, the first, the second and so on
/// until there is none; see `Tests/Faults/faults.c`. Each is about a sixth further on. A thorough
/// run tries every call but allocations of memory, and `CONTACTSHEET_FAULTS=all` those as well, which
/// takes many hours.
@Suite(.enabled(if: Faults.library != nil, "no clang, or a sanitizer that has to be loaded first"))
struct FaultTests {
  private static let inputs = (0..<4).map { "\($0).png" }
  private static let outputs = ["s-1.png", "s-2.png", "m.json", "p.html"]
  /// It has times, so that no two are the same.
  private static let report = "r.json"
  private static let arguments =
    inputs + [
      "--per-page", "2", "--label", "{name}", "--manifest", "m.json", "--html", "p.html",
      "--report", report, "-o", "s-%d.png", "--jobs", "1",
    ]

  @Test(
    "Whatever call fails, each file is the old one or a whole new one, and nothing else is left",
    arguments: ["open", "read", "write", "fsync", "rename", "mmap", "malloc"])
  func faults(name: String) throws {
    let folder = TemporaryFolder()
    for (index, input) in Self.inputs.enumerated() {
      try folder.writePicture(input, width: 40 + index, height: 30)
    }
    try CommandRun(Self.arguments, in: folder)
    let new = Self.outputs.map(folder.contents)
    let others = Self.arguments.map { $0 == "{name}" ? "{stem}" : $0 }
    try CommandRun(others + ["--background", "black"], in: folder)
    let old = Self.outputs.map(folder.contents)
    #expect(zip(old, new).allSatisfy { $0 != $1 })

    var number = 1
    while true {
      for (output, contents) in zip(Self.outputs, old) {
        try folder.write(#require(contents), to: output)
      }
      let fault = try Faults(name, number)
      let run = try CommandRun(Self.arguments, in: folder, variables: fault.variables)
      guard fault.hasHappened else {
        #expect(run.status == 0)
        break
      }
      let message = "\(name) \(number): \(run.status), \(run.standardError)"
      // A picture that cannot be read is shown as such, and wrong usage is what a configuration is
      // that cannot be read.
      #expect([0, 1, 2, 64].contains(run.status), "\(message)")
      #expect(run.status == 0 || !run.standardError.isEmpty, "\(message)")
      #expect(folder.names == Set(Self.inputs + Self.outputs + [Self.report]), "\(message)")
      #expect(Self.isWhole(try #require(folder.contents(Self.report))), "\(message)")
      for (index, output) in Self.outputs.enumerated() {
        let contents = try #require(folder.contents(output))
        switch run.status {
        case 0: #expect(contents == new[index], "\(message)")
        case 1: #expect(Self.isWhole(contents), "\(message)")
        default: #expect(contents == old[index] || contents == new[index], "\(message)")
        }
      }
      number += Faults.areAllTried(of: name) ? 1 : 1 + number / 6
    }
    // Nothing of ours is mapped today.
    #expect(number > 1 || name == "mmap")
  }

  /// Whether a file is a picture that can be read to its end, or a whole document.
  private static func isWhole(_ contents: [UInt8]) -> Bool {
    if contents.starts(with: "<!".utf8) {
      return contents.suffix(8) == Array("</html>\n".utf8)[...]
    }
    if (try? JSONSerialization.jsonObject(with: Data(contents))) != nil { return true }
    return DecodingOutcome(contents, .libpng).error == nil
  }
}

/// A call that is to fail.
private struct Faults {
  /// What the command's environment needs for it.
  let variables: [String: String]
  private let mark: URL
  private let folder = TemporaryFolder()

  /// The `number`-th call of the function `name`.
  init(_ name: String, _ number: Int) throws {
    let library = try #require(Self.library)
    mark = folder.url.appendingPathComponent("mark")
    variables = [
      "LD_PRELOAD": library.url.appendingPathComponent("faults.so").path,
      "FAULT": "\(name):\(number)", "FAULT_MARK": mark.path,
    ]
  }

  /// Whether there was such a call.
  var hasHappened: Bool { FileManager.default.fileExists(atPath: mark.path) }

  static func areAllTried(of name: String) -> Bool {
    ProcessInfo.processInfo.environment["CONTACTSHEET_FAULTS"] == "all"
      || isThorough && name != "malloc"
  }

  /// A folder with the library, made once; nil where it cannot be made or loaded.
  static let library: TemporaryFolder? = {
    let variables = ProcessInfo.processInfo.environment
    guard variables["ASAN_OPTIONS"] == nil, variables["TSAN_OPTIONS"] == nil else { return nil }
    let folder = TemporaryFolder.untilExit()
    let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Faults/faults.c").standardized
    let compiler = Process()
    compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    compiler.arguments = [
      "clang", "-Wall", "-Wextra", "-Werror", "-O1", "-shared", "-fPIC", source.path, "-o",
      folder.url.appendingPathComponent("faults.so").path, "-ldl",
    ]
    guard (try? compiler.run()) != nil else { return nil }
    compiler.waitUntilExit()
    return compiler.terminationStatus == 0 ? folder : nil
  }()
}
