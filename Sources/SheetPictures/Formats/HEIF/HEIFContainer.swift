internal import SheetFiles
internal import SheetImaging
internal import SheetLayout

/// The header of the picture of a HEIC or AVIF file.
///
/// Source: ISO/IEC 23008-12, 6.5 (properties) and 6.6 (tiles); ISO/IEC 23000-22, 7 (supported
/// properties); AV1 in ISO media files 1.2, 2.3; ISO/IEC 14496-15, 8.3.3.
struct HEIFContainer {
  /// The items of the file.
  let items: HEIFItems
  /// The size of the picture after rotation and cropping.
  let size: PixelSize
  /// The number of pixels in the largest coded picture, before cropping, plus those of the canvases
  /// on which pictures are overlaid.
  private(set) var peakPixels = 0
  /// The form of pixels, in the picture or a part of it, that takes the most memory.
  private(set) var pixelForm = HEIFPixelForm()
  private(set) var bitsPerSample = 8
  /// The image item that holds the picture's alpha.
  private(set) var alpha: Int?
  /// The alpha items of the picture's tiles, if there is no alpha for the whole picture.
  private(set) var tileAlphas: [Int] = []
  /// Whether there is alpha, for the picture or for its tiles.
  var hasAlpha: Bool { alpha != nil || !tileAlphas.isEmpty }
  /// Whether colours are premultiplied by alpha.
  private(set) var isPremultiplied = false
  /// The largest of the picture's thumbnails.
  private(set) var thumbnail: (number: Int, size: PixelSize)?
  /// The colour space, if there is no profile.
  private(set) var codePoints: CodePoints?
  private(set) var lightLevels = LightLevels()
  private(set) var metadata = FileMetadata()

  /// The maximum number of steps for reading a file: a few for each item in a picture of thousands
  /// of tiles.
  static let maximumSteps = 1 << 20

  /// Reads the header of a picture, and the needed parts of Exif data and XMP.
  init(_ file: ByteView, _ needs: MetadataNeeds) throws(PictureFileError) {
    let items = HEIFItems(try Self.metaBox(of: file))
    let picture = items.primary
    guard items.entry(of: picture) != nil, let size = items.size(of: picture) else {
      throw .malformed(reason: "it has no image to show")
    }
    (self.items, self.size) = (items, size)
    // A picture made of tiles has the depth and colours of its tiles.
    let made = items.references.first { $0.kind == "dimg" && $0.from == picture }
    let tiles = made.map { Array($0.to.prefix(HEIFItems.maximumParts)) } ?? []
    let parts = [picture, tiles.first].compactMap(\.self)
    var (exif, left): (Int?, Int) = (nil, PictureMetadata.limit)
    bitsPerSample = parts.lazy.compactMap { items.bitsPerSample(of: $0) }.first ?? 8
    for reference in items.references where reference.to.contains(picture) {
      let item = reference.from
      switch reference.kind {
      case "auxl" where items.isAlpha(item) && items.size(of: item) == size: alpha = item
      case "thmb":
        guard let small = items.size(of: item), small.isReduced(size),
          small.width > thumbnail?.size.width ?? 0,
          items.bitsPerSample(of: item).map({ ($0 > 8) == (bitsPerSample > 8) }) ?? true,
          items.hasColors(item, of: parts)
        else { break }
        thumbnail = (item, small)
      case "cdsc":
        let kind = items.kind(of: item) ?? ""
        if kind.hasPrefix("Exif") {
          exif = item
        } else if needs.xmp, kind.hasPrefix("mime"), kind.contains("application/rdf+xml"),
          metadata.xmp.count < FileMetadata.maximumPackets
        {
          let packet = items.contents(of: item, in: file, upTo: left).bytes
          metadata.add(.xmp(packet))
          left -= packet.count
        }
      default: break
      }
    }
    if needs.exif || needs.xmp, let exif {
      var bytes = items.contents(of: exif, in: file, upTo: left)
      // The offset of the TIFF header.
      let start = bytes.take(4) ?? 0
      metadata.exif = TIFFDirectory(exif: bytes[start...].bytes)
    }
    isPremultiplied = items.references.contains { $0.kind == "prem" && $0.from == picture }
    if alpha == nil { tileAlphas = items.alphas(ofTiles: tiles) }
    peakPixels =
      max(size.width * size.height, items.largestCodedPixels)
      + items.canvasPixels(of: decodedItems(thumbnail: nil))
    pixelForm = items.statedForm(of: decodedItems(thumbnail: nil), in: file)
    if let thumbnail {
      pixelForm = pixelForm.joined(items.statedForm(of: [thumbnail.number], in: file))
    }
    // Thumbnails have no alpha.
    if hasAlpha { thumbnail = nil }
    for colors in parts.lazy.flatMap({ items.properties("colr", of: $0) }) {
      switch colors.text(at: 0) {
      case "prof", "rICC": metadata.profile = metadata.profile ?? colors[4...].bytes
      case "nclx" where codePoints == nil:
        // 2 means unknown. The matrix is the decoder's concern.
        func known(_ code: Int?, else usual: UInt8) -> UInt8 {
          code == 2 ? usual : code.flatMap { UInt8(exactly: $0) } ?? 0
        }
        codePoints = CodePoints(
          primaries: known(colors.number(at: 4, 2), else: 1),
          transfer: known(colors.number(at: 6, 2), else: 13))
      default: break
      }
    }
    if let levels = items.property("clli", of: picture) {
      lightLevels.maximumContentLight = Double(levels.number(at: 0, 2) ?? 0)
    }
    if let volume = items.property("mdcv", of: picture) {
      // The maximum luminance follows three primaries and white, in steps of 0.0001 cd/m².
      lightLevels.masteringMaximum = Double(volume.number(at: 16, 4) ?? 0) / 10_000
    }
    try items.checkBudget()
  }

