internal import CHEIFOracle
public import TestSupport

/// Writes HEIC and AVIF files of every kind: the installed libheif encodes the pixels, and the
/// boxes are ours.
///
/// Source: ISO/IEC 23008-12 (items and properties); ISO/IEC 14496-12, 8.11.
public struct HEIFFixture: Sendable, CustomStringConvertible {
  /// Whether there is a library to write with; without it, tests that need it are skipped.
  public static var isAvailable: Bool { cheif_oracle_is_available() }

  /// The number of columns before the picture is rotated.
  public var width = 40
  /// The number of rows.
  public var height = 30
  /// Whether pixels are encoded as AV1 rather than HEVC.
  public var isAV1 = false
  /// The bits per sample: 8, 10 or 12.
  public var bits = 8
  /// Whether pixels are encoded losslessly, which requires AV1.
  public var isLossless = false
  /// Whether there is an alpha channel.
  public var hasAlpha = false
  /// Whether each tile has its own alpha.
  public var hasTileAlpha = false
  /// Whether identical parts share their bytes, as in files by libavif.
  public var sharesBytes = false
  /// Whether the file declares its colours to be premultiplied by alpha.
  public var isPremultiplied = false
  /// Whether the picture is made of tiles of 64 x 64 pixels.
  public var isGrid = false
  /// The orientation, as Exif numbers it.
  public var orientation = 1
  /// The sides of the thumbnail; nil if there is none.
  public var thumbnail: (width: Int, height: Int)?
  /// The colour profile.
  public var profile: [UInt8]?
  /// Primaries, transfer characteristics and matrix of ITU-T H.273, in the full range.
  public var codePoints: [Int]?
  /// The Exif data and the XMP packet.
  public var exif, xmp: [UInt8]?
  /// Further properties of the picture: names and bodies.
  public var properties: [(name: String, body: [UInt8])] = []
  /// The brand that the file begins with; nil for the usual one.
  public var brand: String?
  /// Whether alpha is encoded as 64 x 64 pixels, whatever size the file declares.
  public var hasSmallAlpha = false
  /// A different size for the file to declare.
  public var requestedSize: (width: Int, height: Int)?

  /// A file of the given size.
  public init(
    width: Int = 40, height: Int = 30, isAV1: Bool = false, bits: Int = 8, isGrid: Bool = false
  ) {
    (self.width, self.height, self.isAV1) = (width, height, isAV1)
    (self.bits, self.isGrid) = (bits, isGrid)
  }

  /// The file's name in the test log.
  public var description: String {
    "\(width) x \(height) \(isAV1 ? "AV1" : "HEVC") \(bits) bits"
      + (hasAlpha || hasTileAlpha ? " with alpha" : "") + (isGrid ? " of tiles" : "")
  }

  /// Smooth samples with some edges: red, green, blue and alpha.
  public var pattern: [UInt16] {
    (0..<height).flatMap { y in
      (0..<width).flatMap { x in
        let edge = (x / 16 + y / 16) % 2 == 0 ? 60 : 0
        let alpha = hasAlpha || hasTileAlpha ? 64 + y : 255
        let color: [Int] = [40 + x % 90, 20 + y % 80 + edge, 90 + edge, alpha]
        return color.map { UInt16($0 << (bits - 8)) }
      }
    }
  }

  /// A file's primary picture as decoded by the library alone: red, green, blue and alpha of each
  /// pixel.
  public static func decoded(
    _ file: [UInt8], isDeep: Bool = false
  ) -> (width: Int, samples: [UInt16], bits: Int) {
    let bytes = cheif_oracle_decode(file, file.count, isDeep)
    defer { cheif_oracle_free(bytes) }
    let pixels = Array(UnsafeBufferPointer(start: bytes.bytes, count: bytes.count))
    let samples =
      isDeep
      ? stride(from: 0, to: pixels.count, by: 2).map {
        UInt16(pixels[$0]) | UInt16(pixels[$0 + 1]) << 8
      } : pixels.map(UInt16.init)
    return (Int(bytes.width), samples, Int(bytes.bits))
  }

  private struct Item {
    var kind: String
    var data: [UInt8]
    /// Indices of the file's properties, counted from 1.
    var properties: [Int] = []
    var isHidden = false
  }

