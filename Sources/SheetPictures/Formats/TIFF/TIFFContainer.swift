internal import CLibraries
internal import SheetImaging
internal import SheetLayout
internal import SheetModel

/// One picture of a TIFF file: the format of its pixels, and its metadata.
///
/// Source: TIFF 6.0; Adobe's specification supplements 1 and 2 (floats, Deflate).
struct TIFFContainer {
  /// The directory passed to libtiff, with only the entries for decoding pixels.
  ///
  /// libtiff would otherwise hold all metadata of a file, and would hold bytes several times if
  /// entries share them.
  let decodedDirectory: [UInt8]
  let isBigEndian: Bool
  /// The format of the picture's pixels, for libtiff.
  private(set) var form = ctiff_form()
  /// The red, green and blue of each colour of a palette; empty if there is none.
  private(set) var palette: [UInt8] = []
  private(set) var metadata = FileMetadata()
  /// The shape of the picture's pixels, from the horizontal and vertical resolutions; square if
  /// these are missing or impossible.
  private(set) var pixelRatio = PixelRatio.square
  /// The number of bits of a stored sample.
  private(set) var bitsPerSample: UInt8 = 1
  /// Whether the picture's pixels are coded as JPEG or WebP.
  private(set) var isLossy = false
  /// Whether the fourth sample may be alpha even if no sample is declared as alpha; only its
  /// values can show whether it is.
  private(set) var mayHaveAlpha = false
  /// The number of bytes of chunks and tables held while the picture is decoded.
  private(set) var heldBytes = 0

  var size: PixelSize { PixelSize(width: Int(form.width), height: Int(form.height)) }
  /// Whether samples are numbers that may lie outside the range from 0 to full scale, to which they
  /// are then clamped.
  ///
  /// This includes inverted samples, whose scale is reversed.
  var hasUnboundedSamples: Bool {
    form.is_deep && (form.is_float || form.is_signed || form.bits > 16 || form.is_inverted)
  }
  /// Whether samples are shown as they are stored, rather than as the colours of a palette, or as
  /// colours to which libtiff converts them.
  private var showsStoredSamples: Bool { !form.is_rgba && palette.isEmpty }
  /// Whether the picture is shown in chosen bands, which need not be its colours.
  var showsChosenBands: Bool { form.has_bands }
  /// Whether the colours are cyan, magenta, yellow and black.
  var isInks: Bool { form.colors == 4 }

  /// The maximum width and height, the same as for PNGs.
  private static let maximumSide = 1_000_000
  /// The maximum number of pixels, as many as a JPEG can have; decoding them takes a minute.
  private static let maximumPixels = 1 << 32
  private static let maximumSamples = 64
  /// The maximum number of bits per pixel, 64 samples of 16 bits, since all samples are decoded.
  private static let maximumPixelBits = 1024

  /// Reads the first page.
  init(_ file: ByteView) throws(PictureFileError) {
    let file = try TIFFPages(file)
    guard let page = file.offsets(atMost: 1).first else { throw .endOfFile }
    try self.init(file, at: page)
  }

