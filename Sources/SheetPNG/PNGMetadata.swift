import CPNGShims

/// What a file says about its picture ahead of the pixels, besides texts.
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

  /// Metadata without a file, such as tests need.
  public init(
    color: PNGColorChunks = PNGColorChunks(), density: Density? = nil, exif: [UInt8]? = nil
  ) {
    self.color = color
    self.density = density
    self.exif = exif
  }
}

extension PNGMetadata {
  /// Copies what the reader holds.
  init(_ source: cpng_metadata, color: PNGColorChunks) {
    unsafe self.init(
      color: color, density: source.density_unit < 0 ? nil : Density(source),
      exif: source.exif == nil ? nil : copy(source.exif, source.exif_count))
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
  init(latin1 bytes: some Collection<UInt8>) {
    // In UTF-8, a character from 128 on is two bytes (RFC 3629, 3).
    var utf8: [UInt8] = []
    utf8.reserveCapacity(bytes.count)
    for byte in bytes {
      if byte < 0x80 {
        utf8.append(byte)
      } else {
        utf8.append(0xC0 | byte >> 6)
        utf8.append(0x80 | byte & 0x3F)
      }
    }
    self.init(decoding: utf8, as: UTF8.self)
  }
}
