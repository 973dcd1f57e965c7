import Foundation
import TestSupport
import Testing

/// Programs that read our PDFs: qpdf, Poppler and MuPDF.
enum PDFTools {
  /// Whether all are installed.
  static let areInstalled = ["qpdf", "pdftoppm", "pdftotext", "pdfinfo", "mutool"].allSatisfy {
    name in
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
    }
  }

  /// The names of the programs, for tests that are skipped.
  static let reason: Comment = "qpdf, poppler-utils or mupdf-tools is not installed"

  /// Runs a program in a folder; what it printed, and its status.
  @discardableResult
  static func run(
    _ name: String, _ arguments: [String], in folder: TemporaryFolder
  ) throws -> (text: String, status: Int32) {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [name] + arguments
    process.currentDirectoryURL = folder.url
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.contents(), as: UTF8.self)
    process.waitUntilExit()
    return (text, process.terminationStatus)
  }

  /// Checks that qpdf and MuPDF find nothing wrong with a file.
  static func check(_ name: String, in folder: TemporaryFolder) throws {
    let qpdf = try run("qpdf", ["--check", name], in: folder)
    #expect(qpdf.status == 0 && !qpdf.text.contains("WARNING"), "\(qpdf.text)")
    let mutool = try run("mutool", ["info", name], in: folder)
    #expect(
      mutool.status == 0 && !mutool.text.contains("error") && !mutool.text.contains("repair"),
      "\(mutool.text)")
  }

  /// The text that Poppler finds, without the marks of directions, each blank a space.
  ///
  /// Texts are ordered by position, or with `-raw` as in the file.
  static func text(
    of name: String, in folder: TemporaryFolder, order: String = "-layout"
  ) throws -> String {
    let text = try run("pdftotext", [order, name, "-"], in: folder).text
    return shown(text)
  }

  /// A text without marks, and with a space for each row of blanks.
  static func shown(_ text: String) -> String {
    let visible = text.unicodeScalars.filter { $0.properties.generalCategory != .format }
    return String(String.UnicodeScalarView(visible)).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }
}

extension Sheet {
  /// Red, green and blue of a pixel in 8 bits a sample, over white.
  fileprivate func color(_ x: Int, _ y: Int) -> [Double] {
    let bytes = pixel(x, y)
    let samples =
      bitDepth == 16
      ? stride(from: 0, to: bytes.count, by: 2).map { Double(bytes[$0]) } : bytes.map(Double.init)
    let colors = samples.count < 3 ? [samples[0], samples[0], samples[0]] : Array(samples[..<3])
    guard samples.count % 2 == 0, let alpha = samples.last else { return colors }
    return colors.map { ($0 * alpha + 255 * (255 - alpha)) / 255 }
  }

  /// The largest difference of a sample from another sheet, outside of some areas; nil if sizes
  /// differ.
  func difference(from other: Sheet, outside areas: [Manifest.Rectangle] = []) -> Double? {
    guard (width, height) == (other.width, other.height) else { return nil }
    var largest = 0.0
    for y in 0..<height {
      for x in 0..<width where !areas.contains(where: { $0.contains(x, y) }) {
        largest = max(largest, difference(from: other, x, y))
      }
    }
    return largest
  }

  /// The sum of the distances of pixels from white, in black pixels.
  func ink(in area: Manifest.Rectangle) -> Double {
    var ink = 0.0
    for y in Int(area.y)..<min(height, Int(area.y + area.height)) {
      for x in Int(area.x)..<min(width, Int(area.x + area.width)) {
        ink += 1 - color(x, y).reduce(0, +) / 765
      }
    }
    return ink
  }

  /// The fraction of pixels that are neither nearly white nor nearly black.
  var grayShare: Double {
    var count = 0
    for y in 0..<height {
      for x in 0..<width where (24...231).contains(color(x, y)[0]) { count += 1 }
    }
    return Double(count) / Double(width * height)
  }

  /// The largest difference of a sample of a pixel from that of another sheet.
  func difference(from other: Sheet, _ x: Int, _ y: Int) -> Double {
    if pixel(x, y) == other.pixel(x, y) { return 0 }
    return zip(color(x, y), other.color(x, y)).map { abs($0 - $1) }.max() ?? 0
  }
}

extension TemporaryFolder {
  /// A page of a PDF as Poppler draws it, and as MuPDF does, in some pixels.
  func drawn(_ name: String, page: Int = 1, as sheet: Sheet) throws -> (
    poppler: Sheet, mupdf: Sheet
  ) {
    let (width, height) = ("\(sheet.width)", "\(sheet.height)")
    try PDFTools.run(
      "pdftoppm",
      [
        "-f", "\(page)", "-l", "\(page)", "-singlefile", "-scale-to-x", width, "-scale-to-y",
        height,
        "-png", name, "poppler",
      ], in: self)
    try PDFTools.run(
      "mutool",
      ["draw", "-q", "-o", "mupdf.png", "-f", "-w", width, "-h", height, name, "\(page)"],
      in: self)
    return (
      try Sheet(#require(contents("poppler.png"))), try Sheet(#require(contents("mupdf.png")))
    )
  }
}

extension Manifest.Rectangle {
  func contains(_ column: Int, _ row: Int) -> Bool {
    (x..<x + width).contains(Double(column)) && (y..<y + height).contains(Double(row))
  }
}

extension Manifest.Page {
  /// The texts of the page and the labels of its tiles.
  var allTexts: [Manifest.Text] { (texts ?? []) + tiles.compactMap(\.label) }

  /// The areas of all texts, and a pixel around them: viewers smooth the edge of what is cut.
  var textAreas: [Manifest.Rectangle] {
    allTexts.map(\.area).map {
      Manifest.Rectangle($0.x - 1, $0.y - 1, $0.width + 2, $0.height + 2)
    }
  }
}
