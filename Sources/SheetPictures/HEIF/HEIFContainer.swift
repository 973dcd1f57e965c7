internal import SheetFiles
internal import SheetImaging
internal import SheetLayout
internal import SheetPNG

/// What a HEIC or AVIF file says of the picture that is to be shown.
///
/// Source: ISO/IEC 23008-12, 6.5 (properties) and 6.6 (tiles); ISO/IEC 23000-22, 7 (which of them
/// count); AV1 in ISO media files 1.2, 2.3; ISO/IEC 14496-15, 8.3.3.
struct HEIFContainer {
  /// What it has.
  let items: HEIFItems
  /// Where the bytes of ``items`` are in the file.
  let place: Int
  /// The size of the picture when it is turned and cropped.
  let size: PixelSize
  /// The bits of a sample.
  private(set) var bitsPerSample = 8
  /// The picture that is its alpha.
  private(set) var alpha: Int?
  /// The pictures that are the alpha of each of its tiles, if it has no alpha as a whole.
  private(set) var tileAlphas: [Int] = []
  /// Whether there is alpha, of the picture or of its tiles.
  var hasAlpha: Bool { alpha != nil || !tileAlphas.isEmpty }
  /// Whether colours are multiplied by their alpha.
  private(set) var isPremultiplied = false
  /// The largest of its smaller copies.
  private(set) var thumbnail: (number: Int, size: PixelSize)?
  /// What counts where there is no profile.
  private(set) var codePoints: CodePoints?
  private(set) var lightLevels = LightLevels()
  private(set) var metadata = FileMetadata()

  /// Finds out what the file has, and with it what is needed of Exif data and XMP.
  init(_ file: borrowing OpenPictureFile, _ needs: MetadataNeeds) throws(PictureFileError) {
    let (place, bytes) = try Self.metaBox(of: file)
    let items = HEIFItems(bytes)
    let picture = items.primary
    guard items.kinds[picture] != nil, let size = items.size(of: picture) else {
      throw .malformed(reason: "it has no picture that is to be shown")
    }
    (self.items, self.place, self.size) = (items, place, size)
    // What is true of its tiles is true of a picture of tiles.
    let tiles = items.references.first { $0.kind == "dimg" && $0.from == picture }?.to ?? []
    let parts = [picture, tiles.first].compactMap(\.self)
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
        let kind = items.kinds[item] ?? ""
        if needs.exif, kind.hasPrefix("Exif") {
          // Ahead of it is where it begins behind this number.
          let bytes = try items.contents(of: item, in: file)
          metadata.exif = ExifDirectory(
            Array(bytes.dropFirst(4 + bytes.bigEndian(at: 0, bytes: 4))))
        } else if needs.xmp, kind.hasPrefix("mime"), kind.contains("application/rdf+xml"),
          metadata.xmp.count < FileMetadata.mostPackets
        {
          metadata.xmp.append(try items.contents(of: item, in: file))
        }
      default: break
      }
    }
    isPremultiplied = items.references.contains { $0.kind == "prem" && $0.from == picture }
    if alpha == nil { tileAlphas = items.alphas(ofTiles: tiles) }
    // Thumbnails have no alpha.
    if hasAlpha { thumbnail = nil }
    for colors in parts.flatMap({ items.properties("colr", of: $0) }) {
      let start = colors.body.lowerBound
      switch String(decoding: items.bytes[colors.body].prefix(4), as: UTF8.self) {
      case "prof", "rICC":
        metadata.profile = metadata.profile ?? Array(items.bytes[colors.body].dropFirst(4))
      case "nclx" where codePoints == nil:
        // 2 is for what is not known. The matrix is the decoder's.
        func known(_ code: Int, else usual: UInt8) -> UInt8 {
          code == 2 ? usual : UInt8(exactly: code) ?? 0
        }
        codePoints = CodePoints(
          primaries: known(items.number(start + 4, 2), else: 1),
          transfer: known(items.number(start + 6, 2), else: 13))
      default: break
      }
    }
    if let levels = items.properties("clli", of: picture).first {
      lightLevels.maximumContentLight = Double(items.number(levels.body.lowerBound, 2))
    }
    if let volume = items.properties("mdcv", of: picture).first {
      // Behind three primaries and white, in steps of 0.0001 cd/m².
      lightLevels.masteringMaximum = Double(items.number(volume.body.lowerBound + 16, 4)) / 10_000
    }
  }

  /// Whether nothing is said twice in the bytes of the file: of two, a decoder may go by the other.
  func isUnambiguous(in file: [UInt8]) -> Bool {
    var next = place + items.bytes.count
    while let box = MediaBox(
      Array(file[min(next, file.count)..<min(next + MediaBox.headLength, file.count)]), at: next,
      before: file.count)
    {
      if box.name == "meta" { return false }
      next = box.next
    }
    return !items.isAmbiguous
  }

  /// Where the body of the box is that tells of pictures, and its bytes.
  private static func metaBox(
    of file: borrowing OpenPictureFile
  ) throws(PictureFileError) -> (place: Int, bytes: [UInt8]) {
    var place = 0
    // Ahead of it there are few others, even in files of video.
    for _ in 0..<64 {
      let head = try file.bytes(at: place, count: MediaBox.headLength)
      guard place > 0 || !head.isEmpty else { throw .empty }
      if place >= file.size { break }
      guard head.count >= 8 else { throw .endOfFile }
      guard let box = MediaBox(head, at: place, before: .max), place > 0 || box.name == "ftyp"
      else { throw .malformed(reason: place > 0 ? "its boxes are damaged" : "not a HEIF file") }
      if box.name == "meta" {
        guard box.body.count <= FileMetadata.limit else {
          let limit = FileMetadata.limit.inBinaryUnits
          throw .unsupported(reason: "what it says of its pictures is larger than \(limit)")
        }
        let bytes = try file.bytes(at: box.body.lowerBound, count: box.body.count)
        guard bytes.count == box.body.count else { throw .endOfFile }
        return (box.body.lowerBound, bytes)
      }
      place = box.next
    }
    guard place <= file.size else { throw .endOfFile }
    throw .unsupported(reason: "it has no still picture; save one of its pictures by itself")
  }
}

