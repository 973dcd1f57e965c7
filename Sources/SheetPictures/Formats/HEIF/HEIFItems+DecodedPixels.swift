internal import SheetImaging
internal import SheetModel

/// The number of pixels that decoding a picture produces, according to its coded streams.
///
/// Decoders allocate memory for the size and form given in a stream, whatever the file states. A
/// picture of 64 x 64 pixels may have a stream of 60,000 x 60,000 pixels, and a stream may contain
/// a thousand pictures in a row.
extension HEIFItems {
  /// Counts the pixels of some pictures and of all their parts.
  ///
  /// - Parameters:
  ///   - pictures: The numbers of the pictures.
  ///   - file: All bytes of the file.
  /// - Returns: For each use of a picture or part, the number of its pixels, which is 0 for a
  ///   reference to another picture; the number of pixels in canvases, which are held while
  ///   pictures are laid over them; and the form of pixels that takes the most memory.
  /// - Throws: `PictureFileError.malformed` and `.unsupported` if a picture must not be decoded.
  func decodedPixels(
    of pictures: [Int], in file: ByteView
  ) throws(PictureFileError) -> (all: [Int], underOthers: Int, form: HEIFPixelForm) {
    // Identical tiles from libavif share their bytes.
    guard bytesOfItems <= max(2 * file.count, 64 << 20) else {
      throw .malformed(reason: "its parts are longer than the file")
    }
    guard let parts = parts(of: pictures) else {
      throw .malformed(reason: "its image is made of too many images, or of itself")
    }
    var known: [Int: Int] = [:]
    var form = HEIFPixelForm()
    var (all, underOthers) = ([Int](), 0)
    for part in parts {
      let kind = kind(of: part)?.prefix(4)
      if known[part] == nil {
        let coded = try coded(part, in: file)
        form = form.joined(coded.form)
        known[part] = min(coded.pixels, 1 << 40)
        if kind == "iovl" { underOthers += known[part] ?? 0 }
      }
      guard let count = known[part], count > 0 || kind == "iden" else {
        throw .malformed(reason: "the number of its pixels is unknown")
      }
      all.append(count)
    }
    try checkBudget()
    return (all, underOthers, form)
  }

  /// The form of pixels, among some pictures and their parts, that takes the most memory.
  ///
  /// Configurations state everything but grain. For AV1, the start of the first few streams is
  /// therefore read as well; later ones are assumed to have grain.
  func statedForm(of pictures: [Int], in file: ByteView) -> HEIFPixelForm {
    var form = HEIFPixelForm()
    var streamsLeft = Self.maximumStreams
    for part in Set(parts(of: pictures) ?? pictures).sorted() {
      if let stated = configuration("hvcC", of: part) {
        form = form.joined(HEVCStream.form(stated: stated))
      } else if let stated = configuration("av1C", of: part) {
        form = form.joined(AV1Stream.form(stated: stated))
        guard streamsLeft > 0 else {
          form.hasGrain = true
          continue
        }
        streamsLeft -= 1
        let start = contents(of: part, in: file, upTo: PictureMetadata.limit).prefix(1024)
        form = form.joined(AV1Stream.coded(stated, bytes.sharingBudget(start)).form)
      }
    }
    return form
  }

  /// The maximum number of AV1 streams whose start is read with the header.
  private static let maximumStreams = 8

  private func coded(_ item: Int, in file: ByteView) throws(PictureFileError) -> CodedPixels {
    let data = contents(of: item, in: file)
    switch kind(of: item)?.prefix(4) {
    case "hvc1", "hev1":
      return configuration("hvcC", of: item).map { HEVCStream.coded($0, data) } ?? CodedPixels()
    case "av01":
      return configuration("av1C", of: item).map { AV1Stream.coded($0, data) } ?? CodedPixels()
    case "grid": return CodedPixels(pixels: canvas(data, at: 4))
    case "iovl": return CodedPixels(pixels: canvas(data, at: 10))
    case "iden": return CodedPixels()
    default:
      throw .unsupported(
        reason: "its pixels are encoded neither as HEVC nor as AV1; save the image as HEIC or AVIF")
    }
  }

