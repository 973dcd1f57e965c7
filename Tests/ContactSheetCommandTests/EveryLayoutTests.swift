import CommandFixtures
import Foundation
import TestSupport
import Testing

@testable import ContactSheetCommand

@Suite struct EveryLayoutTests {
  private static let layouts = LayoutKind.allCases.map(\.rawValue)

  private static func folder() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    for number in 1...30 { try folder.writePicture("\(number).png", width: 40, height: 30) }
    return folder
  }

  @Test(
    "Every page has the paper's size at its density, with margins of 1/21 of the paper's width",
    arguments: layouts)
  func pages(layout: String) throws {
    var options = [".", "--layout", layout, "--paper", "A6", "--dpi", "100"]
    // The rows of a matrix decide how many pictures a page has.
    if layout != LayoutKind.matrix.rawValue { options += ["--per-page", "20"] }
    let manifest = try Manifest(dryRun: options, in: Self.folder())
    // 105 x 148 mm, at 25.4 mm an inch.
    #expect(manifest.pages.count > 1)
    #expect(manifest.pages.allSatisfy { $0.width == 413 && $0.height == 583 })
    #expect(manifest.tiles.map(\.cell.x).min() ?? 0 >= 20)
    let bottom = try #require(manifest.tiles.map(\.cell.bottom).max())
    #expect(bottom <= 583 - 20)
    #expect(manifest.options.dpi == 100)
  }

  @Test("Every layout fits all pictures onto landscape paper", arguments: layouts)
  func onItsSide(layout: String) throws {
    let options = [".", "--layout", layout, "--paper", "A4-landscape", "--dpi", "100"]
    let manifest = try Manifest(dryRun: options, in: Self.folder())
    #expect(manifest.pages.allSatisfy { $0.width == 1169 && $0.height == 827 })
    #expect(manifest.tiles.count == 30)
    let bottom = try #require(manifest.tiles.map(\.cell.bottom).max())
    #expect(bottom <= 827 - 39)
  }

  @Test(
    "A sheet of a given size keeps that size when it has labels", arguments: layouts)
  func givenSize(layout: String) throws {
    let run = try CommandRun(
      [
        ".", "--layout", layout, "--size", "900x700", "--label", "{name}", "--dry-run",
        "--manifest", "-",
      ], in: Self.folder())
    let page = try #require(try Manifest(run.standardOutput).pages.first)
    #expect(page.width == 900 && page.height == 700)
  }
}
