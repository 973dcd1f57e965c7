internal import SheetFiles
internal import SheetImaging
internal import SheetLayout
internal import SheetModel
internal import SystemPackage

/// A format of files that people keep among pictures, whether or not it can be read here.
///
/// Writing is handled elsewhere: a `SheetFormat` refers to its `FileFormat`.
package struct FileFormat: Sendable {
  /// What kind of files a format is for.
  package enum Kind: Sendable {
    /// A picture, which a user would expect on a sheet.
    case picture
    /// A video, of which a user would expect at most a frame on a sheet.
    case video
    /// A document, such as a web page or a PDF.
    case document
    /// A file that is named like a picture, but is something else.
    case other
  }

  /// The name in messages.
  package let name: String
  /// The name with its article.
  package let noun: String
  /// The extensions of file names, in lower case without the dot, the most common one first.
  package let extensions: [String]
  /// How the files may start; any one of these is sufficient.
  let signatures: [FileSignature]
  /// The bytes with which complete files end; nil if only decoding shows whether a file is
  /// complete.
  package let end: [UInt8]?
  /// The media type of the files; nil if not every browser shows them.
  package let mediaType: String?
  /// The kind of the files.
  package let kind: Kind
  /// The reader of the pictures; nil if there is none.
  package let reader: PictureReader?
  /// What to do about a file, as text to follow a semicolon; nil if nothing helps.
  let remedy: String?

  /// Creates a format; if no noun is given, it is the name with the article `a`.
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

  /// Whether pictures in the format can be read with the libraries that are installed.
  package var isRead: Bool { reader.map { $0.remedy == nil } ?? false }

  /// Whether pictures in the format are included when folders are searched.
  ///
  /// They are also included if their library merely lacks memory, so that their errors are not
  /// lost.
  package var isIncluded: Bool { isRead || reader?.library?.absence()?.isForMemory == true }

  /// What one file is called when counting several.
  package var unit: String { kind == .video ? name : "\(name) file" }

  /// Whether a file name has an extension of this format.
  package func names(_ name: ArraySlice<UInt8>) -> Bool {
    extensions.contains { name.hasSuffix(".\($0)") }
  }

  /// Whether a file starts like files of this format.
  func matches(_ beginning: [UInt8]) -> Bool {
    signatures.contains { $0.matches(beginning) }
  }
}

/// A reader for pictures in a format.
package struct PictureReader: Sendable {
  /// Creates the picture for a file, without opening it.
  let file: @Sendable (FilePath, MetadataUse) -> any FileSource
  /// The library that the reader needs and that may be missing; nil if there is none.
  package let library: ReadingLibrary?

  init(
    needing library: ReadingLibrary? = nil,
    _ file: @escaping @Sendable (FilePath, MetadataUse) -> any FileSource
  ) {
    self.file = file
    self.library = library
  }

  /// Creates a reader for a format that a library reads.
  init(_ format: LibraryFile.Format) {
    self.init(needing: format.library) { LibraryFile($0, as: format, metadata: $1) }
  }

  /// What to do so that pictures can be read; nil if they can be read already.
  package var remedy: String? { library?.absence()?.remedy }
}

/// How files of a format start.
struct FileSignature: Sendable {
  let matches: @Sendable (_ beginning: [UInt8]) -> Bool

  /// Recognises files by bytes at an offset.
  static func bytes(_ mark: [UInt8], at offset: Int = 0) -> FileSignature {
    FileSignature { $0.dropFirst(offset).starts(with: mark) }
  }

  /// Recognises files by characters at an offset.
  static func text(_ mark: String, at offset: Int = 0) -> FileSignature {
    .bytes(Array(mark.utf8), at: offset)
  }

  /// Recognises markup by the name of its first element, which an XML declaration may precede.
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
  /// The media type of the picture's file, if browsers show it the same way as we do; nil if
  /// browsers need a copy.
  ///
  /// Browsers treat all pixels as square, and not all browsers rotate pictures other than JPEGs.
  package var mediaType: String? {
    guard let header = readableHeader, header.pixelRatio == .square, !header.hasSidecarOrientation,
      page == nil,
      header.turn == .auto, !header.isStretched, bands == nil,
      let path,
      let beginning = try? path.beginning(upTo: FormatTable.beginning, below: root),
      let format = FormatTable.standard.recognized(beginning),
      header.orientation == .upright || format.name == FileFormat.jpeg.name
    else { return nil }
    return format.mediaType
  }
}