  /// The configuration of a stream; nil if there is none, or several.
  private func configuration(_ name: String, of item: Int) -> ByteView? {
    Array(properties(name, of: item).prefix(2)).only
  }
}

/// The form of decoded pixels, which determines how much memory libheif and its decoders take.
struct HEIFPixelForm: Equatable {
  /// Whether chroma has more than half of the picture's columns, or more than half of its rows.
  var hasFullColors = false
  /// Whether samples have more than 8 bits.
  var isDeep = false
  /// Whether a decoder adds film grain, which requires another copy.
  var hasGrain = false

  /// A form that takes at least as much memory as either of the two forms.
  func joined(_ other: Self) -> Self {
    Self(
      hasFullColors: hasFullColors || other.hasFullColors, isDeep: isDeep || other.isDeep,
      hasGrain: hasGrain || other.hasGrain)
  }

  /// The bytes held for each pixel: the decoder's own, and those of the copies in which libheif
  /// rotates the picture, converts its colours and joins its channels.
  ///
  /// Measured with libheif 1.15.1, dav1d 1.0.0 and libde265 1.0.11.
  var bytesPerPixel: Int {
    switch (isDeep, hasFullColors) {
    case (false, false): hasGrain ? 9 : 7
    case (false, true): hasGrain ? 17 : 14
    case (true, false): 18
    case (true, true): hasGrain ? 31 : 25
    }
  }
}

/// The number of pixels in all frames of a coded picture, and their form.
private struct CodedPixels {
  var pixels = 0
  var form = HEIFPixelForm()
}

/// The number of pixels in a canvas, whose width and height are stored at an offset in 2 or 4 bytes
/// each.
private func canvas(_ data: ByteView, at offset: Int) -> Int {
  let width = (data.number(at: 1, 1) ?? 0) & 1 == 0 ? 2 : 4
  return area(data.number(at: offset, width) ?? 0, data.number(at: offset + width, width) ?? 0)
}

/// The number of pixels in a picture.
///
/// Width and height are clamped to 2¹⁷, which no format exceeds, so that sums cannot overflow.
private func area(_ width: Int, _ height: Int) -> Int {
  min(max(0, width), 1 << 17) * min(max(0, height), 1 << 17)
}

/// Pictures coded in HEVC.
///
/// Source: ISO/IEC 14496-15, 8.3.3.1 (configuration); ITU-T H.265, 7.3.1.2, 7.3.2.2.1 and 7.3.3.
private enum HEVCStream {
  /// The form of pixels according to the configuration alone.
  static func form(stated configuration: ByteView) -> HEIFPixelForm {
    func byte(_ offset: Int) -> Int { configuration.number(at: offset, 1) ?? 0 }
    return HEIFPixelForm(hasFullColors: byte(16) & 3 > 1, isDeep: (byte(17) | byte(18)) & 7 > 0)
  }

  /// The number of pixels in all pictures, assuming each is as large as the largest.
  static func coded(_ configuration: ByteView, _ data: ByteView) -> CodedPixels {
    var (largest, pictures) = (CodedPixels(form: form(stated: configuration)), 0)
    func lookAtUnit(in bytes: inout ByteView, _ width: Int) {
      guard let unit = bytes.take(width).flatMap({ bytes.take(part: $0) }) else {
        bytes = bytes[bytes.count...]
        return
      }
      // Layers above the first are other views, which are not shown.
      guard let head = unit.number(at: 0, 2), head >> 3 & 63 == 0 else { return }
      switch head >> 9 & 63 {
      case 33:
        let found = coded(ofParameters: unit[2...])
        largest.pixels = max(largest.pixels, found.pixels)
        largest.form = largest.form.joined(found.form)
      // The first slice of a picture has this bit set.
      case 0..<32 where (unit.number(at: 2, 1) ?? 0) & 0x80 != 0: pictures += 1
      default: break
      }
    }
    var (sets, rest) = (configuration[23...], data)
    for _ in 0..<(configuration.number(at: 22, 1) ?? 0) {
      let count = sets.number(at: 1, 2) ?? 0
      sets = sets[3...]
      for _ in 0..<count where sets.count > 0 && sets.step() { lookAtUnit(in: &sets, 2) }
    }
    let width = (configuration.number(at: 21, 1) ?? 0) & 3 + 1
    while rest.count > 0, rest.step() { lookAtUnit(in: &rest, width) }
    largest.pixels *= max(1, pictures)
    return largest
  }

