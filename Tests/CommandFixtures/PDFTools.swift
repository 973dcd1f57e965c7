import Foundation
import SheetModel
package import TestSupport
import Testing

extension Need {
  /// The programs that read our PDFs.
  package static let pdfTools = all([
    .program("qpdf"), .program("pdftotext", of: "poppler-utils"),
    .program("mutool", of: "mupdf-tools"),
  ])
}

/// Programs that read our PDFs: qpdf, Poppler and MuPDF.
package enum PDFTools {
  /// Runs a program in a folder; returns what it printed and its status.
  @discardableResult
  package static func run(
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
  package static func check(_ name: String, in folder: TemporaryFolder) throws {
    let qpdf = try run("qpdf", ["--check", name], in: folder)
    #expect(qpdf.status == 0 && !qpdf.text.contains("WARNING"), "\(qpdf.text)")
    let mutool = try run("mutool", ["info", name], in: folder)
    #expect(
      mutool.status == 0 && !mutool.text.contains("error") && !mutool.text.contains("repair"),
      "\(mutool.text)")
  }

  /// The text that Poppler extracts, without direction marks and with every blank as a space.
  ///
  /// Texts are ordered by position or, with `-raw`, as in the file.
  package static func text(
    of name: String, in folder: TemporaryFolder, order: String = "-layout"
  ) throws -> String {
    let text = try run("pdftotext", [order, name, "-"], in: folder).text
    return shown(text)
  }

  /// A string without marks, and with each run of white space as one space.
  package static func shown(_ text: String) -> String {
    let visible = text.unicodeScalars.filter { $0.properties.generalCategory != .format }
    return String(String.UnicodeScalarView(visible)).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }
}

extension DecodedSheet {
  /// The largest difference between samples of two sheets, ignoring some areas; nil if the sizes
  /// differ.
  package func difference(from other: DecodedSheet, outside areas: [Manifest.Rectangle]) -> Double?
  {
    difference(from: other, outside: areas.map { ($0.x..<$0.right, $0.y..<$0.bottom) })
  }

  /// The mean difference between the pixels of two sheets in an area; each pixel counts with the
  /// channel that differs most.
  package func meanDifference(from other: DecodedSheet, in area: Manifest.Rectangle) -> Double {
    meanDifference(from: other, columns: area.columns, rows: area.rows)
  }

  /// The amount of ink in an area: a black pixel counts 1, a white one 0, and any other a fraction.
  package func ink(in area: Manifest.Rectangle) -> Double {
    ink(columns: area.columns, rows: area.rows)
  }
}

extension TemporaryFolder {
  /// A page of a PDF as Poppler and MuPDF draw it, at the sheet's size in pixels.
  package func drawn(_ name: String, page: Int = 1, as sheet: DecodedSheet) throws -> (
    poppler: DecodedSheet, mupdf: DecodedSheet
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
      try DecodedSheet(#require(contents("poppler.png"))),
      try DecodedSheet(#require(contents("mupdf.png")))
    )
  }
}

extension Manifest.Rectangle {
  package var right: Double { x + width }
  package var bottom: Double { y + height }
  fileprivate var columns: Range<Int> { Int(x)..<Int(right) }
  fileprivate var rows: Range<Int> { Int(y)..<Int(bottom) }
}

extension Manifest.Page {
  /// The text of the page and the labels of its tiles.
  package var allTexts: [Manifest.Text] { (texts ?? []) + tiles.compactMap(\.label) }

  /// The areas of all texts, extended by one pixel: viewers smooth the edges of clipped text.
  package var textAreas: [Manifest.Rectangle] {
    allTexts.map(\.area).map {
      Manifest.Rectangle($0.x - 1, $0.y - 1, $0.width + 2, $0.height + 2)
    }
  }
}