  /// Reads the page whose directory is at an offset.
  init(_ pages: TIFFPages, at offset: Int) throws(PictureFileError) {
    guard let directory = pages.directory(at: offset) else { throw .endOfFile }
    let file = pages.file
    (decodedDirectory, isBigEndian) = (directory.entries(Tag.decoded), directory.isBigEndian)
    func number(_ tag: Int) -> Int? { directory.unsigned(tag) }
    /// The number under a tag, which must be the same for all samples.
    func shared(_ tag: Int, else otherwise: Int) -> Int? {
      let numbers = directory.numbers(tag)
      guard let first = numbers.first else { return otherwise }
      return numbers.allSatisfy { $0 == first } ? first : nil
    }
    guard let width = number(TIFFTag.width), let height = number(TIFFTag.height), width > 0,
      height > 0
    else { throw .malformed(reason: "its image has no size") }
    guard max(width, height) <= Self.maximumSide else {
      throw .tooLarge(width: width, height: height, maximumSide: Self.maximumSide)
    }
    guard width * height <= Self.maximumPixels else {
      throw .unsupported(reason: "it has more than \(Self.maximumPixels) pixels; make it smaller")
    }
    let compression = number(TIFFTag.compression) ?? 1
    let isOldJPEG = compression == Self.oldJPEG
    let samples = number(Tag.samples) ?? (isOldJPEG && number(TIFFTag.colors) ?? 6 > 1 ? 3 : 1)
    let defaultColors = samples < 3 ? Colors.black : isOldJPEG ? .converted : .rgb
    let code = number(TIFFTag.colors) ?? defaultColors.rawValue
    guard let colors = Colors(rawValue: code) else {
      throw .unsupported(
        reason: "its colour format is not supported (\(code)); save it as RGB")
    }
    guard Self.compressions.contains(compression) else {
      throw .unsupported(
        reason: """
          its compression is not supported (\(compression)); \
          save it with LZW or Deflate
          """)
    }
    guard colors.isLogarithmic == Self.logarithmic.contains(compression) else {
      throw .unsupported(reason: "its compression does not support its colours; save it as RGB")
    }
    let bits = shared(Tag.bits, else: isOldJPEG ? 8 : 1)
    let isPlanar = samples > 1 && number(Tag.planes) == 2
    // libjpeg converts colours only if they are not in separate planes.
    form.is_converted = colors == .converted && compression == Self.jpeg && !isPlanar
    let isWide = colors == .lab || colors.isLogarithmic
    form.is_rgba = isOldJPEG || isWide || colors == .converted && !form.is_converted
    let sampleForm = form.is_rgba ? 1 : shared(Tag.sampleForm, else: 1)
    let isFloat = sampleForm == 3
    let isSigned = sampleForm == 2
    let depths =
      isFloat
      ? [16, 32, 64]
      : colors == .palette ? Array(1...16) : Array((isSigned ? 8 : 1)...16) + [32, 64]
    guard let bits, let sampleForm, depths.contains(bits), [1, 2, 3, 4].contains(sampleForm),
      colors.count...Self.maximumSamples ~= samples,
      bits == 8 || compression != Self.jpeg && (!form.is_rgba || isWide && bits == 16),
      !form.is_rgba || isOldJPEG || samples == colors.count, number(Tag.inks) ?? 1 == 1
    else {
      // Do not suggest what the file already has.
      let remedy = bits == 8 || bits == 16 ? "as a PNG" : "with 8 or 16 bits per sample"
      throw .unsupported(
        reason: "its sample format is not supported; save it \(remedy)")
    }
    guard samples * bits <= Self.maximumPixelBits else {
      throw .unsupported(
        reason: """
          a pixel has \(samples) samples of \(bits) bits, and more than \(Self.maximumPixelBits) bits \
          are not supported; save it with 8 or 16 bits per sample
          """)
    }
    form.width = UInt32(width)
    form.height = UInt32(height)
    (form.bits, form.samples, form.colors) = (UInt32(bits), UInt32(samples), UInt32(colors.count))
    (form.is_float, form.is_signed, form.is_inverted) = (isFloat, isSigned, colors == .white)
    form.compression = UInt16(compression)
    isLossy = [Self.jpeg, Self.oldJPEG, Self.webP].contains(compression)
    let stored = StoredSamples(
      count: samples, bits: bits, isPlanar: isPlanar,
      subsampling: colors == .converted ? Self.subsampling(directory) : (1, 1))
    bitsPerSample = UInt8(bits)
    if form.is_rgba {
      // libtiff converts separate planes only if chroma is not subsampled.
      guard !isPlanar || colors == .converted && !isOldJPEG && stored.subsampling == (1, 1) else {
        throw .unsupported(
          reason: "its colours are stored in planes in a way that is not supported; save it as RGB")
      }
      // libtiff does not convert chroma samples that span more rows than columns, except 1 x 2
      // pixels.
      guard isOldJPEG || stored.subsampling.down <= max(stored.subsampling.across, 2) else {
        throw .unsupported(reason: "its chroma subsampling is not supported; save it as RGB")
      }
      (form.bits, form.samples, form.colors, form.is_inverted) = (8, 4, 3, false)
    } else {
      form.is_planar = isPlanar
      if colors != .inks { findAlpha(colors, directory) }
    }
    try findChunks(directory, of: file, stored)
    if colors == .palette {
      palette = try Self.palette(directory, bits)
      form.is_deep = false
    } else {
      form.is_deep = form.bits > 8 && colors != .inks
    }
    if let columns = directory.rational(TIFFTag.columnsPerUnit),
      let rows = directory.rational(TIFFTag.rowsPerUnit)
    {
      pixelRatio = PixelRatio(resolutionAlongRows: columns, alongColumns: rows) ?? .square
    }
    metadata.exif = directory.exif
    // A profile for Lab, LogL or LogLuv says nothing about the RGB that libtiff makes from them.
    if !isWide { metadata.profile = directory.bytes(Tag.profile) }
    metadata.add(partsOf: directory)
  }