  private static func coded(ofParameters set: ByteView) -> CodedPixels {
    var bytes: [UInt8] = []
    for byte in set.prefix(256) {
      // A 3 after two zeros is an escape that keeps them from looking like a start code.
      if byte != 3 || !bytes.suffix(2).elementsEqual([0, 0]) { bytes.append(byte) }
    }
    var bits = CodedBits(ByteView(bytes))
    bits.skip(4)
    let layers = bits.take(3)
    bits.skip(1 + 88 + 8)
    let stated = (0..<layers).map { _ in (profile: bits.take(1), level: bits.take(1)) }
    if layers > 0 { bits.skip(2 * (8 - layers)) }
    for layer in stated { bits.skip(88 * layer.profile + 8 * layer.level) }
    _ = bits.takeExponential()
    var coded = CodedPixels()
    let colors = bits.takeExponential()
    coded.form.hasFullColors = 2...3 ~= colors
    if colors == 3 { bits.skip(1) }
    coded.pixels = area(bits.takeExponential(), bits.takeExponential())
    // The conformance window.
    if bits.take(1) == 1 { for _ in 0..<4 { _ = bits.takeExponential() } }
    let depths = [bits.takeExponential(), bits.takeExponential()]
    // A larger number is not a depth: it was read beyond the end of the bits.
    coded.form.isDeep = depths.contains { 1...8 ~= $0 }
    return coded
  }
}

/// Pictures coded in AV1.
///
/// Source: AV1 in ISO media files 1.2, 2.3.3; AV1 bitstream specification, 5.3 and 5.5.
private enum AV1Stream {
  /// The form of pixels that the configuration states; it does not mention grain.
  static func form(stated configuration: ByteView) -> HEIFPixelForm {
    let flags = configuration.number(at: 2, 1) ?? 0
    // Chroma has half the columns and half the rows, or there is none.
    let isSubsampled = flags & 0x0C == 0x0C || flags & 0x10 != 0
    return HEIFPixelForm(hasFullColors: !isSubsampled, isDeep: flags & 0x40 != 0)
  }

  /// The number of pixels in all frames, assuming each is as large as the largest.
  static func coded(_ configuration: ByteView, _ data: ByteView) -> CodedPixels {
    var (largest, frames) = (CodedPixels(form: form(stated: configuration)), 0)
    for var rest in [configuration[4...], data] {
      while rest.step(), let head = rest.take(1) {
        if head & 4 != 0 { rest = rest[1...] }
        var length = rest.count
        if head & 2 != 0 {
          length = 0
          for index in 0..<8 {
            let byte = rest.take(1) ?? 0
            length |= (byte & 127) << (7 * index)
            if byte < 128 { break }
          }
        }
        switch head >> 3 & 15 {
        case 1 where min(length, rest.count) > 0:
          let found = coded(ofHeader: rest[0..<length])
          largest.pixels = max(largest.pixels, found.pixels)
          largest.form = largest.form.joined(found.form)
        case 3, 6: frames += 1
        default: break
        }
        rest = rest[length...]
      }
    }
    largest.pixels *= max(1, frames)
    return largest
  }

