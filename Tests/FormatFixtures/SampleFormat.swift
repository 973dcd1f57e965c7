import JPEGFixtures
import PNGFixtures
public import TestSupport

/// A way to write a picture in a format: one row of the table that the tests of all formats share.
public struct SampleFormat: Sendable, CustomStringConvertible {
  /// The name of the format, and the kind of file.
  public let description: String
  /// The file name extension.
  public let ending: String
  /// Whether the pixels are read exactly as they were written.
  public let isExact: Bool
  /// Whether rows come already rotated as the file says, so that Exif's orientation is ignored.
  public var comesTurned = false
  /// Whether files can contain Exif data and a colour profile.
  public var carriesExif = true
  /// Whether such files can be written and read on this machine.
  public let isAvailable: @Sendable () -> Bool
  /// The library that reads the format, by its name in `--version`; nil if it is always there.
  public let library: String?
  /// Writes a file.
  public let encoded: @Sendable (SamplePicture) -> [UInt8]

  /// All formats.
  public static let all =
    [
      SampleFormat(
        description: "PNG", ending: "png", isExact: true, isAvailable: { true }, library: nil,
        encoded: { $0.png }),
      SampleFormat(
        description: "JPEG", ending: "jpg", isExact: false,
        isAvailable: { JPEGFixture.isAvailable }, library: "libjpeg-turbo",
        encoded: { $0.jpeg(isProgressive: false) }),
      SampleFormat(
        description: "progressive JPEG", ending: "jpeg", isExact: false,
        isAvailable: { JPEGFixture.isAvailable }, library: "libjpeg-turbo",
        encoded: { $0.jpeg(isProgressive: true) }),
      SampleFormat(
        description: "WebP", ending: "webp", isExact: false,
        isAvailable: { WebPFixture.isAvailable }, library: "libwebp",
        encoded: { $0.webP(isLossless: false) }),
      SampleFormat(
        description: "lossless WebP", ending: "webp", isExact: true,
        isAvailable: { WebPFixture.isAvailable }, library: "libwebp",
        encoded: { $0.webP(isLossless: true) }),
      SampleFormat(
        description: "animated WebP", ending: "webp", isExact: true,
        isAvailable: { WebPFixture.isAvailable }, library: "libwebp",
        encoded: { $0.webP(isLossless: true, isAnimated: true) }),
    ]
    + [
      ("HEIC", HEIFFixture()), ("AVIF", HEIFFixture(isAV1: true)),
      ("HEIC of tiles", HEIFFixture(isGrid: true)),
    ].map { description, form in
      SampleFormat(
        description: description, ending: description.prefix(4).lowercased(), isExact: false,
        comesTurned: true, isAvailable: { HEIFFixture.isAvailable }, library: "libheif",
        encoded: { $0.heif(form) })
    }
    + TIFFFixture.samples.map { description, form in
      SampleFormat(
        description: description, ending: "tiff", isExact: true,
        isAvailable: { TIFFFixture.isAvailable }, library: "libtiff", encoded: { $0.tiff(form) })
    }
    + [
      SampleFormat(
        description: "GIF", ending: "gif", isExact: false, carriesExif: false,
        isAvailable: { GIFFixture.isAvailable }, library: "giflib", encoded: { $0.gif })
    ]
    + RawFixture.Form.allCases.map { form in
      SampleFormat(
        description: "RAW, \(form)", ending: form.rawValue, isExact: false,
        isAvailable: { JPEGFixture.isAvailable }, library: "libjpeg-turbo",
        encoded: { $0.raw(form) })
    }

  /// The formats that can be written and read on this machine.
  public static let available = all.filter { $0.isAvailable() }
}

/// A picture to be written in any format: opaque and smooth, with some edges.
public struct SamplePicture: Sendable {
  /// The number of columns.
  public var width = 48
  /// The number of rows.
  public var height = 32
  /// A different seed gives a different picture.
  public var seed = 0
  /// The colour profile.
  public var profile: [UInt8]?
  /// The Exif data.
  public var exif: ExifFixture?
  /// The XMP packet.
  public var xmp: String?

  /// A picture of the given size and Exif orientation.
  public init(width: Int = 48, height: Int = 32, orientation: Int? = nil) {
    (self.width, self.height) = (width, height)
    exif = orientation.map { ExifFixture([274: .shorts([$0])]) }
  }

  /// Its pixels: red, green and blue.
  public var pixels: [UInt8] {
    (0..<height).flatMap { y in
      (0..<width).flatMap { x in
        let edge = (x / 24 + y / 16 + seed) % 2 == 0 ? 70 : 0
        let color: [Int] = [40 + x % 80 + edge, 30 + 2 * y % 90, 150 - edge + seed % 50]
        return color.map { UInt8($0) }
      }
    }
  }

