import ContactSheet
import Foundation
import SheetImaging
import SheetLayout
import SheetText
import SystemPackage
import Testing

/// The Swift samples of the README and the guide, which are compiled here.
@Suite struct DocumentationSamples {
  static func job() async throws {
    var job = SheetJob(inputs: [.path("photos")])
    job.layout = RowLayout(rowHeight: 240)
    job.style.background = .color(.black)
    job.texts.label = try .init("{name}")
    let report = try await job.run(to: .file("sheet.png"))
    print(report.unreadable)
  }

  static func geometry() throws {
    let grid = try AspectGrid(
      itemCount: 10, filling: Size(width: 300, height: 200), cellRatio: 4.0 / 3)
    print(grid.rows, grid.columns, grid.cell, grid.center(at: 9), grid.frames)
  }

  static func plan() async throws {
    let sheet = try PlannedSheet(contentsOf: "sheet.json")
    var request = SheetRequest()
    request.pages = .numbers(2...2)
    let report = try await SheetRun(sheet, request).render()
    print(report.unreadable.count)
  }

  static func comparing() throws {
    let difference = try PictureDifference(from: PNGFile("old.png"), to: PNGFile("new.png"))
    let counts = try difference.counts()
    print(counts.changed, counts.share, counts.largest)
  }

  static func significantLines(_ text: some StringProtocol) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty && !$0.hasPrefix("import ") }
  }

  @Test("Every Swift sample of the README and the guide is compiled, word for word")
  func samples() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
    let guide = root.appending(path: "Sources/ContactSheet/ContactSheet.docc")
    let articles = try FileManager.default.contentsOfDirectory(
      at: guide, includingPropertiesForKeys: nil
    ).filter { $0.pathExtension == "md" }
    let compiled = Self.significantLines(
      try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    ).joined(separator: "\n")
    var count = 0
    for article in articles + [root.appending(path: "README.md")] {
      let text = try String(contentsOf: article, encoding: .utf8)
      for part in text.components(separatedBy: "```swift\n").dropFirst() {
        let sample = try #require(part.components(separatedBy: "```").first)
        // Samples of Package.swift are for `Tests/Pipelines/swift-package.sh`.
        guard ![".package(", ".plugin("].contains(where: sample.contains) else { continue }
        let isCompiled = compiled.contains(
          Self.significantLines(sample).joined(separator: "\n"))
        #expect(isCompiled, "\(article.lastPathComponent): \(sample)")
        count += 1
      }
    }
    #expect(count >= 4)
  }
}
