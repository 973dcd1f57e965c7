import CLibraries
public import TestSupport

/// Writes GIFs of every kind, with a code for each pixel, and composes their frames slowly.
///
/// Source: GIF89a specification.
public struct GIFFixture: Sendable {
  /// Whether there is a library to read with; without it, tests that need it are skipped.
  public static var isAvailable: Bool { clibrary_load(.gif) == .ready }

  /// A frame.
  public struct Frame: Sendable {
    /// The offset on the canvas.
    public var left = 0, top = 0
    /// The size.
    public var width, height: Int
    /// The colour index of each pixel.
    public var indices: [UInt8]
    /// The red, green and blue of each colour in its own table; nil for the table of the file.
    public var colors: [[UInt8]]?
    /// The index of the transparent colour.
    public var transparent: UInt8?
    /// The disposal method: what happens to the frame before the next one is drawn, from 0 to 7.
    public var disposal = 0
    /// Whether rows are stored in four passes.
    public var isInterlaced = false

    /// A frame in the upper left corner.
    public init(width: Int, height: Int, indices: [UInt8]) {
      (self.width, self.height, self.indices) = (width, height, indices)
    }

    /// A frame of a single colour.
    public init(width: Int, height: Int, index: UInt8 = 0) {
      self.init(
        width: width, height: height, indices: [UInt8](repeating: index, count: width * height))
    }
  }

  /// The size of the canvas.
  public var width, height: Int
  /// The red, green and blue of each colour in the table of the file; empty if it has no table.
  public var colors: [[UInt8]]
  /// The frames.
  public var frames: [Frame]
  /// The XMP packet.
  public var xmp: [UInt8]?

  /// A file with frames.
  public init(width: Int, height: Int, colors: [[UInt8]], frames: [Frame]) {
    (self.width, self.height, self.colors, self.frames) = (width, height, colors, frames)
  }

  /// A file with small frames of any kind, anywhere on the canvas.
  public static func random(_ generator: inout SeededGenerator) -> GIFFixture {
    func colors() -> [[UInt8]] {
      (0..<[2, 3, 8, 64, 256][generator.number(below: 5)]).map { _ in
        (0..<3).map { _ in UInt8(generator.number(below: 256)) }
      }
    }
    let (width, height) = (1 + generator.number(below: 20), 1 + generator.number(below: 20))
    let shared = colors()
    var file = GIFFixture(width: width, height: height, colors: shared, frames: [])
    for number in 0...generator.number(below: 7) {
      let isWhole = generator.number(below: 3) == 0
      let left = isWhole ? 0 : generator.number(below: width)
      let top = isWhole ? 0 : generator.number(below: height)
      // Later frames may exceed the canvas; the first one would enlarge it.
      let excess = number > 0 ? 3 : 0
      var frame = Frame(
        width: isWhole ? width : 1 + generator.number(below: width - left + excess),
        height: isWhole ? height : 1 + generator.number(below: height - top + excess))
      (frame.left, frame.top) = (left, top)
      frame.colors = generator.number(below: 3) == 0 ? colors() : nil
      let count = (frame.colors ?? shared).count
      for place in frame.indices.indices {
        frame.indices[place] = UInt8(generator.number(below: count))
      }
      if generator.number(below: 2) == 0 {
        frame.transparent = UInt8(generator.number(below: count))
      }
      frame.disposal = generator.number(below: 5)
      frame.isInterlaced = generator.number(below: 2) == 0
      file.frames.append(frame)
    }
    return file
  }

