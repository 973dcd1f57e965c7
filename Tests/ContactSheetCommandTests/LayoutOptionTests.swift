import CommandFixtures
import ContactSheet
import Foundation
import SheetLayout
import SheetModel
import SheetPictures
import SheetPlanning
import SheetPlans
import SystemPackage
import TestSupport
import Testing

@testable import ContactSheetCommand

/// Every layout option with every layout.
@Suite struct LayoutOptionTests {
  /// Each option that only some layouts support, with each layout.
  static let pairs = OptionCatalog.options(of: LayoutOptions.self).filter { $0.name != "layout" }
    .flatMap { option in
      LayoutKind.allCases.map { (option, $0) }
    }

  /// The values that an option accepts, out of one list for all options.
  static func values(of option: Option) -> [String] {
    let texts = [
      "1", "2", "2x1", "1x", "90", "60x50", "60x50+1+1", "1:3", "A6", "fixed(50)", "7x7", "[12]*=9",
      "[12]*=2x2", "[12]*=row", "shuffle",
    ]
    return (option.choices + texts).filter { (try? option.check($0)) != nil }
  }

  /// Pictures of several aspect ratios.
  static let folder: TemporaryFolder = {
    let folder = TemporaryFolder.untilExit()
    for number in 1...13 {
      try! folder.writePicture("\(number).png", width: 20 + number * 7 % 30, height: 30)
    }
    return folder
  }()

  @Test(
    "A PDF of large pictures is on A4 unless an option sets its size",
    arguments: [
      ([], true), (["--layout", "rows"], true),
      (["--page-count", "1"], true),
      (["--size", "600"], false), (["--cell", "90"], false), (["--max-height", "900"], false),
      (["--geometry", "90x90+1+1"], false),
      (["--layout", "matrix"], false),
    ])
  func paperOfPDF(options: [String], isOnPaper: Bool) throws {
    let folder = TemporaryFolder()
    try folder.writePicture("large.png", width: 414, height: 20)
    try folder.writePicture("small.png", width: 413, height: 20)
    func isA4(_ name: String, _ output: String) throws -> Bool {
      let run = try CommandRun(
        [name, "-o", output, "--dry-run", "--manifest", "-"] + options, in: folder)
      #expect(run.status == 0)
      return String(decoding: run.standardOutput, as: UTF8.self).contains("2480")
    }
    #expect(try isA4("large.png", "s.pdf") == isOnPaper)
    #expect(try !isA4("small.png", "s.pdf"))
    #expect(try !isA4("large.png", "s.png"))
  }

  @Test("Physical lengths need no --dpi, in PNGs or in PDFs, whatever the pictures are")
  func lengthsOfPDF() throws {
    let folder = TemporaryFolder()
    try folder.writePicture("large.png", width: 414, height: 20)
    try folder.writePicture("small.png", width: 50, height: 20)
    func run(_ name: String, _ output: String) throws -> CommandRun {
      try CommandRun(
        [name, "-o", output, "--dry-run", "--manifest", "-", "--gap", "3mm", "--margin", "1cm"],
        in: folder)
    }
    let large = try run("large.png", "s.pdf")
    #expect(large.status == 0)
    #expect(String(decoding: large.standardOutput, as: UTF8.self).contains("2480"))
    let small = try run("small.png", "s.pdf")
    #expect(small.status == 0)
    #expect(String(decoding: small.standardOutput, as: UTF8.self).contains("\(50 + 2 * 118)"))
    let png = try run("large.png", "s.png")
    #expect(png.status == 0)
    #expect(String(decoding: png.standardOutput, as: UTF8.self).contains("\"dpi\" : 300"))
  }

  static func refusal(_ option: Option, _ words: String, _ kind: LayoutKind) -> String {
    "cannot combine \(option.flag) and --layout: \(option.flag) is for \(words), and this is "
      + "\(kind.singular); leave it out, or use --layout "
      + (option.layouts ?? []).map(\.rawValue).listed("or")
      + (kind == .rows && ["tile", "columns"].contains(option.name)
        ? "; --row-height and --size determine how many images are in a row" : "")
  }