  /// The number of pixels to decode, as counted by `HEIFItems`.
  ///
  /// A file with two lists of items is refused, since a decoder might use the other list.
  ///
  /// - Throws: `PictureFileError`; ``PictureChanged`` if the header differs from the one read
  ///   before.
  func decodedPixels(
    thumbnail: Int?, in file: [UInt8]
  ) throws -> (all: [Int], underOthers: Int, form: HEIFPixelForm) {
    let (whole, bytes) = (items.bytes.sharingBudget(file), items.bytes)
    guard whole[bytes.offset..<bytes.offset + bytes.count].bytes == bytes.bytes else {
      throw PictureChanged()
    }
    let rest = MediaBoxes(in: whole[(bytes.offset + bytes.count)...])
    guard !items.isAmbiguous, !rest.contains(where: { $0.name == "meta" }) else {
      throw PictureFileError.malformed(reason: "it describes its images twice")
    }
    return try items.decodedPixels(of: decodedItems(thumbnail: thumbnail), in: whole)
  }

  /// The items of the picture or its thumbnail, and of its alpha.
  private func decodedItems(thumbnail: Int?) -> [Int] {
    [thumbnail ?? items.primary] + [alpha].compactMap(\.self) + tileAlphas
  }

  /// The body of the `meta` box, which contains the items; it is held in memory.
  private static func metaBox(of file: ByteView) throws(PictureFileError) -> ByteView {
    guard file.count > 0 else { throw .empty }
    var place = 0
    // Few boxes precede the `meta` box, even in video files.
    for _ in 0..<64 where place < file.count {
      guard file.number(at: place, 4) != nil, file.text(at: place + 4) != nil else {
        throw .endOfFile
      }
      guard let box = MediaBox(file[place...]), place > 0 || box.name == "ftyp"
      else { throw .malformed(reason: place > 0 ? "its boxes are damaged" : "not a HEIF file") }
      // With a length of zero, a box extends to the end of the file; only the data box has such a
      // length.
      let length = file.number(at: place, 4) == 0 ? 1 << 60 : box.length
      if box.name == "meta" {
        guard length <= PictureMetadata.limit else {
          let limit = PictureMetadata.limit.inBinaryUnits
          throw .unsupported(reason: "its description of images is larger than \(limit)")
        }
        let body = box.body.held()
        guard place + length <= file.count, body.bytes.count == body.count else {
          throw .endOfFile
        }
        return body
      }
      place += length
    }
    guard place <= file.count else { throw .endOfFile }
    throw .unsupported(
      reason: "it has no still image; save one of its images as a separate file")
  }
}

extension HEIFItems {
  /// The size of a picture after its properties have rotated and cropped it; nil if there is none.
  fileprivate func size(of item: Int) -> PixelSize? {
    var size: PixelSize?
    // Sony cameras list rotations before the size.
    for extent in properties("ispe", of: item) {
      size = PixelSize(width: extent.number(at: 4, 4) ?? 0, height: extent.number(at: 8, 4) ?? 0)
    }
    for property in properties(of: item) where size != nil {
      switch property.name {
      case "clap":
        // Fractions of a pixel are dropped.
        func side(_ offset: Int) -> Int {
          let divisor = property.body.number(at: offset + 4, 4) ?? 0
          return divisor == 0 ? 0 : (property.body.number(at: offset, 4) ?? 0) / divisor
        }
        size = PixelSize(width: side(0), height: side(8))
      case "irot" where (property.body.number(at: 0, 1) ?? 0) & 1 == 1:
        size = size.map { PixelSize(width: $0.height, height: $0.width) }
      default: break
      }
    }
    let sides = 1..<Self.maximumSide
    guard let size, sides ~= size.width, sides ~= size.height else { return nil }
    return size
  }

