import CPNGShims

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
