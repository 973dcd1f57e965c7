import CommandFixtures
import FolderFixtures
import Foundation
import SheetImaging
import SheetLayout
import SheetPictures
import SheetPlanning
import SheetPlans
import TestSupport
import Testing

@testable import ContactSheetCommand
@testable import SheetModel
@testable import SheetText

@Suite struct PresetPageTests {
  static let names = builtInPresets.map(\.key)

  /// The space for a label, in lines at the smallest type size.
  struct SmallestType {
    let measure: TextMeasure

    init(of labels: [Manifest.Text], dpi: Int?) {
      let size = dpi.map { 5.5 * Double($0) / 72 } ?? 9
      measure = TypeSetter(.builtin, size: size).measure(for: labels.map(\.text))
    }

    /// Whether a label fits into its space when broken between words and parts of names.
    func fits(_ label: Manifest.Text) -> Bool {
      measure.count(of: label.text[...], width: Int(label.area.width), limit: 2) != nil
    }
  }

  @Test(
    "Each preset plans every folder: text is inside pages, and labels are complete if possible",
    arguments: names, UserFolder.allCases.filter(\.isAvailable))
  func folders(name: String, kind: UserFolder) throws {
    let folder = TemporaryFolder()
    try kind.write(to: folder)
    let plan = try Manifest(
      dryRun: [kind.rawValue, "--preset", name, "--title", "A title"], in: folder)
    #expect(plan.tiles.count == kind.pictureCount)
    for page in plan.pages {
      for text in (page.texts ?? []) + page.tiles.compactMap(\.label) {
        let area = text.area
        #expect(area.x >= 0 && area.x + area.width <= Double(page.width), "\(text.text)")
        #expect(area.y >= 0 && area.y + area.height <= Double(page.height), "\(text.text)")
      }
    }
    let labels = plan.tiles.compactMap(\.label)
    let smallest = SmallestType(of: labels, dpi: plan.options.dpi)
    for label in labels where label.shown.map({ $0.contains("…") }) == true {
      #expect(!smallest.fits(label), "\(label.text) as \(label.shown ?? "")")
    }
  }

  @Test("The text of a preset is legible on its background", arguments: names)
  func contrast(name: String) throws {
    let text = try #require(builtInPresets.first { $0.key == name }?.value)
    let file = try ArgumentFile(text, origin: .preset(name, nil), kind: .preset)
    let job = try RawOptions().over([file.options]).resolved().job
    guard case .color(let background) = job.style.background else {
      Issue.record("no background")
      return
    }
    for color in [job.texts.color, job.texts.labelColor].compactMap(\.self) {
      let (one, other) = (luminance(color) + 0.05, luminance(background) + 0.05)
      // The contrast that WCAG 2.2 requires for small text.
      #expect(max(one / other, other / one) >= 4.5)
    }
  }

  /// The luminance of an sRGB colour, 0 to 1.
  private func luminance(_ color: Color) -> Double {
    func light(_ value: Double) -> Double {
      value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * light(color.red) + 0.7152 * light(color.green) + 0.0722 * light(color.blue)
  }

  @Test("The pages of each preset are the same as in the golden files", arguments: names)
  func golden(name: String) throws {
    let samples = Repository.root.appendingPathComponent("SampleImages").path
    // The sample whose name the built-in font cannot draw is left out.
    let arguments = [samples, "--exclude", "富士山*", "--preset", name, "--title", "Samples"]
    // Photographs that are enlarged by a factor do not fit on a sheet.
    let plan = try Manifest(
      dryRun: arguments + (name == "pixels" ? ["--include", "*sprite*"] : []),
      in: TemporaryFolder())
    let pages = plan.pages.map { page in
      let texts = (page.texts ?? []).map { "\($0.text): \(line($0.area)), \($0.size)" }
      let tiles = page.tiles.prefix(12).map { tile in
        let label = tile.label.map { " \($0.text): \(line($0.area)), \($0.size)" } ?? ""
        return "\(line(tile.cell)), picture \(tile.image.map(line) ?? "")\(label)"
      }
      return "\(page.width)x\(page.height), \(page.tiles.count) pictures\n"
        + (texts + tiles).joined(separator: "\n")
    }
    let actual = pages.joined(separator: "\n\n") + "\n"
    let expected = try Golden.contents("preset-\(name).txt", actual: Data(actual.utf8))
    let lines = String(decoding: expected, as: UTF8.self).split(separator: "\n")
    for (line, other) in zip(actual.split(separator: "\n"), lines) { #expect(line == other) }
    #expect(actual.utf8.count == expected.count)
  }

  private func line(_ area: Manifest.Rectangle) -> String {
    "\(Int(area.width))x\(Int(area.height))+\(Int(area.x))+\(Int(area.y))"
  }
}
