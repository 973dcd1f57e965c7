internal import SheetFiles
internal import SheetImaging
internal import SheetLayout
internal import SystemPackage

/// A format of files that people keep among pictures, whether or not it is read here.
///
/// Writers are elsewhere: a `SheetFormat` refers to its `FileFormat`.
package struct FileFormat: Sendable {
  /// A kind of files of a format.
  package enum Kind: Sendable {
    /// A picture, which a user may miss on a sheet.
    case picture
    /// A video, of which a user would expect no more than a frame on a sheet.
    case video
    /// Pages and other documents.
    case document
    /// A file that has the name of a picture, but is something else.
    case other
  }

  /// The name in messages.
  package let name: String
  /// The name with its article.
  package let noun: String
  /// The endings of file names, in lower case and without the dot, the usual one first.
  package let extensions: [String]
  /// The beginnings of the files, each of which is sufficient.
  let signatures: [FileSignature]
  /// The bytes that whole files end with; nil if only decoding shows whether a file is whole.
  package let end: [UInt8]?
  /// The media type of the files; nil if not every browser shows them.
  package let mediaType: String?
  /// The kind of the files.
  package let kind: Kind
  /// The reader of the pictures; nil if there is none.
  package let reader: PictureReader?
  /// The remedy for a file, to follow a semicolon; nil if there is none.
  let remedy: String?

  /// Creates a format, whose noun is `a` with its name unless it is given.
  init(
    _ name: String, noun: String? = nil, _ extensions: [String],
    _ signatures: [FileSignature] = [], end: [UInt8]? = nil, mediaType: String? = nil,
    kind: Kind = .picture,
    readBy reader: PictureReader? = nil, remedy: String? = nil
  ) {
    self.name = name
    self.noun = noun ?? "a \(name)"
    self.extensions = extensions
    (self.signatures, self.end) = (signatures, end)
    self.mediaType = mediaType
    self.kind = kind
    self.reader = reader
    self.remedy = remedy
  }

  /// Whether pictures of the format are read here and now.
  package var isRead: Bool { reader.map { $0.remedy == nil } ?? false }

  /// Whether pictures of the format are taken.
  ///
  /// Pictures whose library only lacks memory are taken, too: their errors must not be lost.
  package var isTaken: Bool { isRead || reader?.library?.absence()?.isForMemory == true }

  /// The name of one file in a count of several.
  package var unit: String { kind == .video ? name : "\(name) file" }

  /// Whether a file name has an ending of this format.
  package func names(_ name: ArraySlice<UInt8>) -> Bool {
    extensions.contains { name.hasSuffix(".\($0)") }
  }

  /// Whether a file begins as files of this format do.
  func matches(_ beginning: [UInt8]) -> Bool {
    signatures.contains { $0.matches(beginning) }
  }
}

/// A reader of pictures of a format.
package struct PictureReader: Sendable {
  /// Makes the picture for a file; does not open it.
  let file: @Sendable (FilePath, MetadataUse) -> any FileSource
  /// The library that it needs; nil if it needs none that may be missing.
  package let library: ReadingLibrary?

  /// Creates a reader.
  init(
    needing library: ReadingLibrary? = nil,
    _ file: @escaping @Sendable (FilePath, MetadataUse) -> any FileSource
  ) {
    self.file = file
    self.library = library
  }

  /// Creates a reader of a format that a library reads.
  init(_ format: LibraryFile.Format) {
    self.init(needing: format.library) { LibraryFile($0, as: format, metadata: $1) }
  }

  /// The remedy so that pictures are read; nil if they are.
  package var remedy: String? { library?.absence()?.remedy }
}

/// The beginning of files of a format.
struct FileSignature: Sendable {
  let matches: @Sendable (_ beginning: [UInt8]) -> Bool

  /// Some bytes at an offset.
  static func bytes(_ mark: [UInt8], at offset: Int = 0) -> FileSignature {
    FileSignature { $0.dropFirst(offset).starts(with: mark) }
  }

  /// Some characters at an offset.
  static func text(_ mark: String, at offset: Int = 0) -> FileSignature {
    .bytes(Array(mark.utf8), at: offset)
  }

  /// An element that markup begins with, perhaps after a declaration of XML.
  static func element(_ name: String) -> FileSignature {
    FileSignature {
      let text = String(decoding: $0.prefix(512).lazy.filter { $0 < 0x80 }, as: UTF8.self)
      let start = text.drop { $0.isWhitespace }.lowercased()
      return start.hasPrefix("<\(name)") || start.hasPrefix("<!doctype \(name)")
        || start.hasPrefix("<?xml") && start.contains("<\(name)")
    }
  }
}

extension SheetPicture {
  /// The media type of the picture's file, if browsers show it as it is shown here; nil if they need a
  /// copy.
  ///
  /// Browsers show all pixels as squares, and not all browsers turn pictures other than JPEGs.
  package var mediaType: String? {
    guard let header = readableHeader, header.pixelRatio == .square, !header.isTurnedBeside,
      !header.isTurned, !header.isStretched,
      let path,
      let beginning = try? path.beginning(upTo: FormatTable.beginning, below: root),
      let format = FormatTable.standard.recognized(beginning),
      header.orientation == .upright || format.name == FileFormat.jpeg.name
    else { return nil }
    return format.mediaType
  }
}
