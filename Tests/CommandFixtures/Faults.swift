import Foundation
internal import JPEGFixtures
import PNGFixtures
package import TestSupport
import Testing

/// Calls that must fail, as `Tests/Faults/faults.c` reads them.
package struct Faults {
  /// The environment variables of the command that make the call fail.
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

  /// Whether the run made the call that must fail.
  package var hasHappened: Bool { FileManager.default.fileExists(atPath: mark.path) }

  /// Whether every call of a function is to fail once, and not only some of them.
  package static func areAllTried(of name: String) -> Bool {
    ProcessInfo.processInfo.environment["CONTACTSHEET_FAULTS"] == "all"
      || isThorough && name != "malloc"
  }

  /// The call that fails after one in a list of calls, of which a thorough run skips few.
  package static func next(after number: Int, of name: String) -> Int {
    number + 1 + (areAllTried(of: name) ? 0 : number / (isThorough ? 400 : 3))
  }

  /// A folder with the library, made once; nil if it does not compile.
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
  /// Calls of the system that fail when they are told to.
  package static let faults = Need("clang, and no sanitizer that has to be loaded first") {
    let variables = ProcessInfo.processInfo.environment
    return program("clang").isMet() && variables["ASAN_OPTIONS"] == nil
      && variables["TSAN_OPTIONS"] == nil
  }
}

/// A sheet of two pages with documents, of which there is an older one.
package struct FaultySheet {
  /// The form of the pages.
  package enum Form: CaseIterable {
    /// A picture for each page.
    case png
    /// A picture for each page, by a library that asks for memory.
    case jpeg
    /// One file.
    case pdf
    /// One file with a page whose pictures are JPEGs, and a page that is one JPEG.
    case lightPDF
    /// Pages of stacks and cropped pictures within a number of bytes, by options of a file.
    case stacks

    /// The forms that can be made here: most have JPEGs.
    package static let available = allCases.filter {
      switch $0 {
      case .png, .pdf: true
      case .jpeg, .lightPDF, .stacks: JPEGFixture.isAvailable
      }
    }
  }

  package static let inputs = (0..<4).map { "\($0).png" }
  /// The name of the report, which has times, so that no two are equal.
  package static let report = "r.json"
  /// The names of a file of options, and of a table.
  package static let settings = ["options", "table"]

  package let outputs: [String]
  package let arguments: [String]
  /// All that is in the folder.
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
    for (name, text) in zip(Self.settings, [matrix + "--labels-from table\n", table]) {
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

  /// Whether an output is the new one.
  package func isNew(_ output: String) -> Bool { folder.contents(output) == new[output] }

  /// Whether outputs are the new ones; both values if some are new and some are old.
  package var areNew: Set<Bool> { Set(outputs.map(isNew)) }

  /// Whether each output is the old or the new one.
  package var areAllWhole: Bool {
    outputs.allSatisfy { isNew($0) || folder.contents($0) == old[$0] }
  }

  /// Whether each old output exists under any name.
  package var hasAllOldFiles: Bool {
    Set(old.values).isSubset(of: folder.names.compactMap(folder.contents))
  }
}
