internal import SheetModel

/// The directories of a picture's Exif data, and the facts that are not simply the value of a tag.
///
/// ``RecordedFact`` lists the tags of the other facts. Text has no surrounding space. A missing,
/// blank, damaged or impossible value is nil.
///
/// Source: Exif 2.32 (CIPA DC-008), 4.6.6 for the position.
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
    photograph = directory.directory(TIFFTag.exif)
    place = directory.directory(TIFFTag.gps) ?? photograph?.directory(TIFFTag.gps)
  }

  /// The comment, or else the comment entered in Windows.
  var comment: String? { MetadataSources(exif: self).text(.comment) }

  /// The settings of an image generator under one of the keywords in `TextKey.settings`.
  ///
  /// The settings are in the comment, or else in a string of the first directory that starts with
  /// the keyword.
  ///
  /// Source: AUTOMATIC1111, modules/images.py (UserComment); ComfyUI, comfy_extras/nodes_images.py
  /// (tags 270 to 272, `prompt:{…}`).
  func settings(under keyword: String) -> String? {
    if keyword == "parameters" { return comment }
    let mark = keyword + ":"
    return TextKey.settings.contains(keyword)
      ? [272, 271, TIFFTag.description].lazy.compactMap { text($0, of: picture) }
        .first { $0.prefix(mark.count).lowercased() == mark }.map {
          String($0.dropFirst(mark.count))
        } : nil
  }

  /// What image generators write into Exif in formats other than PNG, by keyword.
  var generatorTexts: [String: [UInt8]] {
    let keywords = TextKey.settings.union(["Comment"])
    return Dictionary(
      uniqueKeysWithValues: keywords.compactMap { keyword in
        (keyword == "Comment" ? comment : settings(under: keyword)).map {
          (keyword, Array($0.utf8))
        }
      })
  }

  private func text(_ tag: Int, of directory: TIFFDirectory?) -> String? {
    directory?.text(tag)?.trimmed
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
    guard let latitude = angle(2, .latitude, reference: 1),
      let longitude = angle(4, .longitude, reference: 3)
    else { return nil }
    return Coordinates(latitude, longitude)
  }

  /// A latitude or longitude; the letter for its direction takes precedence over its sign.
  ///
  /// Each of its numbers may have decimals, and the last numbers may be missing.
  private func angle(_ tag: Int, _ axis: Angle.Axis, reference: Int) -> Angle? {
    guard let place, place.has(tag) else { return nil }
    let letter = text(reference, of: place)
    if place.isText(tag) {
      return place.text(tag).flatMap { Angle($0, axis, reference: letter) }
    }
    let parts = place.values(tag).prefix(3)
    let known = parts.compactMap(\.self)
    guard known.count == parts.count else { return nil }
    return Angle(known, axis, isNegative: axis.isNegative(letter))
  }
}