  /// The file with its pattern, or with other samples: red, green, blue and alpha.
  public func encoded(_ samples: [UInt16]? = nil) -> [UInt8] {
    let samples = samples ?? pattern
    var (items, properties, references): ([Item], [[UInt8]], [(String, Int, [Int])]) = ([], [], [])
    func property(_ name: String, _ body: [UInt8]) -> Int {
      properties.append(RawFixture.box(name, body))
      return properties.count
    }
    func size(_ width: Int, _ height: Int) -> Int {
      property("ispe", RawFixture.word(0) + RawFixture.word(width) + RawFixture.word(height))
    }
    /// Adds a part of the picture, and returns its number.
    ///
    /// The part is padded to a size that encoders accept.
    func add(
      _ part: [UInt16], _ width: Int, _ height: Int, stated: (width: Int, height: Int)? = nil
    ) -> Int {
      let sides = (max(64, (width + 15) / 16 * 16), max(64, (height + 15) / 16 * 16))
      let padded = (0..<sides.1).flatMap { y in
        (0..<sides.0).flatMap { x in
          let place = 3 * (min(y, height - 1) * width + min(x, width - 1))
          return part[place..<place + 3]
        }
      }
      let options = cheif_oracle_options(
        width: UInt32(sides.0), height: UInt32(sides.1), is_av1: isAV1, bits: UInt32(bits),
        is_lossless: isLossless)
      let coded = cheif_oracle_encode(options, padded)
      defer { cheif_oracle_free(coded) }
      let file = Array(UnsafeBufferPointer(start: coded.bytes, count: coded.count))
      var item = Item(kind: isAV1 ? "av01" : "hvc1", data: Self.body(of: "mdat", in: file))
      let name = isAV1 ? "av1C" : "hvcC"
      let stated = stated ?? sides
      item.properties = [property(name, Self.body(of: name, in: file)), size(stated.0, stated.1)]
      if sides != (width, height) {
        func fraction(_ number: Int, _ divisor: Int) -> [UInt8] {
          RawFixture.word(number) + RawFixture.word(divisor)
        }
        item.properties.append(
          property(
            "clap",
            fraction(width, 1) + fraction(height, 1) + fraction(width - sides.0, 2)
              + fraction(height - sides.1, 2)))
      }
      items.append(item)
      return items.count
    }

    /// Makes one part the alpha of another.
    func addAlpha(_ item: Int, of other: Int, _ turning: [Int] = []) {
      // Some writers hide this item, and some do not.
      items[item - 1].isHidden = isAV1
      let name = Array("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0".utf8)
      items[item - 1].properties += [property("auxC", RawFixture.word(0) + name)] + turning
      references.append(("auxl", item, [other]))
    }

    let colors = (0..<width * height).flatMap { samples[4 * $0..<4 * $0 + 3] }
    let alpha = (0..<width * height).flatMap { [UInt16](repeating: samples[4 * $0 + 3], count: 3) }
    var primary = 1
    if isGrid {
      let (columns, rows) = ((width + 63) / 64, (height + 63) / 64)
      func tile(_ index: Int, of channels: [UInt16]) -> [UInt16] {
        let (left, top) = (index % columns * 64, index / columns * 64)
        return (0..<64).flatMap { y in
          (0..<64).flatMap { x in
            let place = 3 * (min(top + y, height - 1) * width + min(left + x, width - 1))
            return channels[place..<place + 3]
          }
        }
      }
      let tiles = (0..<columns * rows).map { add(tile($0, of: colors), 64, 64) }
      for (index, item) in tiles.enumerated() {
        items[item - 1].isHidden = true
        if hasTileAlpha { addAlpha(add(tile(index, of: alpha), 64, 64), of: item) }
      }
      let head: [UInt8] = [0, 1, UInt8(rows - 1), UInt8(columns - 1)]
      items.append(
        Item(
          kind: "grid", data: head + RawFixture.word(width) + RawFixture.word(height),
          properties: [
            size(requestedSize?.width ?? width, requestedSize?.height ?? height),
            property("pixi", RawFixture.word(0) + [3] + [UInt8](repeating: UInt8(bits), count: 3)),
          ]))
      primary = items.count
      references.append(("dimg", primary, tiles))
    } else {
      primary = add(colors, width, height, stated: requestedSize)
    }
    var own: [Int] = []
    if let profile { own.append(property("colr", Array("prof".utf8) + profile)) }
    if let codePoints {
      let numbers = codePoints.flatMap { WebPFixture.number($0, 2).reversed() }
      own.append(property("colr", Array("nclx".utf8) + numbers + [0x80]))
    }
    let turn = [6: 3, 5: 3, 8: 1, 7: 1, 3: 2][orientation]
    let mirror = [2: 1, 5: 1, 7: 1, 4: 0][orientation]
    let turning =
      [turn.map { property("irot", [UInt8($0)]) }, mirror.map { property("imir", [UInt8($0)]) }]
      .compactMap(\.self)
    own += turning + self.properties.map { property($0.name, $0.body) }
    items[primary - 1].properties += own
    if hasAlpha {
      let item =
        hasSmallAlpha
        ? add(Array(alpha[..<(3 * 64 * 64)]), 64, 64, stated: (width, height))
        : add(alpha, width, height)
      addAlpha(item, of: primary, turning)
      if isPremultiplied { references.append(("prem", primary, [item])) }
    }
    if let thumbnail {
      // The thumbnail has one pixel of each block of pixels, and is added as a separate picture.
      let small = (0..<thumbnail.height).flatMap { y in
        (0..<thumbnail.width).flatMap { x in
          let place = 3 * (y * height / thumbnail.height * width + x * width / thumbnail.width)
          return colors[place..<place + 3]
        }
      }
      let item = add(small, thumbnail.width, thumbnail.height)
      items[item - 1].properties += turning
      references.append(("thmb", item, [primary]))
    }
    for (kind, data) in [
      ("Exif\0\0", exif.map { RawFixture.word(0) + $0 }), ("mime\0application/rdf+xml\0", xmp),
    ] {
      guard let data else { continue }
      items.append(Item(kind: kind, data: data))
      references.append(("cdsc", items.count, [primary]))
    }
    return file(items, properties, references, primary)
  }

