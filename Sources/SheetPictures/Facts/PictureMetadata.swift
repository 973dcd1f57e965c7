package import SheetPNG

/// What of a file's metadata is asked for besides shape and colours.
package struct MetadataNeeds: Equatable, Sendable {
  /// The texts: those of a PNG, and the comments of a JPEG under `Comment`.
  package var texts = TextSelection.nothing
  /// How many bytes of each of these are read, as the file has them, and a few more.
  package var longestText = FactLength.kept
  /// The keys that are searched in texts while these are read.
  package var textKeys: Set<TextKey> = []
  /// Whether the Exif data are asked for.
  package var exif = false
  /// Whether the XMP is asked for.
  package var xmp = false
  /// Whether the name of the colour space is asked for.
  package var color = false
}

/// What a file says of its picture besides shape and colours, as far as it was asked for.
package struct PictureMetadata: Equatable, Sendable {
  /// The texts in the order of the file: of several under one keyword the first counts.
  package var texts: [PictureText] = []
  /// What texts say of the keys that are searched.
  package var textValues: [TextKey: String] = [:]
  /// The first directory of the Exif data.
  package var exif: ExifDirectory?
  /// The XMP packet, as XML.
  package var xmp: [UInt8]?
  /// The name of the colour space that counts, such as `Display P3`.
  package var colorName: String?

  /// The text under a keyword, or what it says of a key; nil where it is missing or empty.
  ///
  /// A parameter with colons is tried as a keyword, and then divided at the last of them. Of several
  /// texts under a keyword the first counts.
  func text(of parameter: String) -> String? {
    let text =
      texts.first { $0.keyword == parameter }?.text
      ?? TextKey(parameter).flatMap { textValues[$0] }
    return text?.isEmpty == true ? nil : text
  }
}
