import SheetFiles
import SheetImaging
import SheetModel
import Testing

@testable import SheetPictures

/// The names and the colours of colour maps.
@Suite struct ColormapTests {
  /// The luma of the colours of a map.
  private static func luma(_ map: Sheet.Colormap) throws -> [Double] {
    let colors = try #require(map.colors, "\(map)")
    try #require(colors.count == 768, "\(map)")
    // Rec. 709 weights of encoded samples are accurate enough here.
    return stride(from: 0, to: 768, by: 3).map { place -> Double in
      0.2126 * Double(colors[place]) + 0.7152 * Double(colors[place + 1])
        + 0.0722 * Double(colors[place + 2])
    }
  }

  @Test("Most colour maps have 256 colours that get lighter without visible steps")
  func lightness() throws {
    let maps =
      Sheet.Colormap.named.map { $0.map } + [
        .color(.white), .color(Color(red: 0.25, green: 0.375, blue: 1)),
      ]
    for map in maps where map != .gray && map != .turbo && !map.isDiverging {
      let luma = try Self.luma(map)
      for (one, next) in zip(luma, luma.dropFirst()) {
        #expect(next > one - 0.8 && next < one + 3, "\(map)")
      }
    }
    #expect(Sheet.Colormap.gray.colors == nil)
  }

  @Test(
    "Diverging maps and turbo are lightest in the middle, and darken smoothly towards both ends"
  )
  func diverging() throws {
    for map in [.coolwarm, .rdBu, .turbo] as [Sheet.Colormap] {
      let luma = try Self.luma(map)
      for place in 0..<127 {
        #expect(luma[place + 1] > luma[place] - 0.8, "\(map), \(place)")
        #expect(luma[254 - place] > luma[255 - place] - 0.8, "\(map), \(255 - place)")
      }
      for (one, next) in zip(luma, luma.dropFirst()) { #expect(abs(next - one) < 6, "\(map)") }
    }
    #expect(Sheet.Colormap.named.filter { $0.map.isDiverging }.map(\.name) == ["coolwarm", "RdBu"])
    #expect(Sheet.Colormap.rdBu.reversed.isDiverging)
  }

  @Test("A reversed colour map has the same colours in the opposite order")
  func reversed() throws {
    let ramp = (0...255).map(UInt8.init)
    #expect(Sheet.Colormap.gray.reversed.colors == ramp.reversed().flatMap { [$0, $0, $0] })
    for map in Sheet.Colormap.named.map({ $0.map }) + [.color(green)] where map != .gray {
      let (colors, reversed) = (try #require(map.colors), try #require(map.reversed.colors))
      for place in stride(from: 0, to: 768, by: 3) {
        #expect(colors[place..<place + 3] == reversed[765 - place..<768 - place], "\(map)")
      }
      #expect(map.reversed.reversed == map && map.reversed != map)
    }
  }

  @Test(
    "The tables of colour maps match those of Matplotlib, rounded to 8 bits",
    arguments: [
      (
        .viridis, [0x44, 0x01, 0x54], [0xFD, 0xE7, 0x25],
        "18545f7c72a02f02a54f2e3f6ff9dcf357e0190ab9117a1f8fae44c6eaf179e0"
      ),
      (
        .magma, [0, 0, 4], [0xFC, 0xFD, 0xBF],
        "f95197e8391d18e2c1db50f2a1ab8650ab7c2a9acb781704a8156872615f002b"
      ),
      (
        .inferno, [0, 0, 4], [0xFC, 0xFF, 0xA4],
        "e24e8bd38b972989f64c42856b2b274df5ada3a62bc01bf8e83500a2ea938ad4"
      ),
      (
        .plasma, [0x0D, 0x08, 0x87], [0xF0, 0xF9, 0x21],
        "7463ac7565e754490c2c358e89b54a99da3e9b3c0be7734ed66b9fc78958b9a6"
      ),
      (
        .cividis, [0, 0x22, 0x4E], [0xFE, 0xE8, 0x38],
        "40881f40490dc08ae8b1442b52b01c7169d27124ccb4a501cd0ee290079cc1e1"
      ),
      (
        .turbo, [0x30, 0x12, 0x3B], [0x7A, 0x04, 0x03],
        "c4ae9ddb8a7f13561562fe15fd276fb55ab04e194786c39edfb2ef2cc0929b2b"
      ),
      (
        .coolwarm, [0x3B, 0x4C, 0xC0], [0xB4, 0x04, 0x26],
        "c80051e617dce52a08a48401466162a2f4204b3d3d3f49378a021cd34a0ac364"
      ),
      (
        .rdBu, [0x67, 0, 0x1F], [0x05, 0x30, 0x61],
        "4bee0d8de6694b64e9beb239079e9b082b21bbdd9879e3eb49edbfe3001973ec"
      ),
    ] as [(Sheet.Colormap, [UInt8], [UInt8], String)])
  func tables(map: Sheet.Colormap, first: [UInt8], last: [UInt8], digest: String) throws {
    let colors = try #require(map.colors)
    #expect(Array(colors.prefix(3)) == first && Array(colors.suffix(3)) == last)
    var hash = SHA256()
    hash.update(colors[...])
    let digits = hash.digest().map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    #expect(digits == digest)
  }

  @Test(
    "A colour map is parsed from its description or another of its names; anything else is refused")
  func descriptions() {
    let maps =
      Sheet.Colormap.named.map { $0.map } + [
        .color(.white), .color(.black), .color(Color(red: 64.0 / 255, green: 0, blue: 1)),
      ]
    for map in maps + maps.map(\.reversed) {
      #expect(Sheet.Colormap(map.description) == map, "\(map)")
    }
    for (text, map) in [
      ("grey", .gray), ("none", .gray), ("Viridis", .viridis), ("lime", .color(green)),
      ("green", .color(green)), ("#0F0", .color(green)), ("#00ff00ff", .color(green)),
      ("rdbu", .rdBu), ("RDBU_R", .rdBu.reversed), ("viridis_r", .viridis.reversed),
      ("grey_r", .gray.reversed), ("green_r", .color(green).reversed),
    ] as [(String, Sheet.Colormap)] {
      #expect(Sheet.Colormap(text) == map, "\(text)")
    }
    for text in [
      "", "jet", "viridis ", "transparent", "#0f08", "#12", "0:1", "viridis_", "_r", "none_r",
      "viridis_r_r", "jet_r",
    ] {
      #expect(Sheet.Colormap(text) == nil, "\(text)")
    }
  }

  private let green = Color(red: 0, green: 1, blue: 0)
}
