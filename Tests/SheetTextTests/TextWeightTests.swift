import Foundation
import SheetImaging
import SheetLayout
import Testing

@testable import SheetText

/// The apparent weight of text on a sheet.
///
/// It is the mean change from ground to ink over the pixels of a text, divided by the mean
/// coverage. The change is a fraction of the full change to ink. At 1, text is as heavy as the font
/// draws it.
@Suite struct TextWeightTests {
  static let formats = PixelFormat.Channels.allCases.flatMap { channels in
    SampleDepth.allCases.map { PixelFormat(channels, $0) }
  }

  /// Pairs of ground and ink.
  static let blackAndWhite: [(Color, Color)] = [(.white, .black), (.black, .white)]
  static let colors: [(Color, Color)] = [
    ("#808080", "black"), ("#808080", "white"), ("white", "#808080"), ("black", "#808080"),
    ("#333", "#666"), ("white", "#0033cc"), ("#1a1a66", "#ffe64d"), ("#e6331a", "white"),
    ("#e6331a", "black"), ("white", "#0009"), ("black", "#fff6"), ("#c03020", "#20308080"),
  ].map { (try! Color(parsing: $0), try! Color(parsing: $1)) }

  /// A text in the sizes of labels.
  static func rasters(_ font: FontChoice) -> [TextRaster] {
    [9.0, 12, 14].map { size in
      let setter = TypeSetter(font, size: size)
      let text = "Hamburgefonstiv 0123456789, the quick brown fox jumps over the lazy dog"
      return setter.raster(
        TextBox(text, size: PixelSize(width: 700, height: setter.lineHeight)))
    }
  }

  /// CIE 1976 lightness, written as in ISO 11664-4:2008.
  static func lightness(_ luminance: Double) -> Double {
    let isDark = luminance <= pow(24.0 / 116, 3)
    let root = isDark ? 841.0 / 108 * luminance + 16.0 / 116 : pow(luminance, 1.0 / 3)
    return 116 * root - 16
  }

  /// The luminance of each pixel; all are opaque.
  static func luminances(_ bytes: [UInt8], _ format: PixelFormat) -> [Double] {
    let depth = format.depth
    let light = stride(from: 0, to: bytes.count, by: depth.bytes).map { place -> Double in
      let code = bytes[place..<place + depth.bytes].reduce(0) { $0 << 8 | Int($1) }
      return TransferCurve.sRGB.decoded(Double(code) / Double(depth.maximum))
    }
    let weights = format.channels.isGray ? [1] : [0.2126, 0.7152, 0.0722]
    return stride(from: 0, to: light.count, by: format.channels.count).map { start -> Double in
      zip(weights, light[start...]).reduce(0) { $0 + $1.0 * $1.1 }
    }
  }

  /// The weight of a text, in the scale that `measure` makes of luminance.
  ///
  /// `blend` draws it, given coverage and pixels.
  static func weight(
    of raster: TextRaster, on ground: Color, _ format: PixelFormat,
    in measure: (Double) -> Double = lightness,
    _ blend: (Span<UInt8>, inout MutableSpan<UInt8>) -> Void
  ) -> Double {
    let ground = (format.channels.isGray ? ground.gray : ground).pixel(in: format)
    func measured(_ coverage: [UInt8]) -> [Double] {
      var bytes = coverage.flatMap { _ in ground }
      var pixels = bytes.mutableSpan
      blend(coverage.span, &pixels)
      return luminances(bytes, format).map(measure)
    }
    let ends = measured([0, 255])
    let change = measured(raster.coverage).reduce(0) { $0 + $1 - ends[0] } / (ends[1] - ends[0])
    return change / (raster.coverage.reduce(0) { $0 + Double($1) } / 255)
  }

  /// Expects text as heavy as the font draws it, on all grounds.
  ///
  /// Blending in linear light alone would make it thin on white and bold on black.
  static func expectMeant(_ font: FontChoice, sourceLocation: SourceLocation = #_sourceLocation) {
    for (index, raster) in rasters(font).enumerated() {
      for (ground, ink) in blackAndWhite + colors {
        for format in formats {
          let blender = TextBlender(ink, in: format)
          let weight = weight(of: raster, on: ground, format) { blender.blend($0, into: &$1) }
          #expect(
            abs(weight - 1) < 0.02,
            "\(ink.hexadecimal) on \(ground.hexadecimal), raster \(index), \(format)",
            sourceLocation: sourceLocation)
        }
      }
      let format = PixelFormat(.gray, .eight)
      for (ground, ink) in blackAndWhite {
        // Encoded samples, as in most programs, are a second fair measure.
        let blender = TextBlender(ink, in: format)
        let encoded = weight(
          of: raster, on: ground, format, in: { TransferCurve.sRGB.encoded($0) }
        ) { blender.blend($0, into: &$1) }
        #expect(abs(encoded - 1) < 0.05, "raster \(index)", sourceLocation: sourceLocation)
        let linear = InkBlender(ink, in: format)
        let light = weight(of: raster, on: ground, format) { linear.blend($0, into: &$1) }
        let isFarOff = ink == .black ? light < 0.85 : light > 1.15
        #expect(isFarOff, "raster \(index): \(light)", sourceLocation: sourceLocation)
      }
    }
  }

  @Test("The built-in font is as heavy as it is drawn, on any ground")
  func builtin() {
    Self.expectMeant(.builtin)
  }

  @Test("DejaVu Sans is as heavy as it is drawn, on any ground", .needsDejaVu)
  func dejaVu() throws {
    Self.expectMeant(try #require(FontChoice("DejaVu Sans")))
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips a test if Pango or this font is not installed.
  fileprivate static var needsDejaVu: Self {
    .enabled(
      if: PangoFace("DejaVu Sans", size: 9).map { $0.hasFonts && $0.standIn == nil } ?? false,
      "needs \(PangoLibrary.packageName) and fonts-dejavu-core")
  }
}