  fileprivate var png: [UInt8] {
    var file = PNGFixture(
      width: width, height: height, colorType: .rgb, samples: pixels.map { UInt16($0) })
    file.chunksBeforePalette = [profile.map { .profile(name: "p", $0) }].compactMap(\.self)
    file.chunksBeforeData =
      [exif.map { PNGChunk(type: "eXIf", data: $0.encoded()) }].compactMap(\.self)
      + [xmp.map { .internationalText("XML:com.adobe.xmp", $0) }].compactMap(\.self)
    return file.encoded()
  }

  fileprivate func jpeg(isProgressive: Bool) -> [UInt8] {
    var file = JPEGFixture(width: width, height: height)
    file.sampling = (1, 1)
    file.quality = 95
    file.isProgressive = isProgressive
    file.markers =
      [exif.map { JPEGMarker(0xE1, $0.marker()) }].compactMap(\.self)
      + [xmp.map { JPEGMarker(0xE1, Array("http://ns.adobe.com/xap/1.0/\0\($0)".utf8)) }]
      .compactMap(\.self) + (profile.map { JPEGMarker.profile($0) } ?? [])
    return file.encoded(pixels)
  }

  /// The pixels in 256 colours: eight levels of red and fifteen of green in both kinds of squares.
  fileprivate var gif: [UInt8] {
    var colors = [[UInt8]](repeating: [0, 0, 0], count: 256)
    var indices: [UInt8] = []
    let pixels = pixels
    for pixel in stride(from: 0, to: 3 * width * height, by: 3) {
      let (red, green, blue) = (Int(pixels[pixel]), Int(pixels[pixel + 1]), pixels[pixel + 2])
      let edge = Int(blue) - seed % 50 < 150 ? 70 : 0
      let levels = ((red - 40 - edge) / 10, (green - 30) / 6)
      let index = (edge > 0 ? 128 : 0) + 16 * levels.0 + levels.1
      colors[index] = [UInt8(45 + edge + 10 * levels.0), UInt8(33 + 6 * levels.1), blue]
      indices.append(UInt8(index))
    }
    var file = GIFFixture(
      width: width, height: height, colors: colors,
      frames: [GIFFixture.Frame(width: width, height: height, indices: indices)])
    file.xmp = xmp.map { Array($0.utf8) }
    return file.encoded()
  }

  fileprivate func raw(_ form: RawFixture.Form) -> [UInt8] {
    // The RAW file's data is used, except in the form in which the preview contains it.
    var preview = self
    if form != .head { (preview.exif, preview.xmp) = (nil, nil) }
    return RawFixture(
      form, preview: preview.jpeg(isProgressive: false), exif: exif ?? ExifFixture([:]),
      xmp: xmp.map { Array($0.utf8) }
    ).encoded()
  }

  fileprivate func heif(_ form: HEIFFixture) -> [UInt8] {
    var file = form
    (file.width, file.height) = (width, height)
    (file.profile, file.exif, file.xmp) = (profile, exif?.encoded(), xmp.map { Array($0.utf8) })
    if case .shorts(let numbers) = exif?.entries.first(where: { $0.tag == 274 })?.value {
      file.orientation = numbers[0]
    }
    let pixels = pixels.map { UInt16($0) }
    var samples: [UInt16] = []
    for pixel in 0..<width * height { samples += pixels[3 * pixel..<3 * pixel + 3] + [255] }
    return file.encoded(samples)
  }

  fileprivate func tiff(_ form: TIFFFixture) -> [UInt8] {
    var file = form
    (file.width, file.height) = (width, height)
    file.entries = exif?.entries ?? []
    if let xmp { file.entries.append((700, .bytes(Array(xmp.utf8)))) }
    if let profile { file.entries.append((34675, .bytes(profile))) }
    return file.encoded(pixels.map(Int.init))
  }

  fileprivate func webP(isLossless: Bool, isAnimated: Bool = false) -> [UInt8] {
    var file = WebPFixture(width: width, height: height, isLossless: isLossless)
    (file.profile, file.exif, file.xmp) = (profile, exif?.encoded(), xmp.map { Array($0.utf8) })
    if isAnimated { file.canvas = (width, height, 0, 0) }
    let pixels = pixels
    return file.encoded(
      (0..<width * height).flatMap { place -> [UInt8] in pixels[3 * place..<3 * place + 3] + [255] }
    )
  }
}
