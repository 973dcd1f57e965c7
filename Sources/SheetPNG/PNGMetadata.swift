import CPNGShims

/// What a file says about its picture ahead of the pixels.
///
/// Of the chunks that do not concern colours, those that are damaged are left out, as libpng
/// decides.
public struct PNGMetadata: Equatable, Sendable {
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

  /// The chunks that say what samples mean.
  public let color: PNGColorChunks
  /// The pHYs chunk.
  public let density: Density?
  /// The eXIf chunk: a TIFF header and directories.
  public let exif: [UInt8]?
  /// The texts that stand before the pixels, in the order of the file.
  public let texts: [Text]

  /// Metadata without a file, such as tests need.
  public init(
    color: PNGColorChunks = PNGColorChunks(), density: Density? = nil, exif: [UInt8]? = nil,
    texts: [Text] = []
  ) {
    self.color = color
    self.density = density
    self.exif = exif
    self.texts = texts
  }
}

extension PNGMetadata {
  /// Copies what the reader holds.
  init(_ source: cpng_metadata, color: PNGColorChunks, texts: [Text]) {
    unsafe self.init(
      color: color, density: source.density_unit < 0 ? nil : Density(source),
      exif: source.exif == nil ? nil : copy(source.exif, source.exif_count), texts: texts)
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
      keyword: String(latin1: copy(source.keyword, source.keyword_count)),
      value: source.is_utf8 ? String(decoding: value, as: UTF8.self) : String(latin1: value))
  }
}

private func copy(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> [UInt8] {
  unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
}

extension String {
  /// Text in Latin-1, which numbers its characters as Unicode does.
  init(latin1 bytes: some Sequence<UInt8>) {
    self.init(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}