  @Test("The error about an option that a layout does not support names the layouts that do")
  func form() throws {
    #expect(OptionCatalog.all.contains { $0.layouts != nil })
    for (option, kind) in Self.pairs {
      let takers = option.layouts ?? LayoutKind.allCases
      guard !takers.contains(kind) else { continue }
      let value = try #require(Self.values(of: option).first, "\(option.flag)")
      let message = try ruleBroken(by: parsed(["--layout", kind.rawValue, option.flag, value]))
      let words = takers.map(\.plural).joined(separator: ", ")
        .replacing(/, ([^,]+)$/) { " and \($0.1)" }
      #expect(message == Self.refusal(option, words, kind))
    }
  }

  @Test("Matrix options work only with a matrix")
  func matrix() throws {
    let options = OptionCatalog.options(of: MatrixOptions.self)
    #expect(options.allSatisfy { $0.layouts == [.matrix] })
    for option in options {
      let values = option.kind == .flag ? [] : [try #require(Self.values(of: option).first)]
      for kind in LayoutKind.allCases where kind != .matrix {
        let words = ["--layout", kind.rawValue, "--size", "600", option.flag] + values
        let message = try ruleBroken(by: parsed(words))
        #expect(message == Self.refusal(option, "matrices", kind))
      }
    }
  }

  @Test("Each option that a layout supports has a value that changes the sheet")
  func effect() async throws {
    for (option, kind) in Self.pairs where option.layouts?.contains(kind) ?? true {
      // If every picture of a collage already shows all its pixels, weights have no effect. The
      // ends of columns differ only if each column holds several pictures.
      let others = ["last-row": ["--size", "600"], "weight": ["--upscale"]][option.name]
      let words = ["--layout", kind.rawValue] + (others ?? [])
      let count = others == nil ? 5 : 13
      let plain = try await pages(words, of: count)
      var hasEffect = false
      for value in Self.values(of: option) where !hasEffect {
        let other = try? await pages(words + [option.flag, value], of: count)
        hasEffect = other.map { $0 != plain } ?? false
      }
      #expect(hasEffect, "\(option.flag) with --layout \(kind.rawValue)")
    }
  }

  /// The pages of a sheet of `count` pictures.
  ///
  /// - Throws: The usage error, or the reason why no sheet can be planned.
  func pages(_ words: [String], of count: Int) async throws -> [SheetPage] {
    let arguments = try parsed(words)
    try OptionRules.check(arguments)
    var job = try arguments.resolved().job
    job.inputs = (1...count).map { .path(FilePath("\(Self.folder.url.path)/\($0).png")) }
    return try await job.plan().plan.pages
  }

  @Test("The layers of a tiered sheet are given after the layout's name and a colon")
  func layers() async throws {
    let standard = try await pages(["--layout", "tiered"], of: 5)
    #expect(try await pages(["--layout", "tiered:oneLarge"], of: 5) != standard)
    let all = TierLayer.standard.map(\.rawValue).joined(separator: ",")
    #expect(try await pages(["--layout", "tiered:\(all)"], of: 5) == standard)
    for text in ["tiered:", "tiered:huge", "tiered:oneLarge,", "grid:oneLarge"] {
      #expect(throws: (any Error).self, "\(text)") { try parsed(["--layout", text]) }
    }
  }

  @Test("--tile with a single number sets the number of columns", arguments: ["5", "5x", "5X"])
  func tile(text: String) throws {
    #expect(try parsed(["--tile", text]).layout.tile == .columns(5))
    let tile = OptionCatalog.known("tile")
    #expect(tile.help.contains(" 5 (or 5x) ") && tile.valueName == "CxR|C|xR")
  }
}