  /// The bytes of the file.
  public func encoded() -> [UInt8] {
    var file = Array("GIF89a".utf8) + WebPFixture.number(width, 2) + WebPFixture.number(height, 2)
    file += [colors.isEmpty ? 0 : 0x80 | UInt8(Self.bits(colors) - 1), 0, 0]
    if !colors.isEmpty { file += Self.table(colors) }
    if let xmp {
      file += [0x21, 0xFF, 11] + Array("XMP DataXMP".utf8) + xmp
      file.append(1)
      file += (UInt8.min...UInt8.max).reversed()
      file.append(0)
    }
    for frame in frames {
      let hasTransparent: UInt8 = frame.transparent == nil ? 0 : 1
      file += [0x21, 0xF9, 4, UInt8(frame.disposal) << 2 | hasTransparent, 5, 0]
      file += [frame.transparent ?? 0, 0]
      file.append(0x2C)
      for number in [frame.left, frame.top, frame.width, frame.height] {
        file += WebPFixture.number(number, 2)
      }
      let own: UInt8 = frame.colors.map { 0x80 | UInt8(Self.bits($0) - 1) } ?? 0
      file.append(own | (frame.isInterlaced ? 0x40 : 0))
      if let colors = frame.colors { file += Self.table(colors) }
      file += Self.coded(frame.storedIndices, bits: max(2, Self.bits(frame.colors ?? colors)))
    }
    return file + [0x3B]
  }

  /// The canvas when each frame is shown, as the red, green, blue and alpha of each pixel.
  public var shown: [[UInt8]] {
    var canvas = [UInt8](repeating: 0, count: 4 * width * height)
    return frames.map { frame in
      let before = canvas
      let colors = frame.colors ?? colors
      func forEachPixel(_ body: (_ place: Int, _ index: UInt8) -> Void) {
        for y in 0..<frame.height where frame.top + y < height {
          for x in 0..<frame.width where frame.left + x < width {
            body(
              4 * ((frame.top + y) * width + frame.left + x), frame.indices[y * frame.width + x])
          }
        }
      }
      forEachPixel { place, index in
        guard index != frame.transparent else { return }
        canvas.replaceSubrange(place..<place + 4, with: colors[Int(index)] + [255])
      }
      let shown = canvas
      switch frame.disposal {
      case 2:
        forEachPixel { place, _ in
          canvas.replaceSubrange(place..<place + 4, with: [0, 0, 0, 0])
        }
      case 3, 4: canvas = before
      default: break
      }
      return shown
    }
  }

  /// The number of bits of an index.
  private static func bits(_ colors: [[UInt8]]) -> Int {
    (1...8).first { 1 << $0 >= colors.count } ?? 8
  }

  /// A table of colours, padded with black.
  private static func table(_ colors: [[UInt8]]) -> [UInt8] {
    let count = 3 << bits(colors)
    return Array((colors.flatMap(\.self) + [UInt8](repeating: 0, count: count)).prefix(count))
  }

  /// Blocks with a code for each pixel.
  ///
  /// The code table is cleared before it grows so large that codes would need more bits.
  private static func coded(_ indices: [UInt8], bits: Int) -> [UInt8] {
    var (bytes, held, heldCount): ([UInt8], Int, Int) = ([], 0, 0)
    func put(_ code: Int) {
      held |= code << heldCount
      heldCount += bits + 1
      while heldCount >= 8 {
        bytes.append(UInt8(held & 255))
        (held, heldCount) = (held >> 8, heldCount - 8)
      }
    }
    for (place, index) in indices.enumerated() {
      if place % (1 << bits - 2) == 0 { put(1 << bits) }
      put(Int(index))
    }
    put(1 << bits + 1)
    if heldCount > 0 { bytes.append(UInt8(held & 255)) }
    var blocks = [UInt8(bits)]
    for start in stride(from: 0, to: bytes.count, by: 255) {
      let block = bytes[start..<min(start + 255, bytes.count)]
      blocks += [UInt8(block.count)] + block
    }
    return blocks + [0]
  }
}

extension GIFFixture.Frame {
  /// The indices in the order in which they are stored.
  fileprivate var storedIndices: [UInt8] {
    guard isInterlaced else { return indices }
    let passes = [(0, 8), (4, 8), (2, 4), (1, 2)]
    return passes.flatMap { first, step in
      stride(from: first, to: height, by: step).flatMap {
        indices[$0 * width..<($0 + 1) * width]
      }
    }
  }
}

extension Need {
  /// The library with which GIFs are read.
  public static let gif = Need("libgif7") { GIFFixture.isAvailable }
}
