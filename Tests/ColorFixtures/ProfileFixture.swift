import Foundation

/// Writes valid and invalid ICC profiles from numbers.
///
/// It shares no code with the parser.
public struct ProfileFixture: Sendable {
  /// The device class, as four letters.
  public var deviceClass = "mntr"
  /// The colour space of the pictures, as four letters.
  public var colorSpace = "RGB "
  /// The profile connection space, as four letters.
  public var connectionSpace = "XYZ "
  /// The major version of the profile format.
  public var version: UInt8 = 4
  /// The names of the tags, and their contents, which begin with the type of the tag.
  public var tags: [(name: String, data: [UInt8])]

  /// Creates a display profile.
  public init(colorSpace: String = "RGB ", tags: [(name: String, data: [UInt8])]) {
    self.colorSpace = colorSpace
    self.tags = tags
  }

  /// The white point of the connection space, rounded as in profiles.
  public static let white = [0.9642, 1, 0.8249]

  /// A profile with three primaries, given as chromaticities under `white`, and one curve for all
  /// channels.
  public static func rgb(
    _ primaries: [[Double]], white: [Double] = ReferenceColor.d65, curve: [UInt8]
  ) -> ProfileFixture {
    let columns = columns(primaries, white: white)
    return ProfileFixture(tags: [
      ("rXYZ", xyz(columns[0])), ("gXYZ", xyz(columns[1])), ("bXYZ", xyz(columns[2])),
      ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
    ])
  }

  /// The XYZ values of red, green and blue under the white of the connection space.
  static func columns(_ primaries: [[Double]], white: [Double]) -> [[Double]] {
    let toXYZ = ReferenceColor.toXYZ(primaries, white: white)
    let sourceWhite = ReferenceColor.times(toXYZ, [1, 1, 1])
    return ReferenceColor.transposed(toXYZ).map {
      ReferenceColor.adapted($0, from: sourceWhite, to: Self.white)
    }
  }

  /// A profile with one grey curve.
  public static func gray(_ curve: [UInt8]) -> ProfileFixture {
    ProfileFixture(colorSpace: "GRAY", tags: [("kTRC", curve)])
  }

  /// The bytes of the profile.
  public func encoded() -> [UInt8] {
    var table = word(tags.count)
    var body: [UInt8] = []
    for (name, data) in tags {
      table += Array(name.utf8) + word(132 + 12 * tags.count + body.count) + word(data.count)
      body += data + [UInt8](repeating: 0, count: (4 - data.count % 4) % 4)
    }
    var header = word(132 + 12 * tags.count + body.count)
    header += Array("none".utf8) + [version, 0x40, 0, 0]
    header += Array((deviceClass + colorSpace + connectionSpace).utf8)
    header += [UInt8](repeating: 0, count: 12) + Array("acsp".utf8)
    header += [UInt8](repeating: 0, count: 28) + Self.white.flatMap(fixed)
    header += [UInt8](repeating: 0, count: 128 - header.count)
    return header + table + body
  }

  /// An `XYZ ` tag.
  public static func xyz(_ value: [Double]) -> [UInt8] {
    Array("XYZ ".utf8) + word(0) + value.flatMap(fixed)
  }

  /// A `curv` tag with a table.
  public static func table(_ values: [UInt16]) -> [UInt8] {
    Array("curv".utf8) + word(0) + word(values.count) + values.flatMap(half)
  }

  /// A `curv` tag with a table of `count` values of `curve`.
  public static func table(_ count: Int, _ curve: (Double) -> Double) -> [UInt8] {
    table(
      (0..<count).map { UInt16((curve(Double($0) / Double(count - 1)) * 65_535).rounded()) })
  }

  /// A `curv` tag with an exponent.
  public static func gamma(_ exponent: Double) -> [UInt8] {
    table([UInt16((exponent * 256).rounded())])
  }

  /// A `para` tag.
  public static func parametric(_ function: UInt16, _ numbers: [Double]) -> [UInt8] {
    Array("para".utf8) + word(0) + half(function) + half(0) + numbers.flatMap(fixed)
  }

  /// A `desc` tag of version 2: a string and its count, which may be wrong.
  public static func plainText(_ text: [UInt8], count: Int? = nil) -> [UInt8] {
    // The counts of an empty Unicode text and an empty Macintosh text follow.
    Array("desc".utf8) + word(0) + word(count ?? text.count) + text
      + [UInt8](repeating: 0, count: 78)
  }

