import SheetImaging
import SheetLayout
import SheetModel
import SheetPlans
import SheetText

@testable import ContactSheetCommand

/// The values of every option: none traps, and a value's own text parses to the same value.
enum OptionTarget: FuzzTarget {
  static let name = "options"

  static func seeds() -> [[UInt8]] {
    let values = OptionCatalog.all.flatMap {
      [$0.standard, $0.nothing].compactMap(\.self) + $0.choices
    }
    let more = [
      "1600x1200", "10mmX2.5in", "268M", "4:3", "#abc8", "checker:red,#00ff0080", "2 navy",
      "3 * flexible(max: 200) fixed(80) spacing 0", "adaptive(min: 40, max: 100) align left",
      "IMG_12*=3", "A4-landscape", "5x4", "2-5", "DejaVu Serif Bold 11.5", "120x90+4+4>",
      "{index:3} {name}\\n{text:Title}",
    ]
    return Set(values + more).sorted().map { Array($0.utf8) }
  }

  static func check(_ bytes: [UInt8]) {
    let text = String(bytes)
    for option in OptionCatalog.all {
      do { try option.check(text) } catch { _ = "\(error)" }
    }
    for density in [1, 300, 100_000] {
      if let pixels = try? text.withLengthsInPixels(perInch: density) {
        expect(
          (try? pixels.withLengthsInPixels(perInch: density)) == pixels,
          "'\(text)' becomes '\(pixels)' which then changes again")
      }
    }
    checkDescription(of: Sheet.Length(text), Sheet.Length.init)
    checkDescription(of: Sheet.Extent(text), Sheet.Extent.init)
    checkDescription(of: Sheet.Spacing(text), Sheet.Spacing.init)
    checkDescription(of: Sheet.Margins(text), Sheet.Margins.init)
    checkDescription(of: Sheet.Line(text), Sheet.Line.init)
    checkDescription(of: Sheet.Stack(text), Sheet.Stack.init)
    checkDescription(of: PixelCount(text), PixelCount.init)
    checkDescription(of: Sheet.CellRatio(text), Sheet.CellRatio.init)
    checkDescription(of: FontChoice(text), FontChoice.init)
    checkDescription(of: Border(text), Border.init)
    checkDescription(of: Shadow(text), Shadow.init)
    checkDescription(of: MontageGeometry(text), MontageGeometry.init)
    checkDescription(of: Sheet.Paper(text), Sheet.Paper.init)
    checkDescription(of: try? Backdrop(parsing: text)) { try? Backdrop(parsing: $0) }
    if let color = try? Color(parsing: text) {
      let again = try? Color(parsing: color.hexadecimal)
      expect(again?.hexadecimal == color.hexadecimal, "\(color.hexadecimal) is a different colour")
    }
  }

  /// Expects the description of a value to parse to a value with the same description.
  private static func checkDescription<Value: CustomStringConvertible>(
    of value: Value?, _ parse: (String) -> Value?
  ) {
    guard let value else { return }
    let again = parse(value.description)
    expect(again?.description == value.description, "\(value) becomes \(again as Any)")
  }
}
