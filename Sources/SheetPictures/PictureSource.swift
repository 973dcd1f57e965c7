package import SheetFiles
package import SheetImaging
package import SheetLayout
package import SystemPackage

/// A picture of any origin that a sheet can show.
///
/// `PNGFile` is one in a file, and the library has one in memory. Another type states the
/// picture's size and format. It hands out the picture's rows whenever a sheet is made.
///
/// An error that it throws becomes the reason why the picture could not be read. Its description
/// should be a fragment that can follow the name and a colon. Only a ``ContactSheetError`` ends the run.
package protocol PictureSource: Sendable {
  /// The picture's name in messages and manifests.
  var name: String { get }

  /// The path of a file, or the name.
  var pictureName: FileName { get }

  /// The identifier of a picture that a program supplies; nil if it is a file.
  var suppliedID: String? { get }

  /// The picture's size, format and metadata, found without decoding its pixels.
  func header() throws -> PictureHeader

  /// Opens the picture to read its rows once.
  ///
  /// May be called in any task. A sheet needs the rows once, or twice if its colours are counted
  /// before it is encoded.
  ///
  /// - Parameter header: The result of ``header()`` when the sheet was planned. A picture that has
  ///   changed since throws ``PictureChanged``.
  /// - Returns: The rows, of which none has been read.
  /// - Throws: The reason why the picture could not be read.
  func rows(as header: PictureHeader) throws -> sending any PictureRows

  /// Opens the picture to read its rows once, at a scale.
  ///
  /// Called with a scale other than ``PictureScale/whole`` only if the header is
  /// ``PictureHeader/isReducible``. Pictures that are not need not implement it.
  ///
  /// - Returns: Rows of a picture whose size is ``PictureScale/size(of:)`` of the header's.
  /// - Throws: Errors of ``rows(as:)``.
  func rows(
    as header: PictureHeader, at scale: PictureScale
  ) throws -> sending any PictureRows
}

extension PictureSource {
  /// The name.
  package var pictureName: FileName { .text(name) }

  package var suppliedID: String? { nil }

  /// The rows of the whole picture; another scale throws ``PictureChanged``.
  package func rows(
    as header: PictureHeader, at scale: PictureScale
  ) throws -> sending any PictureRows {
    guard scale == .whole else { throw PictureChanged() }
    return try rows(as: header)
  }
}

extension PictureSource {
  /// Hands out all rows of the picture, from top to bottom.
  ///
  /// - Throws: Errors of the picture, and `CancellationError` when the task is cancelled.
  package func forEachRow(
    as header: PictureHeader, at scale: PictureScale = .whole, _ body: (Span<UInt8>) -> Void
  ) throws {
    let rows = try rows(as: header, at: scale)
    for row in 0..<scale.size(of: header.size).height {
      if row % 64 == 0 { try Task.checkCancellation() }
      try rows.next(body)
    }
    try rows.finish()
  }
}

/// The rows of an open picture, from top to bottom.
///
/// A sheet requests them when it needs them, so that a large tile need not be held in memory. The
/// calls come from one task at a time, but successive calls may come from different tasks.
package protocol PictureRows: AnyObject {
  /// Hands out the next row.
  ///
  /// A row has `size.width` pixels of `format`, by the header that the picture was opened with. At
  /// most `size.height` rows are requested.
  ///
  /// - Parameter body: Gets the row, which is valid only during the call.
  /// - Throws: The reason why the picture could not be read.
  func next(_ body: (Span<UInt8>) -> Void) throws

  /// Whether numbers above 0 were too small for a sample other than 0.
  var hasLostNumbers: Bool { get }

  /// Called after the last row if all rows have been read.
  ///
  /// - Throws: The damage that its rows did not show, such as a file that ends too early.
  func finish() throws
}

extension PictureRows {
  /// Does nothing.
  package func finish() {}

  /// False, as samples are whole numbers.
  package var hasLostNumbers: Bool { false }
}