  /// Adds the description in the first directory if a later page has none of its own.
  ///
  /// Programs for microscopes describe all pages in the first directory.
  mutating func addDescription(_ first: TIFFDirectory?, ofPage page: Int) {
    let tag = TIFFTag.description
    guard page > 0, metadata.exif?.has(tag) == false, let first, first.isText(tag) else { return }
    metadata.exif?.add(describing: first.exif, ofPage: page)
  }

  /// Finds the index of the alpha sample.
  ///
  /// A sample that ExtraSamples does not describe is not alpha, except the fourth one of an RGB
  /// picture that has four samples and no ExtraSamples.
  private mutating func findAlpha(_ colors: Colors, _ directory: TIFFDirectory) {
    let count = colors.count
    var extras = directory.numbers(Tag.extras)
    if extras.isEmpty, colors == .rgb, form.samples == 4 { extras = [Extra.straight] }
    let place = extras.firstIndex { Extra.alphas.contains($0) }
    if let place, count + place < Int(form.samples) {
      form.alpha = UInt32(count + place)
      form.is_premultiplied = extras[place] == Extra.associated
    } else if colors == .rgb, !extras.isEmpty, form.samples > 3 {
      mayHaveAlpha = true
      setAlpha(.straight)
    }
  }

  /// What ExtraSamples says about a sample.
  private enum Extra {
    static let associated = 1
    static let straight = 2
    /// Straight alpha, as Corel programs write it.
    static let corel = 999
    static let alphas = [associated, straight, corel]
  }

  /// What a fourth sample that the file does not describe may be.
  enum Alpha {
    case none, straight, associated
  }

  /// Treats the fourth sample as alpha, or ignores it.
  mutating func setAlpha(_ alpha: Alpha) {
    form.alpha = alpha == .none ? 0 : 3
    form.is_premultiplied = alpha == .associated
  }

  /// Shows only some of the samples of each pixel, as grey or as red, green and blue.
  ///
  /// The profile does not apply to them, unless all samples are colours and are shown in their own
  /// order.
  ///
  /// - Returns: Whether the picture has these samples without conversion.
  mutating func show(_ bands: Sheet.Bands) -> Bool {
    let numbers = bands.numbers
    guard showsStoredSamples, numbers.allSatisfy({ 1...Int(form.samples) ~= $0 }) else {
      return false
    }
    let indices = numbers.map { UInt32($0 - 1) }
    // If the samples are not colours, the first one is grey and the others are extra, even if there
    // are three.
    if indices == Array(0..<form.samples), form.colors == form.samples, form.alpha == 0 {
      return true
    }
    let before = unsafe ctiff_sizes_of(&form)
    (form.colors, form.alpha, form.is_premultiplied) = (UInt32(indices.count), 0, false)
    form.has_bands = true
    form.bands = (indices[0], indices[min(1, indices.count - 1)], indices[indices.count - 1])
    form.is_deep = form.bits > 8
    let after = unsafe ctiff_sizes_of(&form)
    heldBytes += Int(after.chunks) - Int(before.chunks)
    heldBytes += Int(after.planes * after.line) - Int(before.planes * before.line)
    metadata.profile = nil
    mayHaveAlpha = false
    return true
  }

