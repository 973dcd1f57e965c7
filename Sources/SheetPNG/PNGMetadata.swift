import CPNGShims

/// What a file says about its picture ahead of the pixels.
///
/// Chunks that are damaged or contradict each other are left out, as libpng decides. Where
/// several describe the colours, the first of these applies:
/// ``codePoints``, ``profile``, ``sRGBIntent``, and last ``gamma`` with
/// ``chromaticities`` (PNG specification, third edition, chapter 4, colour spaces).
public struct PNGMetadata: Equatable, Sendable {
  /// A point of the CIE 1931 xy diagram.
  public struct Chromaticity: Equatable, Hashable, Sendable {
    /// The share of X in X + Y + Z.
    public let x: Double
    /// The share of Y in X + Y + Z.
    public let y: Double

    /// A point by its coordinates.
    public init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }
  }

  /// The white point and the primaries of a cHRM chunk.
  public struct Chromaticities: Equatable, Hashable, Sendable {
    /// The white point.
    public let white: Chromaticity
    /// The red primary.
    public let red: Chromaticity
    /// The green primary.
    public let green: Chromaticity
    /// The blue primary.
    public let blue: Chromaticity

    /// A colour space by its four points.
    public init(
      white: Chromaticity, red: Chromaticity, green: Chromaticity, blue: Chromaticity
    ) {
      self.white = white
      self.red = red
      self.green = green
      self.blue = blue
    }
  }

  /// The profile of an iCCP chunk.
  public struct Profile: Equatable, Hashable, Sendable {
    /// The name that the chunk gives it.
    public let name: String
    /// The ICC profile, no longer compressed.
    ///
    /// libpng has checked its header and its tag table, but not what the tags
    /// hold.
    public let bytes: [UInt8]

    /// A profile with a name.
    public init(name: String, bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }
  }

  /// The numbers of a cICP chunk, as ITU-T H.273 defines them.
  public struct CodePoints: Equatable, Hashable, Sendable {
    /// The colour primaries: 1 for BT.709 and sRGB, 9 for BT.2020, 12 for
    /// Display P3.
    public let primaries: UInt8
    /// The transfer function: 13 for sRGB, 16 for PQ, 18 for HLG.
    public let transfer: UInt8
    /// The matrix coefficients: 0 for RGB, which is all that PNG allows.
    public let matrix: UInt8
    /// Whether samples use their whole range.
    public let isFullRange: Bool

    /// Code points for RGB, which PNG stores with its full range.
    public init(primaries: UInt8, transfer: UInt8, matrix: UInt8 = 0, isFullRange: Bool = true) {
      self.primaries = primaries
      self.transfer = transfer
      self.matrix = matrix
      self.isFullRange = isFullRange
    }
  }

  /// The numbers of a pHYs chunk.
  public struct Density: Equatable, Hashable, Sendable {
    /// Pixels per unit along a row.
    public let x: UInt32
    /// Pixels per unit along a column.
    public let y: UInt32
    /// Whether the unit is the metre; otherwise only the ratio means anything.
    public let isPerMetre: Bool

    /// A density along both axes.
    public init(x: UInt32, y: UInt32, isPerMetre: Bool) {
      self.x = x
      self.y = y
      self.isPerMetre = isPerMetre
    }
  }

  /// A keyword and its text, from a tEXt, zTXt or iTXt chunk.
  public struct Text: Equatable, Hashable, Sendable {
    /// The keyword, such as `Title` or `XML:com.adobe.xmp`.
    public let keyword: String
    /// The text, no longer compressed.
    ///
    /// It may hold any character, also ones that control a terminal.
    public let value: String

    /// A text under a keyword.
    public init(keyword: String, value: String) {
      self.keyword = keyword
      self.value = value
    }
  }

  /// The rendering intent of an sRGB chunk, 0 to 3.
  public let sRGBIntent: UInt8?
  /// The exponent of a gAMA chunk, 0.45455 for 1/2.2.
  ///
  /// libpng also fills this in for a file that has an sRGB chunk only.
  public let gamma: Double?
  /// The cHRM chunk.
  ///
  /// libpng also fills this in for a file that has an sRGB chunk only.
  public let chromaticities: Chromaticities?
  /// The iCCP chunk.
  public let profile: Profile?
  /// The cICP chunk.
  public let codePoints: CodePoints?
  /// The pHYs chunk.
  public let density: Density?
  /// The eXIf chunk: a TIFF header and directories.
  public let exif: [UInt8]?
  /// The texts that stand before the pixels, in the order of the file.
  public let texts: [Text]

  /// Metadata without a file, such as tests need.
  public init(
    sRGBIntent: UInt8? = nil, gamma: Double? = nil, chromaticities: Chromaticities? = nil,
    profile: Profile? = nil, codePoints: CodePoints? = nil, density: Density? = nil,
    exif: [UInt8]? = nil, texts: [Text] = []
  ) {
    self.sRGBIntent = sRGBIntent
    self.gamma = gamma
    self.chromaticities = chromaticities
    self.profile = profile
    self.codePoints = codePoints
    self.density = density
    self.exif = exif
    self.texts = texts
  }
}

extension PNGMetadata {
  /// Copies what the reader holds.
  init(_ source: cpng_metadata, texts: [Text]) {
    unsafe self.init(
      sRGBIntent: UInt8(exactly: source.srgb_intent),
      gamma: source.gamma > 0 ? Double(source.gamma) / 100_000 : nil,
      chromaticities: source.has_chromaticities ? Chromaticities(source) : nil,
      profile: source.profile_name == nil ? nil : Profile(source),
      codePoints: source.code_points == nil ? nil : CodePoints(source),
      density: source.density_unit < 0 ? nil : Density(source),
      exif: source.exif == nil ? nil : copy(source.exif, source.exif_count),
      texts: texts)
  }
}

extension PNGMetadata.Chromaticities {
  fileprivate init(_ source: cpng_metadata) {
    unsafe self.init(
      white: .init(x: source.white_x, y: source.white_y),
      red: .init(x: source.red_x, y: source.red_y),
      green: .init(x: source.green_x, y: source.green_y),
      blue: .init(x: source.blue_x, y: source.blue_y))
  }
}

extension PNGMetadata.Chromaticity {
  fileprivate init(x: Int32, y: Int32) {
    self.init(x: Double(x) / 100_000, y: Double(y) / 100_000)
  }
}

extension PNGMetadata.Profile {
  fileprivate init(_ source: cpng_metadata) {
    unsafe self.init(
      name: latin1(copy(source.profile_name, source.profile_name_count)),
      bytes: copy(source.profile, source.profile_count))
  }
}

extension PNGMetadata.CodePoints {
  fileprivate init(_ source: cpng_metadata) {
    let bytes = unsafe copy(source.code_points, 4)
    self.init(
      primaries: bytes[0], transfer: bytes[1], matrix: bytes[2], isFullRange: bytes[3] != 0)
  }
}

extension PNGMetadata.Density {
  fileprivate init(_ source: cpng_metadata) {
    unsafe self.init(
      x: source.density_x, y: source.density_y, isPerMetre: source.density_unit == 1)
  }
}

extension PNGMetadata.Text {
  init(_ source: cpng_text) {
    let value = unsafe copy(source.value, source.value_count)
    unsafe self.init(
      keyword: latin1(copy(source.keyword, source.keyword_count)),
      value: source.is_utf8 ? String(decoding: value, as: UTF8.self) : latin1(value))
  }
}

private func copy(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> [UInt8] {
  unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
}

/// Latin-1 numbers its characters as Unicode does.
private func latin1(_ bytes: [UInt8]) -> String {
  String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
}