/// The facts about a picture that are known before its pixels are decoded.
package struct PictureHeader: Equatable, Sendable {
  /// The stored width and height in pixels, both at least 1.
  package var size: PixelSize
  /// The channels and the depth of the pixels.
  package var format: PixelFormat
  /// Whether its pixels are indices of a palette, or grey of fewer than 8 bits: a sheet of pictures
  /// with few colours may need no more bits than they do.
  package var hasFewColors = false
  /// The bits of a sample as the picture is stored, or of an index into its palette: 1, 2, 4, 8, 10,
  /// 12 or 16, whatever ``format`` makes of them.
  package var bitsPerSample: UInt8
  /// Whether its rows are available at every ``PictureScale``.
  package var isReducible = false
  /// Whether the format changes samples a little, as JPEG does.
  ///
  /// Equal colours then differ in rows.
  package var isLossy = false
  /// Whether libjpeg decodes it: a JPEG, or the preview in a RAW file.
  package var isJPEG = false
  /// Whether it is a preview in the file of another picture, such as a RAW file.
  package var isPreview = false
  /// The turn that makes the picture upright; rows are handed out as they are stored.
  package var orientation: Orientation
  /// Whether the file states that it is a contact sheet of this library.
  package var isContactSheet = false
  /// A page among the pages of a file.
  package struct Page: Equatable, Sendable {
    /// Its number, counted from 0.
    package let index: Int
    /// The number of all pages, at least 2.
    package let count: Int
  }
  /// The facts that most pictures lack, which are read as facts of the header.
  package struct Unusual: Equatable, Sendable {
    /// The colour space of the samples.
    package var colorSpace = ColorSpace.sRGB
    /// The aspect ratio of a pixel, before the picture is turned.
    package var pixelRatio = PixelRatio.square
    /// Further metadata of the file; nil if none were asked for.
    var metadata: PictureMetadata?
    /// The colour profile of the file, if the picture is shown without it; otherwise nil.
    package var unusedProfile: UnusedProfile?
    /// The size of a smaller copy in its file; nil if there is none.
    ///
    /// The copy is upright if the picture is.
    var thumbnailSize: PixelSize?
    /// The place of the picture among the pages of its file; nil if the file has one page.
    package var page: Page?
    /// Whether samples are stored as numbers, of which rows only have those from 0 to full scale:
    /// floats, and whole numbers with a sign or of 32 bits.
    var holdsNumbers = false
    /// Whether samples are stretched, so that they are not what the file has.
    package var isStretched = false
    /// Whether a sidecar file overrides the orientation of the picture's own file.
    var isTurnedBeside = false
    /// Whether the upright picture is turned left by 90°, for a cell that it then fills more of.
    package var isTurned = false
    /// The bytes that are held while the picture is decoded; 0 if it is decoded row by row.
    ///
    /// They take part of the memory budget of a run. The run decodes as many pictures at once as fit.
    package var heldBytes = 0
    /// The bytes that its decoder takes besides, for which it is not refused.
    var decoderBytes = 0
    /// The things that had to be ignored in the picture.
    ///
    /// Each is a fragment to follow its name and a colon.
    package var warnings: [String] = []

    /// The facts of most pictures.
    fileprivate static let usual = Unusual()
  }
  /// A reference: they have 472 bytes, which would be 47 MB in the headers of 100,000 pictures.
  private indirect enum Rest: Equatable { case usual, unusual(Unusual) }
  private var rest = Rest.usual
  /// The facts that most pictures lack.
  ///
  /// Setting them together takes no longer than setting one.
  package var unusual: Unusual {
    get { if case .unusual(let unusual) = rest { unusual } else { .usual } }
    set { rest = newValue == .usual ? .usual : .unusual(newValue) }
  }

  /// A fact that most pictures lack, without a copy of all of them.
  fileprivate subscript<Value>(unusual fact: WritableKeyPath<Unusual, Value>) -> Value {
    get {
      switch rest {
      case .usual: Unusual.usual[keyPath: fact]
      case .unusual(let unusual): unusual[keyPath: fact]
      }
    }
    set { unusual[keyPath: fact] = newValue }
  }

  /// Creates a header; without a number of bits, samples are stored as `format` says.
  package init(
    size: PixelSize, format: PixelFormat, bitsPerSample: UInt8? = nil,
    colorSpace: ColorSpace = .sRGB, orientation: Orientation = .upright,
    pixelRatio: PixelRatio = .square
  ) {
    self.size = size
    self.format = format
    self.bitsPerSample = bitsPerSample ?? UInt8(format.depth.bits)
    self.orientation = orientation
    var unusual = Unusual()
    (unusual.pixelRatio, unusual.colorSpace) = (pixelRatio, colorSpace)
    self.unusual = unusual
  }
}