  /// The samples of a pixel in the file, which differ from those of ``form`` if libtiff converts
  /// them.
  private struct StoredSamples {
    let count: Int
    let bits: Int
    let isPlanar: Bool
    /// How many columns and rows share a chroma sample; 1 and 1 if none do.
    let subsampling: (across: Int, down: Int)

    /// The number of bytes in a group of rows that share chroma samples.
    func bytesPerBlock(width: Int) -> Int {
      let (across, down) = subsampling
      if subsampling == (1, 1) { return (width * count * bits + 7) / 8 }
      return (width + across - 1) / across * (across * down + 2)
    }

    /// The number of rows in each of the strips into which libtiff divides an uncompressed strip.
    ///
    /// Source: libtiff, tif_dirread.c, `ChopUpSingleUncompressedStrip` and `STRIP_SIZE_DEFAULT`.
    func rowsOfDividedStrip(width: Int) -> Int {
      max(8192 / bytesPerBlock(width: width), 1) * subsampling.down
    }
  }

  /// How many columns and rows share a chroma sample.
  private static func subsampling(_ directory: TIFFDirectory) -> (across: Int, down: Int) {
    let numbers = directory.numbers(Tag.subsampling)
    let isValid = numbers.count == 2 && numbers.allSatisfy { [1, 2, 4].contains($0) }
    return isValid ? (numbers[0], numbers[1]) : (2, 2)
  }

  /// Finds the strips or tiles, and how many bytes of them are held at once.
  private mutating func findChunks(
    _ directory: TIFFDirectory, of file: ByteView, _ stored: StoredSamples
  ) throws(PictureFileError) {
    let height = size.height
    let compression = Int(form.compression)
    if let tileWidth = directory.unsigned(TIFFTag.tileWidth),
      let tileHeight = directory.unsigned(TIFFTag.tileHeight)
    {
      // Rows of tiles start at whole bytes.
      guard 8...65536 ~= tileWidth, 1...65536 ~= tileHeight, tileWidth % 8 == 0 else {
        throw .malformed(reason: "its tiles have the wrong size")
      }
      form.is_tiled = true
      (form.chunk_width, form.chunk_height) = (UInt32(tileWidth), UInt32(tileHeight))
    } else {
      let rows = directory.unsigned(Tag.stripHeight) ?? height
      form.chunk_width = form.width
      form.chunk_height = UInt32(min(max(rows, 1), height))
      if form.is_rgba, compression == Self.none, rows >= height, !stored.isPlanar {
        form.chunk_height = UInt32(min(stored.rowsOfDividedStrip(width: size.width), height))
      }
    }
    let sizes = unsafe ctiff_sizes_of(&form)
    let down = (height - 1) / Int(form.chunk_height) + 1
    let count = down * Int(sizes.across) * (stored.isPlanar ? stored.count : 1)
    // libtiff keeps two tables of the chunks, and builds each from a further copy. It also holds a
    // coded chunk, of at most ten times the decoded bytes.
    heldBytes =
      Int(sizes.chunks) + Int(sizes.planes * sizes.line) + 32 * count
      + min(file.count, 10 * Int(sizes.chunk) + 4096)
    let tags = TIFFTag.chunks(areTiles: form.is_tiled)
    let chunks = TIFFChunks(
      file: file, offsets: directory.entry(tags.offsets), lengths: directory.entry(tags.lengths))
    if form.is_rgba {
      // The chunk before libtiff converts it, and the bytes of a tile that is not compressed.
      let bytes = Int(sizes.chunk) / 4 * max(stored.count * stored.bits / 8, 4)
      heldBytes += form.is_tiled && compression == Self.none ? 2 * bytes : bytes
    }
    switch compression {
    case Self.jpeg: heldBytes += try TIFFCodecMemory.jpegs(chunks)
    case Self.zstandard:
      heldBytes += TIFFCodecMemory.zstandard(chunks, decoded: Int(sizes.chunk))
    case Self.lzma: heldBytes += TIFFCodecMemory.lzma(chunks)
    // libtiff holds encoded LogL and LogLuv pixels in up to four bytes each.
    case let code where Self.logarithmic.contains(code): heldBytes += Int(sizes.chunk)
    // libwebp holds pixels in four bytes each, besides those held by libtiff.
    case Self.webP:
      let part = PixelSize(width: Int(form.chunk_width), height: Int(form.chunk_height))
      heldBytes += 3 * Int(sizes.chunk) + 1 << 20
      heldBytes += TIFFCodecMemory.webP(chunks, size: part)
    default: break
    }
  }

