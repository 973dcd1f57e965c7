internal import SheetModel

/// The facts in the Exif data of a picture.
///
/// Texts have no space around them. A missing, blank, damaged or impossible value is nil.
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

  /// The facts of a first directory, and of the directories that it leads to.
  init(_ directory: TIFFDirectory) {
    picture = directory
    photograph = directory.directory(34665)
    place = directory.directory(34853)
  }

  /// The time at which the picture was taken, else digitized, by the clock of the camera.
  ///
  /// Source: tags 36867 (DateTimeOriginal) and 36868 (DateTimeDigitized), with 37521 and 37522
  /// (SubSecTimeOriginal and SubSecTimeDigitized).
  var taken: CivilTime? {
    time(36867, fraction: 37521, of: photograph) ?? time(36868, fraction: 37522, of: photograph)
  }

  /// The time at which the file was written, the only time of some cameras and scanners.
  ///
  /// Source: tags 306 (DateTime) and 37520 (SubSecTime).
  var written: CivilTime? { time(306, fraction: 37520, of: picture) }

  /// The usual name of the camera, such as `Nikon D750`, or only its maker or its model.
  ///
  /// Source: tags 271 (Make) and 272 (Model).
  var camera: String? {
    // A JSON object, as ComfyUI writes it here, is not the name of a camera.
    let names = [271, 272].map { tag in
      text(tag, of: picture).flatMap { $0.contains("{") ? nil : $0 }
    }
    return CameraName(maker: names[0], model: names[1]).text
  }

  /// The model of the lens.
  ///
  /// Source: tag 42036 (LensModel).
  var lens: String? { text(42036, of: photograph) }

  /// The photographer.
  ///
  /// Source: tag 315 (Artist).
  var artist: String? { text(315, of: picture) }

  /// The owners of rights in the picture: photographer, editor, or both with a semicolon between.
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

  /// The title that Windows has given it.
  ///
  /// Source: tag 40091 (XPTitle).
  var title: String? { picture.windowsText(40091)?.trimmed }

  /// The keywords that Windows has given it, which semicolons divide.
  ///
  /// Source: tag 40094 (XPKeywords).
  var keywords: [String] {
    (picture.windowsText(40094) ?? "").split(separator: ";").compactMap { String($0).trimmed }
  }

  /// The author by Windows.
  ///
  /// Source: tag 40093 (XPAuthor).
  var author: String? { picture.windowsText(40093)?.trimmed }

  /// The comment, or Windows's comment.
  ///
  /// Source: tags 37510 (UserComment) and 40092 (XPComment).
  var comment: String? {
    photograph?.markedText(37510)?.trimmed ?? picture.windowsText(40092)?.trimmed
  }

  /// The settings under a keyword of `TextKey.settings`.
  ///
  /// They are the comment, else a text of the first directory that begins with the keyword.
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

  /// The rating by Windows and by cameras: 0 to 5 stars, or a percentage of them.
  ///
  /// Source: tags 18246 (Rating) and 18249 (RatingPercent).
  var rating: Fact? {
    if let stars = picture.firstNumber(18246), 0...5 ~= stars { return Fact(stars) }
    return picture.firstNumber(18249).flatMap { Fact(percentOfStars: $0) }
  }

  private func time(_ tag: Int, fraction: Int, of directory: TIFFDirectory?) -> CivilTime? {
    // A NUL may be between the day and the hour.
    directory?.texts(tag, maximum: 4).flatMap { CivilTime(exif: $0.joined(separator: " ")) }?
      .with(fraction: photograph?.text(fraction))
  }

  private func text(_ tag: Int, of directory: TIFFDirectory?) -> String? {
    directory?.text(tag)?.trimmed
  }
}

extension String {
  /// The text without the white space around it; nil if the rest is empty.
  var trimmed: String? {
    let start = drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return nil }
    return String(start[...last])
  }
}

extension ExifFacts {
  /// The time of the exposure, such as `1/250 s` or `2 s`; the number is in seconds.
  ///
  /// Source: tag 33434 (ExposureTime).
  var exposure: Fact? {
    guard let seconds = positive(33434) else { return nil }
    // Cameras show fractions up to 1/4 s, and decimals from 0.3 s on.
    let text =
      seconds < 0.3 ? "1/" + (1 / seconds).text(decimals: 0) : seconds.text(decimals: 1)
    return Fact(text + " s", number: seconds)
  }

  /// The aperture as its f-number, such as `f/2.8`.
  ///
  /// Source: tag 33437 (FNumber).
  var aperture: Fact? {
    positive(33437).map { number in
      // The fastest lenses, such as f/0.95, are named with two decimals.
      Fact("f/" + number.text(decimals: number < 1 ? 2 : 1), number: number)
    }
  }

  /// The sensitivity, such as `400`.
  ///
  /// Source: tag 34855 (PhotographicSensitivity), 65535 if its 16 bits do not suffice; 34864
  /// (SensitivityType); 34865 to 34867 (StandardOutputSensitivity, RecommendedExposureIndex, ISOSpeed);
  /// the ExifTool documentation, "PanasonicRaw Tags": of RW2 files 23 in the first directory.
  var iso: Fact? {
    let type = photograph?.firstNumber(34864) ?? 0
    let tags = [34855, Self.sensitivities[type] ?? 34866, 34866, 34867, 34865]
    let numbers = tags.map { photograph?.firstNumber($0) } + [picture.firstNumber(23)]
    return numbers.compactMap(\.self).first { $0 > 0 && $0 != 65535 }.map {
      Fact(String($0), number: Double($0))
    }
  }