  private func file(
    _ items: [Item], _ properties: [[UInt8]], _ references: [(String, Int, [Int])], _ primary: Int
  ) -> [UInt8] {
    func short(_ number: Int) -> [UInt8] { WebPFixture.number(number, 2).reversed() }
    func full(_ name: String, _ body: [UInt8], version: Int = 0) -> [UInt8] {
      RawFixture.box(name, RawFixture.word(version << 24) + body)
    }
    let brand = Array((self.brand ?? (isAV1 ? "avif" : "heic")).utf8)
    let type = RawFixture.box(
      "ftyp",
      brand + RawFixture.word(0) + Array("mif1".utf8)
        + (isAV1 ? Array("avif".utf8) : Array("heic".utf8)))
    let kinds = items.enumerated().flatMap { index, item in
      RawFixture.box(
        "infe",
        [2, 0, 0, item.isHidden ? 1 : 0] + short(index + 1) + short(0) + Array(item.kind.utf8)
          + [0])
    }
    let used = items.enumerated().flatMap { index, item in
      short(index + 1) + [UInt8(item.properties.count)] + item.properties.map { UInt8($0) }
    }
    // The picture is at the end of the file, so that a truncated file lacks it.
    func meta(_ places: [Int]) -> [UInt8] {
      let extents = items.indices.flatMap { index -> [UInt8] in
        let extent = RawFixture.word(places[index]) + RawFixture.word(items[index].data.count)
        return short(index + 1) + short(0) + short(1) + extent
      }
      return full(
        "meta",
        full("hdlr", RawFixture.word(0) + Array("pict".utf8) + [UInt8](repeating: 0, count: 13))
          + full("pitm", short(primary)) + full("iloc", [0x44, 0] + short(items.count) + extents)
          + full("iinf", short(items.count) + kinds)
          + full(
            "iref",
            references.flatMap { kind, from, to in
              RawFixture.box(kind, short(from) + short(to.count) + to.flatMap { short($0) })
            })
          + RawFixture.box(
            "iprp",
            RawFixture.box("ipco", properties.flatMap(\.self))
              + full("ipma", RawFixture.word(items.count) + used)))
    }
    let order = items.indices.sorted { ($0 < primary ? 1 : 0, $0) < ($1 < primary ? 1 : 0, $1) }
    var places = [Int](repeating: 0, count: items.count)
    let place = type.count + meta(places).count + 8
    var stored: [UInt8] = []
    var known: [[UInt8]: Int] = [:]
    for index in order {
      let data = items[index].data
      places[index] = sharesBytes ? known[data] ?? place + stored.count : place + stored.count
      if places[index] == place + stored.count { stored += data }
      known[data] = places[index]
    }
    return type + meta(places) + RawFixture.box("mdat", stored)
  }

  /// The body of the first box with a name, wherever it is in a file.
  private static func body(of name: String, in file: [UInt8]) -> [UInt8] {
    let mark = Array(name.utf8)
    guard let place = (4..<max(4, file.count)).first(where: { file[$0...].starts(with: mark) })
    else { return [] }
    let length = file[place - 4..<place].reduce(0) { $0 << 8 | Int($1) }
    return Array(file[place + 4..<place - 4 + length])
  }
}

extension Need {
  /// The library with which HEIC and AVIF are written and read.
  public static let heif = Need(
    "libheif1 with its HEVC and AV1 codecs, and libheif-dev at build time"
  ) { HEIFFixture.isAvailable }
}