  /// An `mluc` tag with a string for each language, such as `en`.
  public static func localizedText(_ texts: [(language: String, units: [UInt16])]) -> [UInt8] {
    var table: [UInt8] = []
    var body: [UInt8] = []
    for (language, units) in texts {
      table += Array("\(language)XX".utf8) + word(2 * units.count)
      table += word(16 + 12 * texts.count + body.count)
      body += units.flatMap(half)
    }
    return Array("mluc".utf8) + word(0) + word(texts.count) + word(12) + table + body
  }

  /// The profile with a description.
  public func described(_ tag: [UInt8]) -> ProfileFixture {
    var fixture = self
    fixture.tags.append(("desc", tag))
    return fixture
  }

  /// The profile with a description in English.
  public func described(_ text: String) -> ProfileFixture {
    described(Self.localizedText([("en", Array(text.utf16))]))
  }

  /// The curve of sRGB as a `para` tag.
  public static let sRGBCurve = parametric(3, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
}

private func half(_ value: UInt16) -> [UInt8] {
  [UInt8(value >> 8), UInt8(value & 0xFF)]
}

private func word(_ value: Int) -> [UInt8] {
  half(UInt16(truncatingIfNeeded: value >> 16)) + half(UInt16(truncatingIfNeeded: value))
}

private func fixed(_ value: Double) -> [UInt8] {
  word(Int((value * 65_536).rounded()))
}

extension ProfileFixture {
  /// A `curv` tag without values, which is linear.
  public static let linear = table([])

  /// A profile with the primaries of sRGB.
  public static func rgb(_ curve: [UInt8]) -> ProfileFixture {
    rgb(ReferenceColor.sRGBPrimaries, curve: curve)
  }

  /// A profile with only a lookup table, which gives the colours of ``rgb(_:)`` with ``linear``.
  public static let tables: ProfileFixture = {
    let primaries = columns(ReferenceColor.sRGBPrimaries, white: ReferenceColor.d65)
    var grid: [Double] = []
    // The last channel varies fastest.
    for corner in 0..<8 {
      let light = [corner >> 2 & 1, corner >> 1 & 1, corner & 1].map { Double($0) }
      grid += ReferenceColor.times(ReferenceColor.transposed(primaries), light)
    }
    return ProfileFixture(tags: [("A2B0", lut16(inputs: 3, grid))])
  }()

  /// A profile with only a lookup table: curves of gamma 2.2, then a grid with 17 points per side.
  ///
  /// Its primaries are those of Adobe RGB.
  public static let curvedTables: ProfileFixture = {
    let primaries = columns(ReferenceColor.adobeRGB, white: ReferenceColor.d65)
    let side = 17
    var grid: [Double] = []
    for place in 0..<side * side * side {
      let light = [place / side / side, place / side % side, place % side].map {
        Double($0) / Double(side - 1)
      }
      grid += ReferenceColor.times(ReferenceColor.transposed(primaries), light)
    }
    let curve = (0..<256).map { Int((pow(Double($0) / 255, 2.2) * 65_535).rounded()) }
    return ProfileFixture(tags: [("A2B0", lut16(inputs: 3, side: UInt8(side), curve: curve, grid))])
  }()

  /// A linear grey profile with only a lookup table.
  public static let grayTables = ProfileFixture(
    colorSpace: "GRAY",
    tags: [
      ("A2B0", lut16(inputs: 1, [0, 0, 0] + white))
    ])

  /// An `mft2` tag with three outputs and `grid` as XYZ values, after one curve for all inputs.
  ///
  /// Source: ICC.1:2022, lut16Type.
  private static func lut16(
    inputs: UInt8, side: UInt8 = 2, curve: [Int] = [0, 65_535], _ grid: [Double]
  ) -> [UInt8] {
    func half(_ value: Int) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 0xFF)] }
    var data = [UInt8]("mft2".utf8) + [0, 0, 0, 0, inputs, 3, side, 0]
    for place in 0..<9 { data += place % 4 == 0 ? [0, 1, 0, 0] : [0, 0, 0, 0] }
    data += half(curve.count) + half(2)
    for _ in 0..<inputs { data += curve.flatMap(half) }
    // XYZ has 15 fractional bits.
    data += grid.flatMap { half(Int(($0 * 32_768).rounded())) }
    for _ in 0..<3 { data += half(0) + half(65_535) }
    return data
  }
}
