internal import SheetFiles
package import SheetImaging
package import SheetLayout
package import SheetModel

/// What is known about a picture before its pixels are decoded.
package struct PictureHeader: Equatable, Sendable {
  /// The stored width and height in pixels, both at least 1.
  package var size: PixelSize
  /// The channels and bit depth of the pixels.
  package var format: PixelFormat
  /// Whether the picture's pixels are palette indices, or grey with fewer than 8 bits.
  ///
  /// A sheet of pictures with few colours may need no more bits per pixel than the pictures do.
  package var hasFewColors = false
  /// The bits per sample as stored, or per palette index: 1, 2, 4, 8, 10, 12 or 16, whatever the
  /// depth in ``format``.
  package var bitsPerSample: UInt8
  /// Whether the picture's rows are available at every ``PictureScale``.
  package var isReducible = false
  /// Whether the format alters samples slightly, as JPEG does.
  ///
  /// Pixels of the same colour then differ slightly in the decoded rows.
  package var isLossy = false
  /// Whether libjpeg decodes the picture, as it does JPEGs and the previews in RAW files.
  package var isJPEG = false
  /// Whether the picture is a preview within another picture's file, such as a RAW file.
  package var isPreview = false
  /// The rotation that makes the picture upright; rows are returned as stored.
  package var orientation: Orientation
  /// Whether the file is marked as a contact sheet made by this library.
  package var isContactSheet = false
  /// The format of the file if it is an animation with several frames; otherwise nil.
  package var animation: Animation?
  /// One page of a multi-page file.
  package struct Page: Equatable, Sendable {
    /// The page number, counted from 0.
    package let index: Int
    /// The total number of pages, at least 2.
    package let count: Int
  }
  /// Properties that most pictures do not have; they are accessed as properties of the header.
  package struct Unusual: Equatable, Sendable {
    /// The colour space of the samples.
    package var colorSpace = ColorSpace.sRGB
    /// The aspect ratio of a pixel, before the picture is rotated.
    package var pixelRatio = PixelRatio.square
    /// Further metadata of the file; nil if none was requested.
    var metadata: PictureMetadata?
    /// The file's colour profile, if that profile is not used to show the picture; otherwise nil.
    package var unusedProfile: UnusedProfile?
    /// The size of a smaller copy in the file; nil if there is none.
    ///
    /// The copy is upright if the picture is.
    var thumbnailSize: PixelSize?
    /// Which page of its file the picture is; nil if the file has a single page.
    package var page: Page?
    /// Whether samples are stored as floats, signed integers or 32-bit integers, and may therefore
    /// lie outside the range of decoded samples, which is from 0 to full scale.
    package var hasUnboundedSamples = false
    /// Whether samples are stretched, and therefore differ from the file's.
    package var isStretched = false
    /// Whether colours stand for classes, so that a mixture of two colours could stand for a third
    /// class.
    package var hasClassColors = false
    /// Whether a sidecar file overrides the orientation of the picture's own file.
    var hasSidecarOrientation = false
    /// How far the upright picture is rotated, to fill more of its cell or because a rule says so.
    package var turn = Sheet.Turn.auto
    /// The number of bytes held while the picture is decoded; 0 if it is decoded row by row.
    ///
    /// These bytes are taken from the memory budget of a run, which decodes as many pictures at
    /// once as the budget allows.
    package var heldBytes = 0
    /// The number of further bytes the decoder needs; no picture is refused because of them.
    var decoderBytes = 0
    /// What had to be ignored in the picture.
    ///
    /// Each warning is a fragment that follows the picture's name and a colon.
    package var warnings: [String] = []

    /// The values for most pictures.
    fileprivate static let usual = Unusual()
  }
  /// Held by reference: the properties take 472 bytes, which would be 47 MB in the headers of
  /// 100,000 pictures.
  private indirect enum Rest: Equatable { case usual, unusual(Unusual) }
  private var rest = Rest.usual
  /// The properties that most pictures do not have.
  ///
  /// Setting all of them takes no longer than setting one.
  package var unusual: Unusual {
    get { if case .unusual(let unusual) = rest { unusual } else { .usual } }
    set { rest = newValue == .usual ? .usual : .unusual(newValue) }
  }

  /// Gives access to one of the unusual properties; reading it does not copy the others.
  fileprivate subscript<Value>(unusual fact: WritableKeyPath<Unusual, Value>) -> Value {
    get {
      switch rest {
      case .usual: Unusual.usual[keyPath: fact]
      case .unusual(let unusual): unusual[keyPath: fact]
      }
    }
    set { unusual[keyPath: fact] = newValue }
  }

  /// Creates a header; if `bitsPerSample` is nil, samples are stored at the depth of `format`.
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

// The properties that most pictures do not have; ``PictureHeader/Unusual`` describes them.
extension PictureHeader {
  /// The colour space of the samples.
  package var colorSpace: ColorSpace {
    get { self[unusual: \.colorSpace] }
    set { self[unusual: \.colorSpace] = newValue }
  }
  /// The aspect ratio of a pixel, before the picture is rotated.
  package var pixelRatio: PixelRatio {
    get { self[unusual: \.pixelRatio] }
    set { self[unusual: \.pixelRatio] = newValue }
  }
  /// Further metadata of the file; nil if none was requested.
  var metadata: PictureMetadata? {
    get { self[unusual: \.metadata] }
    set { self[unusual: \.metadata] = newValue }
  }
  /// The file's colour profile, if that profile is not used to show the picture; otherwise nil.
  package var unusedProfile: UnusedProfile? {
    get { self[unusual: \.unusedProfile] }
    set { self[unusual: \.unusedProfile] = newValue }
  }
  /// The size of a smaller copy in the file; nil if there is none.
  var thumbnailSize: PixelSize? {
    get { self[unusual: \.thumbnailSize] }
    set { self[unusual: \.thumbnailSize] = newValue }
  }
  /// Which page of its file the picture is; nil if the file has a single page.
  package var page: Page? {
    get { self[unusual: \.page] }
    set { self[unusual: \.page] = newValue }
  }
  /// Whether samples are stored as numbers that may lie outside the range of decoded samples, which
  /// is from 0 to full scale.
  package var hasUnboundedSamples: Bool {
    get { self[unusual: \.hasUnboundedSamples] }
    set { self[unusual: \.hasUnboundedSamples] = newValue }
  }
  /// Whether samples are stretched, and therefore differ from the file's.
  package var isStretched: Bool {
    get { self[unusual: \.isStretched] }
    set { self[unusual: \.isStretched] = newValue }
  }
  /// Whether colours stand for classes, and must not be mixed.
  package var hasClassColors: Bool {
    get { self[unusual: \.hasClassColors] }
    set { self[unusual: \.hasClassColors] = newValue }
  }
  /// Whether a sidecar file overrides the orientation of the picture's own file.
  var hasSidecarOrientation: Bool {
    get { self[unusual: \.hasSidecarOrientation] }
    set { self[unusual: \.hasSidecarOrientation] = newValue }
  }
  /// How far the upright picture is rotated, to fill more of its cell or because a rule says so.
  package var turn: Sheet.Turn {
    get { self[unusual: \.turn] }
    set { self[unusual: \.turn] = newValue }
  }
  /// The number of bytes held while the picture is decoded; 0 if it is decoded row by row.
  package var heldBytes: Int {
    get { self[unusual: \.heldBytes] }
    set { self[unusual: \.heldBytes] = newValue }
  }
  /// The number of further bytes the decoder needs; no picture is refused because of them.
  var decoderBytes: Int {
    get { self[unusual: \.decoderBytes] }
    set { self[unusual: \.decoderBytes] = newValue }
  }
  /// What had to be ignored in the picture.
  package var warnings: [String] {
    get { self[unusual: \.warnings] }
    set { self[unusual: \.warnings] = newValue }
  }
}

extension PictureHeader {
  /// The header without the metadata that is not needed to show the picture.
  var withoutMetadata: PictureHeader {
    var header = self
    header.metadata = nil
    return header
  }

  /// Sets the orientation to the one in a sidecar file, if the sidecar has one.
  ///
  /// A preview that is stored upright, and is taller than wide, ignores an orientation that would
  /// swap its width and height.
  package mutating func turn(by other: Orientation?) {
    let standsUpright = isPreview && orientation == .upright && size.height > size.width
    guard let other, other != orientation, !standsUpright || !other.swapsSides else { return }
    (orientation, hasSidecarOrientation) = (other, true)
  }

  /// The size of the picture as shown: upright or rotated, with square pixels.
  package var shownSize: PixelSize { orientation.upright(pixelRatio.squared(size)) }
}

extension Orientation {
  /// The size of a stored picture once it is upright.
  package func upright(_ size: PixelSize) -> PixelSize {
    swapsSides ? size.swapped : size
  }
}

/// A colour profile that is not used to show its picture.
///
/// Two descriptions are equal if their profiles have the same bytes.
package struct UnusedProfile: Equatable, Sendable {
  /// Whether the profile could be used if a missing library were installed.
  package let lacksLibrary: Bool
  /// The SHA-256 digest of the profile.
  private let digest: [UInt8]

  /// Creates a description of a profile's bytes.
  init(_ bytes: [UInt8], lacksLibrary: Bool) {
    var hash = SHA256()
    hash.update(bytes[...])
    (digest, self.lacksLibrary) = (hash.digest(), lacksLibrary)
  }
}
