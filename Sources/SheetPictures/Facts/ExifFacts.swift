package import SheetText

/// What the Exif data of a picture say of it.
///
/// Texts have no space around them. What is missing, blank, damaged or impossible is nil.
///
/// Source: Exif 2.32 (CIPA DC-008), 4.6.4 (the picture), 4.6.5 (how it was taken) and 4.6.6 (where).
package struct ExifFacts: Equatable, Sendable {
  /// The first directory.
  let picture: ExifDirectory
  /// The Exif IFD.
  let photograph: ExifDirectory?
  /// The GPS IFD.
  let place: ExifDirectory?

  /// The facts of a first directory, and of those that it leads to.
  package init(_ directory: ExifDirectory) {
    picture = directory
    photograph = directory.directory(34665)
    place = directory.directory(34853)
  }

  /// When the picture was taken, else when it was digitized, by the clock of the camera.
  ///
  /// Source: tags 36867 (DateTimeOriginal) and 36868 (DateTimeDigitized).
  package var taken: CivilTime? {
    time(36867) ?? time(36868)
  }

  /// The camera as people say it, such as `Nikon D750`, or only its maker or its model.
  ///
  /// Source: tags 271 (Make) and 272 (Model).
  package var camera: String? {
    CameraName(maker: text(271, of: picture), model: text(272, of: picture)).text
  }

  /// The model of the lens.
  ///
  /// Source: tag 42036 (LensModel).
  package var lens: String? { text(42036, of: photograph) }

  /// The photographer.
  ///
  /// Source: tag 315 (Artist).
  package var artist: String? { text(315, of: picture) }

  /// Who has rights in the picture: the photographer, the editor, or both with a semicolon between.
  ///
  /// Source: tag 33432 (Copyright), in which a NUL separates the two.
  package var copyright: String? {
    let owners = (picture.texts(33432, maximum: 2) ?? []).compactMap(\.trimmed)
    return owners.isEmpty ? nil : owners.joined(separator: "; ")
  }

  /// The title or description of the picture.
  ///
  /// Source: tag 270 (ImageDescription).
  package var description: String? { text(270, of: picture) }

  private func time(_ tag: Int) -> CivilTime? {
    photograph?.text(tag).flatMap { CivilTime(exif: $0) }
  }

  private func text(_ tag: Int, of directory: ExifDirectory?) -> String? {
    directory?.text(tag)?.trimmed
  }
}

extension String {
  /// The text without the white space around it; nil where nothing is left.
  var trimmed: String? {
    let start = drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return nil }
    return String(start[...last])
  }
}