  private static func palette(
    _ directory: TIFFDirectory, _ bits: Int
  ) throws(PictureFileError) -> [UInt8] {
    let count = 1 << bits
    let bytes = directory.entry(Tag.palette)?.value
    let values = (0..<3 * count).compactMap { bytes?.number(at: 2 * $0, 2) }
    guard values.count == 3 * count else { throw .malformed(reason: "its palette is damaged") }
    // Some programs write 8-bit values instead of 16-bit ones, or put the 8 bits in the upper half
    // of the 16.
    let isNarrow = values.allSatisfy { $0 < 256 }
    let isShifted = values.allSatisfy { $0 & 255 == 0 }
    func code(_ value: Int) -> UInt8 {
      UInt8(isNarrow ? value : isShifted ? value >> 8 : (value * 255 + 32_767) / 65_535)
    }
    return (0..<count).flatMap { color in (0..<3).map { code(values[$0 * count + color]) } }
  }

  /// Tags that only this type uses.
  private enum Tag {
    static let bits = 258
    static let samples = 277
    static let stripHeight = 278
    static let planes = 284
    static let palette = 320
    static let inks = 332
    static let extras = 338
    static let sampleForm = 339
    static let subsampling = 530
    static let profile = 34675

    /// The tags of the fields needed for decoding.
    ///
    /// Among them are the bit order, fax options, the predictor, the white point, JPEG tables,
    /// including those of old-style JPEG, and four YCbCr fields.
    static let decoded =
      [
        TIFFTag.width, TIFFTag.height, bits, TIFFTag.compression, TIFFTag.colors, samples,
        stripHeight, planes, palette, TIFFTag.tileWidth, TIFFTag.tileHeight, extras, sampleForm,
        TIFFTag.stripOffsets, TIFFTag.stripLengths, TIFFTag.tileOffsets, TIFFTag.tileLengths,
        266, 292, 293, 317, 318, TIFFTag.jpegTables,
      ] + Array(512...521) + Array(529...532)
  }

  /// The supported colour types; raw values are those of PhotometricInterpretation.
  private enum Colors: Int {
    case white = 0
    case black = 1
    case rgb = 2
    case palette = 3
    case inks = 5
    case converted = 6
    case lab = 8
    case logL = 32844
    case logLuv = 32845

    /// Whether colours are LogL or LogLuv, for which there are special compressions.
    var isLogarithmic: Bool { self == .logL || self == .logLuv }

    /// The number of samples.
    var count: Int {
      switch self {
      case .white, .black, .palette, .logL: 1
      case .rgb, .converted, .lab, .logLuv: 3
      case .inks: 4
      }
    }
  }

  private static let none = 1
  private static let oldJPEG = 6
  private static let jpeg = 7
  /// LogLuv, with 32 and with 24 bits per pixel.
  private static let logarithmic: Set = [34676, 34677]
  private static let lzma = 34925
  private static let zstandard = 50000
  private static let webP = 50001
  /// The supported compressions: none, three kinds of fax, LZW, two kinds of JPEG, Deflate, NeXT's,
  /// another fax, PackBits, ThunderScan's, another Deflate, two kinds of LogLuv, LZMA,
  /// Zstandard and WebP.
  ///
  /// JBIG, LERC and PixarLog are excluded because libtiff allocates as much memory for them as the
  /// coded bytes or the tags demand.
  private static let compressions: Set = [
    none, 2, 3, 4, 5, oldJPEG, jpeg, 8, 32766, 32771, 32773, 32809, 32946, 34676, 34677,
    lzma, zstandard, webP,
  ]
}