  /// The number of pixels for the size in an `ispe` box, with width and height rounded up to
  /// multiples of 64, the size of the largest blocks of HEVC.
  private static func codedPixels(_ size: ByteView) -> Int {
    func side(_ offset: Int) -> Int {
      min(((size.number(at: offset, 4) ?? 0) + 63) / 64 * 64, maximumSide)
    }
    return side(4) * side(8)
  }

  /// The number of pixels in the largest coded picture, over all its layers.
  fileprivate var largestCodedPixels: Int {
    // The property contains the sizes of all layers but the last, in 2 or 4 bytes each; a size of 0
    // means that there is no such layer.
    let layers = properties("a1lx").map { list in
      let width = (list.number(at: 0, 1) ?? 0) & 1 == 0 ? 2 : 4
      return 1 + (0..<3).count { list.number(at: 1 + width * $0, width) ?? 0 > 0 }
    }
    return properties("ispe").reduce(0) { max($0, Self.codedPixels($1)) } * (layers.max() ?? 1)
  }

  /// The number of pixels in the canvases on which some pictures are overlaid.
  fileprivate func canvasPixels(of pictures: [Int]) -> Int {
    Set(parts(of: pictures) ?? []).reduce(0) { sum, item in
      guard kind(of: item)?.hasPrefix("iovl") == true,
        let size = property("ispe", of: item)
      else { return sum }
      return sum + min(Self.codedPixels(size), 1 << 40)
    }
  }

  /// The maximum width and height that decoders accept.
  private static let maximumSide = 1 << 28

  /// The bits per sample of a coded picture; nil if the picture is made of parts.
  fileprivate func bitsPerSample(of item: Int) -> Int? {
    for property in properties(of: item) {
      func byte(_ offset: Int) -> Int { property.body.number(at: offset, 1) ?? 0 }
      switch property.name {
      case "hvcC": return 8 + max(byte(17) & 7, byte(18) & 7)
      case "av1C":
        let flags = byte(2)
        return flags & 0x40 == 0 ? 8 : flags & 0x20 == 0 ? 10 : 12
      default: break
      }
    }
    return nil
  }

  fileprivate func isAlpha(_ item: Int) -> Bool {
    properties("auxC", of: item).contains {
      let name = String(decoding: $0[4...].prefix(64).prefix { $0 != 0 }, as: UTF8.self)
      return [
        "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", "urn:mpeg:hevc:2015:auxid:1",
        "urn:mpeg:avc:2015:auxid:1",
      ].contains(name)
    }
  }

  /// The alpha of each tile, in file order; empty if a tile has no alpha of the same size.
  fileprivate func alphas(ofTiles tiles: [Int]) -> [Int] {
    var missing = Set(tiles)
    var alphas: [Int] = []
    for reference in references where !missing.isEmpty && reference.kind == "auxl" {
      guard let tile = reference.to.first(where: missing.contains), isAlpha(reference.from),
        size(of: reference.from) == size(of: tile)
      else { continue }
      missing.subtract(reference.to)
      alphas.append(reference.from)
    }
    return missing.isEmpty ? alphas : []
  }

  /// Whether an item has no colour properties, or has the same colour properties as the first of
  /// `others` that has any.
  fileprivate func hasColors(_ item: Int, of others: [Int]) -> Bool {
    guard property("colr", of: item) != nil else { return true }
    guard let other = others.first(where: { property("colr", of: $0) != nil }) else { return false }
    return properties("colr", of: item).elementsEqual(properties("colr", of: other)) {
      // Long properties, which many pictures may share, cost more than one step.
      bytes.step($0.count / 64) && $0.count == $1.count && $0.bytes == $1.bytes
    }
  }

  /// Checks that the budget of steps sufficed for everything requested.
  func checkBudget() throws(PictureFileError) {
    guard !bytes.isSpent else {
      throw .unsupported(reason: "its description of images is longer than any image needs")
    }
  }
}

extension PixelSize {
  /// Whether this is the other size scaled down, with width and height divided by the same number
  /// and rounded.
  fileprivate func isReduced(_ other: PixelSize) -> Bool {
    width < other.width
      && abs(width * other.height - height * other.width) <= max(other.width, other.height)
  }
}
