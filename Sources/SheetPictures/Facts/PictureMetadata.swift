package import SheetFiles
package import SheetModel

/// Which metadata to read from a file, apart from what describes shape and colours.
struct MetadataNeeds: Equatable, Sendable {
  /// The keywords of the requested PNG text chunks; `Comment` also stands for a JPEG's comments.
  ///
  /// Nil if all are requested.
  var texts: Set<String>? = []
  /// The number of bytes to keep of each text; a reader may read a few more, to tell whether the
  /// text goes on.
  var longestText = FactLength.kept
  /// The keys to search for in text chunks while reading them.
  var textKeys: Set<TextKey> = []
  /// Whether Exif data is requested.
  var exif = false
  /// Whether XMP and IPTC are requested.
  var xmp = false
  /// Whether the name of the colour space is requested.
  var color = false
  /// Whether the settings of image generators are requested.
  var settings = false
  /// Whether the resolution is requested.
  var resolution = false

  /// Creates needs; by default, nothing is requested.
  init(
    texts: Set<String>? = [], textKeys: Set<TextKey> = [], exif: Bool = false, xmp: Bool = false,
    color: Bool = false, settings: Bool = false, resolution: Bool = false
  ) {
    (self.texts, self.textKeys) = (texts, textKeys)
    (self.exif, self.xmp, self.color, self.settings) = (exif, xmp, color, settings)
    self.resolution = resolution
  }
}

/// The requested metadata of a file, apart from what describes shape and colours.
struct PictureMetadata: Equatable, Sendable {
  /// The maximum total size of the metadata that is read: 16 MiB.
  static let limit = 16 << 20

  /// The text chunks in file order.
  ///
  /// If several have the same keyword, the first is used.
  var texts: [PictureText] = []
  /// The values found for the requested keys in text chunks.
  var textValues: [TextKey: [String]] = [:]
  /// The settings of an image generator in text chunks; nil if they were not requested.
  var settings: GeneratorSettings?
  /// The first directory of the Exif data.
  var exif: TIFFDirectory?
  /// The XMP packets, as XML.
  var xmp: [[UInt8]] = []
  /// The IPTC data from each place in the file: datasets, or image resources that contain them.
  var iptc: [[UInt8]] = []
  /// The name of the colour space in use, such as `Display P3`.
  var colorName: String?
  /// The resolution in a field that is specific to the format, such as a pHYs chunk; nil if there
  /// is none.
  var resolution: StatedResolution?

  /// Creates metadata; by default, it is empty.
  init(
    texts: [PictureText] = [], textValues: [TextKey: [String]] = [:], exif: TIFFDirectory? = nil,
    xmp: [[UInt8]] = [], iptc: [[UInt8]] = [], colorName: String? = nil
  ) {
    (self.texts, self.textValues, self.exif) = (texts, textValues, exif)
    (self.xmp, self.iptc, self.colorName) = (xmp, iptc, colorName)
  }

  /// The text under a keyword, or the text's values for a key; none if the text is missing or
  /// empty.
  ///
  /// A parameter with colons is first tried as a keyword, and then split at the last colon. If
  /// several chunks have the same keyword, the first is used.
  func texts(of parameter: String) -> [String] {
    let found =
      texts.first { $0.keyword == parameter }.map { [$0.text] }
      ?? TextKey(parameter).flatMap { textValues[$0] } ?? []
    return found.filter { !$0.isEmpty }
  }
}

/// A key in the text under a keyword: `parameters:Seed` is the value of `Seed` in the text under
/// `parameters`.
///
/// This is how image generators write their settings, as JSON or as `Key: value`.
struct TextKey: Hashable, Sendable {
  /// The keyword of the text.
  let keyword: String
  /// The key, which contains no colon.
  let key: String

  /// The key that a parameter names after its last colon; nil if the parameter can only be a
  /// keyword.
  init?(_ parameter: String) {
    // In bytes, because a `String` combines a colon and a combining mark into one character.
    let bytes = parameter.utf8
    guard let colon = bytes.lastIndex(of: UInt8(ascii: ":")), colon > bytes.startIndex else {
      return nil
    }
    let key = bytes[bytes.index(after: colon)...]
    guard !key.isEmpty else { return nil }
    keyword = String(Substring(bytes[..<colon]))
    self.key = String(Substring(key))
  }

  /// The keywords of PNG text chunks that contain the settings of image generators.
  ///
  /// Formats without text chunks keep these settings in Exif.
  static let settings: Set = ["parameters", "prompt", "workflow"]

  /// The corresponding key in the workflow of a ComfyUI picture without a prompt; nil if the
  /// keyword is not `prompt`.
  var inWorkflow: TextKey? { keyword == "prompt" ? TextKey("workflow:\(key)") : nil }
}

/// A string stored in a picture.
struct PictureText: Equatable, Sendable {
  /// What the text is, such as `Title` or `Author`.
  var keyword: String
  /// The text, which may contain any character.
  var text: String

  init(keyword: String, text: String) {
    self.keyword = keyword
    self.text = text
  }
}

/// Limits on the length of a picture's facts from its metadata.
///
/// A file of 8 KB can contain a string of 8 MB, and a folder can contain a hundred thousand such
/// files.
enum FactLength {
  /// The maximum number of bytes a picture keeps for labels, sorting, grouping and names: 4 KiB, as
  /// UTF-8.
  static let kept = 4 * 1024
  /// The maximum for a listing of all facts, which keeps facts of only a few pictures at a time: 64
  /// KiB.
  static let listed = 64 * 1024
}

extension [FactKey: Fact] {
  /// Shortens the longest facts so that the total length of all facts stays within a limit;
  /// shortened facts end with an ellipsis.
  ///
  /// - Returns: Whether any fact was shortened.
  package mutating func shorten(to limit: Int) -> Bool {
    guard let share = share(of: limit) else { return false }
    for (key, fact) in self where fact.text.utf8.count > share {
      self[key] = Fact(fact.text.shortened(to: share), number: fact.number)
    }
    return true
  }

  /// The length to which longer facts are cut so that the total length of all facts meets a limit;
  /// nil if no fact is too long.
  private func share(of limit: Int) -> Int? {
    let lengths = values.map(\.text.utf8.count).sorted()
    var left = limit
    for (index, length) in lengths.enumerated() {
      let share = left / (lengths.count - index)
      if length > share { return share }
      left -= length
    }
    return nil
  }
}

extension String {
  /// As many whole characters as fit into a number of bytes, followed by an ellipsis.
  fileprivate func shortened(to limit: Int) -> String {
    let ellipsis = "\u{2026}"
    let room = Swift.max(0, limit - ellipsis.utf8.count)
    var end = utf8.index(utf8.startIndex, offsetBy: room)
    while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
    return String(self[..<end]) + ellipsis
  }
}

/// Which metadata of a file is used, and the folder that must contain the file.
package struct MetadataUse: Equatable, Sendable {
  /// Whether the file's colour space is used.
  package var color: Sheet.OwnColors
  /// Whether the file's orientation is used.
  package var orientation: Sheet.OwnOrientation
  /// Further metadata to read, for labels, sorting and filters.
  var needs = MetadataNeeds()
  /// The folder that all opened files must be below, even after links are resolved; nil for no
  /// restriction.
  package var root: OpenFolder?

  /// Creates a choice; by default, colour space and orientation are used.
  package init(color: Sheet.OwnColors = .convert, orientation: Sheet.OwnOrientation = .auto) {
    (self.color, self.orientation) = (color, orientation)
  }
}