  /// The tags of the sensitivities that the camera displays, by their types.
  ///
  /// Other types have the recommended index.
  private static let sensitivities = [1: 34865, 3: 34867, 5: 34867]

  /// The focal length, such as `50 mm` or `4.2 mm`.
  ///
  /// Source: tag 37386 (FocalLength).
  var focal: Fact? {
    positive(37386).map { Fact($0.text(decimals: 1) + " mm", number: $0) }
  }

  /// The positive number of a tag.
  ///
  /// Zero stands for an unknown exposure, aperture or focal length.
  private func positive(_ tag: Int) -> Double? {
    photograph?.rational(tag).flatMap { $0 > 0 ? $0 : nil }
  }
}

extension ExifFacts {
  /// The position of the camera: latitude and longitude in degrees, such as `48.8583, 2.2945`.
  ///
  /// South and west are negative. Four decimals are about ten metres. Cameras without a fix write zeros.
  ///
  /// Source: tags 1 to 4 of the GPS IFD (GPSLatitudeRef, GPSLatitude, GPSLongitudeRef and
  /// GPSLongitude).
  var position: String? {
    guard let latitude = degrees(2, reference: 1, directions: ("N", "S"), limit: 90),
      let longitude = degrees(4, reference: 3, directions: ("E", "W"), limit: 180),
      latitude != 0 || longitude != 0
    else { return nil }
    return latitude.text(decimals: 4, keepsZeros: true) + ", "
      + longitude.text(decimals: 4, keepsZeros: true)
  }

  /// Degrees, minutes and seconds as degrees, negative in the second direction.
  private func degrees(
    _ tag: Int, reference: Int, directions: (String, String), limit: Double
  ) -> Double? {
    guard let parts = place?.rationals(tag, count: 3), parts.allSatisfy({ $0 >= 0 }),
      let direction = place?.text(reference)
    else { return nil }
    let degrees = parts[0] + parts[1] / 60 + parts[2] / 3600
    guard degrees <= limit else { return nil }
    switch direction {
    case directions.0: return degrees
    case directions.1: return -degrees
    default: return nil
    }
  }
}

/// The usual name of a camera, from the maker and the model in its pictures.
///
/// - The maker is its name without words for the kind of company: `Olympus` for
///   `OLYMPUS IMAGING CORP.`
/// - Words of it that are all capitals or all small letters get one capital, except short ones:
///   `Nikon`, but `HTC`.
/// - If the model begins with a word of the maker, or with its initials, the maker is not repeated:
///   `Kodak DC280 ZOOM DIGITAL CAMERA`, `HP PhotoSmart 715`. The shared word is then written as in
///   the maker. The rest of the model stays as it is.
struct CameraName {
  /// The name; nil if neither maker nor model is known.
  let text: String?

  /// - Parameters:
  ///   - maker: The maker in Exif, without space around it; nil if there is none.
  ///   - model: The model in Exif, without space around it; nil if there is none.
  init(maker: String?, model: String?) {
    guard let maker else {
      text = model
      return
    }
    let words = Self.nameWords(of: maker)
    let name = words.map(Self.cased).joined(separator: " ")
    guard let model else {
      text = name
      return
    }
    if let word = words.first(where: { model.beginsWithWord($0) }) {
      text = Self.cased(word) + model.dropFirst(word.count)
    } else if let initials = Self.initials(of: words), model.beginsWithWord(initials) {
      text = model
    } else {
      text = name + " " + model
    }
  }

  /// The words of a maker up to the first one that is about the company; at least one.
  private static func nameWords(of maker: String) -> [String] {
    let words = maker.split { $0.isWhitespace || $0 == "," }.map { String($0) }
    let end = words.dropFirst().firstIndex { word in
      companyWords.contains(word.filter { $0 != "." }.lowercased())
    }
    return words.isEmpty ? [maker] : Array(words[..<(end ?? words.endIndex)])
  }

  /// The words that follow the names of makers in Exif.
  private static let companyWords: Set = [
    "ag", "camera", "co", "coltd", "company", "computer", "corp", "corporation", "electric",
    "electronics", "gmbh", "imaging", "inc", "limited", "ltd", "optical",
  ]

  /// A word as it is written inside a text, unless it is short or has its own capitals.
  private static func cased(_ word: String) -> String {
    let isShort = word.count <= 3
    guard word == word.lowercased() || word == word.uppercased() && !isShort else { return word }
    return word.prefix(1).uppercased() + word.dropFirst().lowercased()
  }

  /// The first letters of at least two words, which hyphens separate too.
  private static func initials(of words: [String]) -> String? {
    let initials = words.flatMap { $0.split(separator: "-") }.compactMap(\.first)
    return initials.count > 1 ? String(initials) : nil
  }
}

extension String {
  /// Whether the text begins with this whole word, regardless of case.
  fileprivate func beginsWithWord(_ word: String) -> Bool {
    guard prefix(word.count).lowercased() == word.lowercased() else { return false }
    return dropFirst(word.count).first.map { !$0.isLetter && !$0.isNumber } ?? true
  }
}