// The facts that most pictures lack; ``PictureHeader/Unusual`` says more of each.
extension PictureHeader {
  /// The colour space of the samples.
  package var colorSpace: ColorSpace {
    get { self[unusual: \.colorSpace] }
    set { self[unusual: \.colorSpace] = newValue }
  }
  /// The aspect ratio of a pixel, before the picture is turned.
  package var pixelRatio: PixelRatio {
    get { self[unusual: \.pixelRatio] }
    set { self[unusual: \.pixelRatio] = newValue }
  }
  /// Further metadata of the file; nil if none were asked for.
  var metadata: PictureMetadata? {
    get { self[unusual: \.metadata] }
    set { self[unusual: \.metadata] = newValue }
  }
  /// The colour profile of the file, if the picture is shown without it; otherwise nil.
  package var unusedProfile: UnusedProfile? {
    get { self[unusual: \.unusedProfile] }
    set { self[unusual: \.unusedProfile] = newValue }
  }
  /// The size of a smaller copy in its file; nil if there is none.
  var thumbnailSize: PixelSize? {
    get { self[unusual: \.thumbnailSize] }
    set { self[unusual: \.thumbnailSize] = newValue }
  }
  /// The place of the picture among the pages of its file; nil if the file has one page.
  package var page: Page? {
    get { self[unusual: \.page] }
    set { self[unusual: \.page] = newValue }
  }
  /// Whether samples are stored as numbers, of which rows only have those from 0 to full scale.
  var holdsNumbers: Bool {
    get { self[unusual: \.holdsNumbers] }
    set { self[unusual: \.holdsNumbers] = newValue }
  }
  /// Whether samples are stretched, so that they are not what the file has.
  package var isStretched: Bool {
    get { self[unusual: \.isStretched] }
    set { self[unusual: \.isStretched] = newValue }
  }
  /// Whether a sidecar file overrides the orientation of the picture's own file.
  var isTurnedBeside: Bool {
    get { self[unusual: \.isTurnedBeside] }
    set { self[unusual: \.isTurnedBeside] = newValue }
  }
  /// Whether the upright picture is turned left by 90°, for a cell that it then fills more of.
  package var isTurned: Bool {
    get { self[unusual: \.isTurned] }
    set { self[unusual: \.isTurned] = newValue }
  }
  /// The bytes that are held while the picture is decoded; 0 if it is decoded row by row.
  package var heldBytes: Int {
    get { self[unusual: \.heldBytes] }
    set { self[unusual: \.heldBytes] = newValue }
  }
  /// The bytes that its decoder takes besides, for which it is not refused.
  var decoderBytes: Int {
    get { self[unusual: \.decoderBytes] }
    set { self[unusual: \.decoderBytes] = newValue }
  }
  /// The things that had to be ignored in the picture.
  package var warnings: [String] {
    get { self[unusual: \.warnings] }
    set { self[unusual: \.warnings] = newValue }
  }
}

extension PictureHeader {
  /// The header without facts other than shape and colour.
  var withoutMetadata: PictureHeader {
    var header = self
    header.metadata = nil
    return header
  }

  /// Turns the picture as a sidecar file says, if there is an orientation.
  ///
  /// A preview that is stored upright stays upright, although the orientation swaps its sides.
  package mutating func turn(by other: Orientation?) {
    let standsUpright = isPreview && orientation == .upright && size.height > size.width
    guard let other, other != orientation, !standsUpright || !other.swapsSides else { return }
    (orientation, self.isTurnedBeside) = (other, true)
  }

  /// The size of the picture as shown: upright or turned, with square pixels.
  package var shownSize: PixelSize { orientation.upright(self.pixelRatio.squared(size)) }
}

extension Orientation {
  /// The size of a stored picture, turned upright.
  package func upright(_ size: PixelSize) -> PixelSize {
    swapsSides ? size.swapped : size
  }
}

/// A colour profile by which a picture is not shown.
///
/// Two of them are equal if their bytes are.
package struct UnusedProfile: Equatable, Sendable {
  /// Whether a library that is missing would read it.
  package let lacksLibrary: Bool
  /// The SHA-256 digest of the profile.
  private let digest: [UInt8]

  /// The profile of some bytes.
  init(_ bytes: [UInt8], lacksLibrary: Bool) {
    var hash = SHA256()
    hash.update(bytes[...])
    (digest, self.lacksLibrary) = (hash.digest(), lacksLibrary)
  }
}

/// A picture has changed since the sheet was planned.
struct PictureChanged: Error, CustomStringConvertible {
  /// Creates the error.
  init() {}

  /// A fragment to follow the picture's name and a colon.
  var description: String { "it changed while the sheet was being made" }
}

/// A picture in a file.
package protocol FileSource: PictureSource {
  /// The file.
  var path: FilePath { get }

  /// Reads the file's header.
  ///
  /// Keeps the contents of a small file, so that it need not be read again for its rows.
  mutating func headerWithContents() throws -> PictureHeader

  /// A page of the file, counted from 0; the file itself if its format has no pages.
  func page(_ index: Int) -> any FileSource
}

extension FileSource {
  /// The path, with replacement characters for what is not UTF-8.
  package var name: String { path.string }

  /// The path.
  package var pictureName: FileName { .path(path) }

  /// Reads the header and keeps nothing.
  package mutating func headerWithContents() throws -> PictureHeader { try header() }

  /// The file itself.
  package func page(_: Int) -> any FileSource { self }
}

/// A fraction of its size at which a picture can be decoded, if its format allows that.
///
/// The raw value is the divisor of both sides.
package enum PictureScale: Int, CaseIterable, Sendable {
  case whole = 1
  case half = 2
  case quarter = 4
  case eighth = 8

  /// The size of a picture at this scale, rounded up.
  package func size(of picture: PixelSize) -> PixelSize { picture.divided(by: rawValue) }
}

extension PixelSize {
  /// The size with both sides divided, and rounded up.
  package func divided(by divisor: Int) -> PixelSize {
    PixelSize(
      width: (width + divisor - 1) / divisor, height: (height + divisor - 1) / divisor)
  }
}
