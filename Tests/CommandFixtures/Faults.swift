import Foundation
internal import JPEGFixtures
import PNGFixtures
package import TestSupport
import Testing

/// Calls that must fail, in the form that `Tests/Faults/faults.c` reads.
package struct Faults {
  /// The environment variables that make the command's call fail.
  package let variables: [String: String]
  private let mark: URL
  private let folder = TemporaryFolder()

  package init(_ faults: String) throws {
    let library = try #require(Self.library, "clang cannot compile Tests/Faults/faults.c")
    mark = folder.url.appendingPathComponent("mark")
    variables = [
      "LD_PRELOAD": library.url.appendingPathComponent("faults.so").path,
      "FAULT": faults, "FAULT_MARK": mark.path,
    ]
  }

  /// Whether the run made the call that was to fail.
  package var hasHappened: Bool { FileManager.default.fileExists(atPath: mark.path) }

  /// Whether every call of a function is made to fail once, rather than only some of them.
  package static func areAllTried(of name: String) -> Bool {
    ProcessInfo.processInfo.environment["CONTACTSHEET_FAULTS"] == "all"
      || isThorough && name != "malloc"
  }

  /// The number of the next call that is made to fail; a thorough run skips few calls.
  package static func next(after number: Int, of name: String) -> Int {
    number + 1 + (areAllTried(of: name) ? 0 : number / (isThorough ? 400 : 2))
  }

  /// A folder with the compiled library, made once; nil if it does not compile.
  private static let library: TemporaryFolder? = {
    let folder = TemporaryFolder.untilExit()
    let source = Repository.root.appending(path: "Tests/Faults/faults.c")
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

extension Need {
  /// Fault injection: system calls that fail when told to.
  package static let faults = Need("clang, and no sanitizer that has to be loaded first") {
    let variables = ProcessInfo.processInfo.environment
    return program("clang").isMet() && variables["ASAN_OPTIONS"] == nil
      && variables["TSAN_OPTIONS"] == nil
  }
}

/// A sheet of two pages with its documents, and an older version of it on disk.
package struct FaultySheet {
  /// The output format and the kind of pages.
  package enum Form: CaseIterable {
    /// One PNG per page.
    case png
    /// One JPEG per page, written by a library that allocates memory.
    case jpeg
    /// One PDF.
    case pdf
    /// One PDF in which one page embeds its pictures as JPEGs and another is a single JPEG.
    case lightPDF
    /// Pages of stacks and cropped pictures with a limit on their bytes, set in an options file.
    case stacks

    /// The forms that can be made on this machine: most need libjpeg.
    package static let available = allCases.filter {
      switch $0 {
      case .png, .pdf: true
      case .jpeg, .lightPDF, .stacks: JPEGFixture.isAvailable
      }
    }
  }

  package static let inputs = (0..<4).map { "\($0).png" }
  /// The name of the report; it contains times, so no two are equal.
  package static let report = "r.json"
  /// The names of an options file and a table.
  package static let settings = ["options", "table"]

  package let outputs: [String]
  package let arguments: [String]
  /// The names of everything in the folder.
  package var names: Set<String> { Set(Self.inputs + outputs + [Self.report] + Self.settings) }

  package let folder = TemporaryFolder()
  private let old: [String: [UInt8]]
  private let new: [String: [UInt8]]

  package init(_ form: Form = .png) throws {
    let outputs =
      switch form {
      case .png: ["s-1.png", "s-2.png", "m.json", "p.html"]
      case .jpeg, .stacks: ["s-1.jpg", "s-2.jpg", "m.json", "p.html"]
      case .pdf, .lightPDF: ["s.pdf", "m.json"]
      }
    self.outputs = outputs
    let output =
      switch form {
      case .png: ["--html", "p.html", "-o", "s-%d.png"]
      case .jpeg: ["--html", "p.html", "-o", "s-%d.jpg"]
      case .pdf: ["-o", "s.pdf"]
      case .lightPDF: ["-o", "s.pdf", "--quality", "90"]
      case .stacks:
        ["--html", "p.html", "-o", "s-%d.jpg", "--config", "options", "--max-bytes", "4KB"]
      }
    let paging =
      form == .stacks
      ? ["--layout", "matrix", "--cell", "50x60", "--group-by", "{part}"] : ["--per-page", "2"]
    let matrix = "--rows-by all\n--columns-by all\n--on-clash stack\n--crop 0.png=2,2,30,20\n"
    let table = "path,part\n" + Self.inputs.map { "\($0),\($0 < "2" ? 1 : 2)\n" }.joined()
    for (name, text) in zip(Self.settings, [matrix + "--table table\n", table]) {
      try folder.write(Array(text.utf8), to: name)
    }
    arguments =
      Self.inputs + paging + ["--label", "{name}", "--manifest", "m.json"] + output
      + ["--report", Self.report, "--jobs", "1"]
    var random = SeededGenerator(seed: 45)
    for (index, input) in Self.inputs.enumerated() {
      // Small pictures stay part of their page.
      let width = (form == .lightPDF && index < 2 ? 140 : 40) + index
      guard form == .lightPDF || form == .stacks else {
        try folder.writePicture(input, width: width, height: 30)
        continue
      }
      try folder.write(
        PNGFixture(
          width: width, height: 30, colorType: .rgb,
          samples: (0..<width * 30 * 3).map { _ in .random(in: 0...255, using: &random) }
        ).encoded(), to: input)
    }
    func written(_ arguments: [String], in folder: TemporaryFolder) throws -> [String: [UInt8]] {
      try CommandRun(arguments, in: folder)
      return try Dictionary(
        uniqueKeysWithValues: outputs.map { ($0, try #require(folder.contents($0))) })
    }
    new = try written(arguments, in: folder)
    let others = arguments.map { $0 == "{name}" ? "{stem}" : $0 }
    old = try written(others + ["--background", "black"], in: folder)
    for output in outputs { #expect(old[output] != new[output], "\(output)") }
    if form == .lightPDF {
      let jpegs = String(decoding: new["s.pdf"] ?? [], as: UTF8.self).split(separator: "/DCTDecode")
      #expect(jpegs.count == 4)
    }
  }

  /// Restores the older sheet.
  package func restore() throws {
    for (output, contents) in old { try folder.write(contents, to: output) }
  }

  /// Whether an output is the new version.
  package func isNew(_ output: String) -> Bool { folder.contents(output) == new[output] }

  /// Whether the outputs are the new version; both values if some outputs are new and some old.
  package var areNew: Set<Bool> { Set(outputs.map(isNew)) }

  /// Whether each output is entirely the old or entirely the new version.
  package var areAllWhole: Bool {
    outputs.allSatisfy { isNew($0) || folder.contents($0) == old[$0] }
  }

  /// Whether each old output still exists under some name.
  package var hasAllOldFiles: Bool {
    Set(old.values).isSubset(of: folder.names.compactMap(folder.contents))
  }
}