  private static func coded(ofHeader header: ByteView) -> CodedPixels {
    var bits = CodedBits(header)
    let profile = bits.take(3)
    bits.skip(1)
    let isReduced = bits.take(1) == 1
    if isReduced {
      bits.skip(5)
    } else {
      var delayBits = 0
      if bits.take(1) == 1 {
        bits.skip(64)
        if bits.take(1) == 1 { _ = bits.takeExponential() }
        if bits.take(1) == 1 {
          delayBits = bits.take(5) + 1
          bits.skip(42)
        }
      }
      let hasDelay = bits.take(1) == 1
      for _ in 0...bits.take(5) {
        bits.skip(12)
        if bits.take(5) > 7 { bits.skip(1) }
        if delayBits > 0, bits.take(1) == 1 { bits.skip(2 * delayBits + 1) }
        if hasDelay, bits.take(1) == 1 { bits.skip(4) }
      }
    }
    let (width, height) = (bits.take(4) + 1, bits.take(4) + 1)
    let pixels = area(bits.take(width) + 1, bits.take(height) + 1)
    skipTools(&bits, isReduced: isReduced)
    return CodedPixels(pixels: pixels, form: form(profile, &bits))
  }

  /// Skips the coding tools of a sequence header, from the frame numbers to the loop restoration.
  private static func skipTools(_ bits: inout CodedBits, isReduced: Bool) {
    if !isReduced, bits.take(1) == 1 { bits.skip(7) }
    bits.skip(3)
    if !isReduced {
      bits.skip(4)
      let hasOrder = bits.take(1) == 1
      if hasOrder { bits.skip(2) }
      let choosesScreenTools = bits.take(1) == 1
      if choosesScreenTools || bits.take(1) == 1, bits.take(1) == 0 { bits.skip(1) }
      if hasOrder { bits.skip(3) }
    }
    bits.skip(3)
  }

  /// The form of pixels, from the colours of a sequence and whether it has grain.
  private static func form(_ profile: Int, _ bits: inout CodedBits) -> HEIFPixelForm {
    var form = HEIFPixelForm()
    form.isDeep = bits.take(1) == 1
    let isTwelve = profile == 2 && form.isDeep && bits.take(1) == 1
    let isGray = profile != 1 && bits.take(1) == 1
    var isPlainRGB = false
    if bits.take(1) == 1 {
      // sRGB primaries, the sRGB curve, and no matrix.
      isPlainRGB = (bits.take(8), bits.take(8), bits.take(8)) == (1, 13, 0)
    }
    if isGray {
      bits.skip(1)
    } else {
      if isPlainRGB {
        form.hasFullColors = true
      } else {
        bits.skip(1)
        switch profile {
        case 0: break
        case 2 where isTwelve: form.hasFullColors = bits.take(1) == 0 || bits.take(1) == 0
        default: form.hasFullColors = true
        }
        if !form.hasFullColors { bits.skip(2) }
      }
      bits.skip(1)
    }
    form.hasGrain = bits.take(1) == 1
    return form
  }
}

/// Reads bits, starting with the most significant bit of each byte, and zeros after the last bit.
private struct CodedBits {
  private let bytes: ByteView
  private var place = 0

  init(_ bytes: ByteView) { self.bytes = bytes }

  mutating func skip(_ count: Int) { place += count }

  mutating func take(_ count: Int) -> Int {
    (0..<count).reduce(0) { value, _ in
      let bit = (bytes.number(at: place / 8, 1) ?? 0) >> (7 - place % 8) & 1
      place += 1
      return value << 1 | bit
    }
  }

  /// A number in Exp-Golomb code, `ue(v)` in HEVC and `uvlc()` in AV1.
  mutating func takeExponential() -> Int {
    var zeros = 0
    while zeros < 32, take(1) == 0 { zeros += 1 }
    return 1 << zeros - 1 + take(zeros)
  }
}
