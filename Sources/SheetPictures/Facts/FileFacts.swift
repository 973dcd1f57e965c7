internal import SheetFiles
internal import SheetImaging
internal import SheetLayout
internal import SheetModel
internal import SystemPackage

// Facts that every picture has: about its path, its file and its header.

extension PictureToken {
  /// Facts about the path.
  ///
  /// The name with and without extension, the path, and the folder. A path starts with the input as
  /// it was given. The folder is relative to the input folder; for a picture that was itself given
  /// as an input, it is the name of the picture's folder, or `.` for a bare name. A picture that
  /// does not exist may have no folder.
  static let ofPath = [
    PictureToken("name") { Fact(PathText($0.source.name).name) },
    PictureToken("stem") { Fact(PathText($0.source.name).stem) },
    PictureToken("path") { Fact($0.source.name) },
    PictureToken("folder") {
      $0.lacksFolder ? nil : Fact($0.folder ?? PathText($0.source.name).folder)
    },
  ]

  /// Facts about the file.
  ///
  /// They are the file's size, such as `3.2 MB`; its modification time in UTC, such as `2026-11-21
  /// 14:05`; the name of the RAW file whose preview the picture is, or with which it forms one
  /// picture; and, if the picture is a copy, the path of the original.
  static let ofFile = [
    PictureToken("size", .number) { picture in
      picture.fileStatus.map {
        .rounded(Double($0.size), as: ByteCount(UInt64(max(0, $0.size))).description)
      }
    },
    PictureToken("modified", .time) { $0.fileStatus.map { Fact(modified: $0.modified) } },
    PictureToken(
      "raw", isRecent: true,
      .picture { picture in
        let isRaw = picture.readableHeader?.isPreview == true
        let name = isRaw ? picture.source.name : picture.found?.raw?.path.string
        return name.map { Fact(PathText($0).name) }
      }),
    PictureToken(
      "duplicate-of", isRecent: true,
      .picture { $0.lookalikes?.original.map { Fact($0.name.text) } }),
  ]

  /// Facts about the header.
  ///
  /// The size of the upright picture in pixels and in megapixels, and as width by height; the bits
  /// per sample as stored; whether there is an alpha channel; the name of the colour space, which
  /// is looked up only if requested; and, in multi-page files, the page number, counted from 0.
  static let ofHeader = [
    PictureToken("width", .digits) { $0.uprightSize.map { Fact($0.width) } },
    PictureToken("height", .digits) { $0.uprightSize.map { Fact($0.height) } },
    PictureToken("megapixels", .number) { $0.size.map(\.megapixels) },
    PictureToken("aspect", .number) { $0.uprightSize.map(\.aspect) },
    PictureToken("depth", .digits) { $0.readableHeader.map { Fact(Int($0.bitsPerSample)) } },
    PictureToken(
      "alpha", isRecent: true,
      .picture { $0.readableHeader.flatMap { $0.format.channels.hasAlpha ? Fact("alpha") : nil } }),
    PictureToken(
      "frame", .digits, isRecent: true,
      .picture { $0.readableHeader?.page.map { Fact($0.index) } }),
    PictureToken(.profile, isRecent: true) { _ in MetadataNeeds(color: true) },
  ]
}

extension Fact {
  /// A modification time; sorting by it takes fractions of a second into account.
  fileprivate init(modified: Duration) {
    let (seconds, attoseconds) = modified.components
    self.init(
      CivilTime(since1970: modified).minuteText,
      number: Double(seconds) + Double(attoseconds) * 1e-18)
  }
}

extension PixelSize {
  /// The number of megapixels, to one decimal place; below a tenth, to two significant digits or
  /// fewer.
  fileprivate var megapixels: Fact {
    let pixels = Double(width) * Double(height)
    var unit = 100_000.0
    while pixels < 0.95 * unit || unit == 10_000 && pixels < 9.5 * unit, unit > 1 { unit /= 10 }
    let number = (pixels / unit).rounded() * unit / 1_000_000
    return .rounded(pixels / 1_000_000, as: number.text(decimals: 6))
  }

  /// The aspect ratio: a common one if the picture's is within 1 % of it, otherwise a number.
  ///
  /// The ratios of cameras and screens are within 1 % of the common ones.
  fileprivate var aspect: Fact {
    let ratio = Double(width) / Double(height)
    let commonRatios = [
      (1, 1), (5, 4), (4, 3), (7, 5), (3, 2), (16, 10), (16, 9), (2, 1), (21, 9), (3, 1),
    ]
    for (long, short) in commonRatios {
      let value = Double(long) / Double(short)
      if abs(ratio / value - 1) < 0.01 { return .rounded(ratio, as: "\(long):\(short)") }
      if abs(ratio * value - 1) < 0.01 { return .rounded(ratio, as: "\(short):\(long)") }
    }
    return .rounded(ratio, as: ratio.text(decimals: ratio >= 0.01 ? 2 : 6))
  }
}