extension HEIFItems {
  /// The size of a picture that is turned and cropped as its properties say; nil for none.
  fileprivate func size(of item: Int) -> PixelSize? {
    var size: PixelSize?
    let properties = properties(of: item)
    // Cameras of Sony list what turns a picture ahead of its size.
    for property in properties.filter({ $0.name == "ispe" })
      + properties.filter({ $0.name != "ispe" })
    {
      let start = property.body.lowerBound
      switch property.name {
      case "ispe": size = PixelSize(width: number(start + 4, 4), height: number(start + 8, 4))
      case "clap" where size != nil:
        func rounded(_ offset: Int) -> Int {
          let divisor = number(start + offset + 4, 4)
          return divisor == 0 ? 0 : (number(start + offset, 4) + divisor / 2) / divisor
        }
        size = PixelSize(width: rounded(0), height: rounded(8))
      case "irot" where number(start, 1) & 1 == 1:
        size = size.map { PixelSize(width: $0.height, height: $0.width) }
      default: break
      }
    }
    // No decoder has larger ones.
    let sides = 1..<1 << 28
    guard let size, sides ~= size.width, sides ~= size.height else { return nil }
    return size
  }

  /// The bits of a sample, by how a picture is coded; nil where it is made of others.
  fileprivate func bitsPerSample(of item: Int) -> Int? {
    for property in properties(of: item) {
      let start = property.body.lowerBound
      switch property.name {
      case "hvcC": return 8 + max(number(start + 17, 1) & 7, number(start + 18, 1) & 7)
      case "av1C":
        let flags = number(start + 2, 1)
        return flags & 0x40 == 0 ? 8 : flags & 0x20 == 0 ? 10 : 12
      default: break
      }
    }
    return nil
  }

  fileprivate func isAlpha(_ item: Int) -> Bool {
    properties("auxC", of: item).contains {
      let name = String(decoding: bytes[$0.body].dropFirst(4).prefix { $0 != 0 }, as: UTF8.self)
      return [
        "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", "urn:mpeg:hevc:2015:auxid:1",
        "urn:mpeg:avc:2015:auxid:1",
      ].contains(name)
    }
  }

  /// The alpha of each tile, in the order of the file; none if one has no alpha of its size.
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

  /// Whether an item says the same of its colours as the first of others that says something, or nothing.
  fileprivate func hasColors(_ item: Int, of others: [Int]) -> Bool {
    func colors(_ item: Int) -> [ArraySlice<UInt8>] {
      properties("colr", of: item).map { bytes[$0.body] }
    }
    let own = colors(item)
    return own.isEmpty || own == others.lazy.map(colors).first { !$0.isEmpty }
  }
}

extension PixelSize {
  /// Whether it is that of another, with both sides divided by a number, and rounded.
  fileprivate func isReduced(_ other: PixelSize) -> Bool {
    width < other.width
      && abs(width * other.height - height * other.width) <= max(other.width, other.height)
  }
}
