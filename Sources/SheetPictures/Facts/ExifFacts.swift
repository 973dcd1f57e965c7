internal import SheetModel

/// The facts in the Exif data of a picture.
///
/// Texts have no surrounding space. A missing, blank, damaged or impossible value is nil.
///
/// Source: Exif 2.32 (CIPA DC-008): 4.6.4 for the picture, 4.6.5 for the exposure and 4.6.6 for the
/// position.
struct ExifFacts: Equatable, Sendable {
  /// The first directory.
  let picture: TIFFDirectory
  /// The Exif IFD.
  let photograph: TIFFDirectory?
  /// The GPS IFD.
  let place: TIFFDirectory?

  /// Reads the facts of a first directory, and of the directories it refers to.
  init(_ directory: TIFFDirectory) {
    picture = directory
    photograph = directory.directory(34665)
    place = directory.directory(34853)
  }

  /// When the picture was taken, or else digitised, according to the camera's clock.
  ///
  /// TIFF/EP and DNG record it in the first directory.
  ///
  /// Source: tags 36867 (DateTimeOriginal) and 36868 (DateTimeDigitized), with 37521 and 37522
  /// (SubSecTimeOriginal and SubSecTimeDigitized).
  var taken: CivilTime? {
    time(36867, fraction: 37521, of: photograph) ?? time(36867, fraction: 37521, of: picture)
      ?? time(36868, fraction: 37522, of: photograph)
      ?? time(36868, fraction: 37522, of: picture)
  }

  /// When the file was written, the only time recorded by some cameras and scanners.
  ///
  /// Source: tags 306 (DateTime) and 37520 (SubSecTime).
  var written: CivilTime? { time(306, fraction: 37520, of: picture) }

  /// The photographer.
  ///
  /// Source: tag 315 (Artist).
  var artist: String? { text(315, of: picture) }

  /// The copyright holders: photographer, editor, or both, separated by a semicolon.
  ///
  /// Source: tag 33432 (Copyright), in which a NUL separates the two.
  var copyright: String? {
    let owners = (picture.texts(33432, maximum: 2) ?? []).compactMap(\.trimmed)
    return owners.isEmpty ? nil : owners.joined(separator: "; ")
  }

  /// The title or description of the picture.
  ///
  /// Source: tag 270 (ImageDescription).
  var description: String? { text(270, of: picture) }

  /// The title assigned in Windows.
  ///
  /// Source: tag 40091 (XPTitle).
  var title: String? { picture.windowsText(40091)?.trimmed }

  /// The keywords assigned in Windows, separated by semicolons.
  ///
  /// Source: tag 40094 (XPKeywords).
  var keywords: [String] {
    (picture.windowsText(40094) ?? "").split(separator: ";").compactMap { String($0).trimmed }
  }

  /// The author according to Windows.
  ///
  /// Source: tag 40093 (XPAuthor).
  var author: String? { picture.windowsText(40093)?.trimmed }

  /// The comment, or the comment assigned in Windows.
  ///
  /// Source: tags 37510 (UserComment) and 40092 (XPComment).
  var comment: String? {
    photograph?.markedText(37510)?.trimmed ?? picture.windowsText(40092)?.trimmed
  }

  /// The settings under one of the keywords in `TextKey.settings`.
  ///
  /// The settings are in the comment, or else in a string of the first directory that starts with
  /// the keyword.
  ///
  /// Source: AUTOMATIC1111, modules/images.py (UserComment); ComfyUI, comfy_extras/nodes_images.py (tags 270
  /// to 272, `prompt:{…}`).
  func settings(under keyword: String) -> String? {
    if keyword == "parameters" { return comment }
    let mark = keyword + ":"
    return TextKey.settings.contains(keyword)
      ? [272, 271, 270].lazy.compactMap { text($0, of: picture) }
        .first { $0.prefix(mark.count).lowercased() == mark }.map {
          String($0.dropFirst(mark.count))
        } : nil
  }

  /// The texts of image generators that formats other than PNG keep in Exif, by keyword.
  var generatorTexts: [String: [UInt8]] {
    let keywords = TextKey.settings.union(["Comment"])
    return Dictionary(
      uniqueKeysWithValues: keywords.compactMap { keyword in
        (keyword == "Comment" ? comment : settings(under: keyword)).map {
          (keyword, Array($0.utf8))
        }
      })
  }

  /// The rating assigned in Windows and by cameras: 0 to 5 stars, or a percentage of them.
  ///
  /// Source: tags 18246 (Rating) and 18249 (RatingPercent).
  var rating: Fact? {
    if let stars = picture.firstNumber(18246), 0...5 ~= stars { return Fact(stars) }
    return picture.firstNumber(18249).flatMap { Fact(percentOfStars: $0) }
  }

  private func time(_ tag: Int, fraction: Int, of directory: TIFFDirectory?) -> CivilTime? {
    // A NUL may separate the date from the time.
    directory?.texts(tag, maximum: 4).flatMap { CivilTime(exif: $0.joined(separator: " ")) }?
      .with(fraction: photograph?.text(fraction))
  }

  private func text(_ tag: Int, of directory: TIFFDirectory?) -> String? {
    directory?.text(tag)?.trimmed
  }
}

extension String {
  /// The text without surrounding white space; nil if nothing is left.
  var trimmed: String? {
    let start = drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return nil }
    return String(start[...last])
  }
}

extension ExifFacts {
  /// The position of the camera; nil if none is recorded.
  ///
  /// If no hemisphere is recorded, the position is assumed to be north and east, unless its numbers
  /// are negative.
  ///
  /// Source: tags 1 to 4 of the GPS IFD (GPSLatitudeRef, GPSLatitude, GPSLongitudeRef and
  /// GPSLongitude).
  var coordinates: Coordinates? {
    guard let latitude = degrees(2, limit: 90), let longitude = degrees(4, limit: 180) else {
      return nil
    }
    let (north, east) = (sign(1, "N", "S"), sign(3, "E", "W"))
    let isSigned = latitude < 0 || longitude < 0
    return Coordinates(
      latitude: north.map { $0 * abs(latitude) } ?? latitude,
      longitude: east.map { $0 * abs(longitude) } ?? longitude,
      lacksHemisphere: (north == nil || east == nil) && !isSigned)
  }

  /// Degrees, or degrees, minutes and seconds, converted to degrees.
  ///
  /// Each number may have decimals, and numbers may be missing at the end.
  private func degrees(_ tag: Int, limit: Double) -> Double? {
    guard let parts = place?.fractions(tag)?.prefix(3), case let known = parts.compactMap(\.self),
      known.count == parts.count, known.dropFirst().allSatisfy({ $0 >= 0 })
    else { return nil }
    // The sign of the degrees applies to the minutes and seconds too.
    let size = zip(known, [1.0, 60, 3600]).reduce(0) { $0 + abs($1.0) / $1.1 }
    return size <= limit ? (known[0].sign == .minus ? -size : size) : nil
  }

  /// 1 or -1, depending on the letter of a reference; nil if it is neither of the two.
  private func sign(_ tag: Int, _ positive: String, _ negative: String) -> Double? {
    switch text(tag, of: place)?.prefix(1).uppercased() {
    case positive: 1
    case negative: -1
    default: nil
    }
  }
}
