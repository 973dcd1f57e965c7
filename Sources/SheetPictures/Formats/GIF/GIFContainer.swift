internal import SheetImaging
internal import SheetLayout

/// The parts of a GIF, found in one pass over its blocks.
///
/// As in browsers, the canvas is transparent at first, whatever background colour the file
/// requests, and the frames are drawn on it one after the other.
///
/// Source: GIF89a specification, 18 to 26.
struct GIFContainer: Sendable {
  /// The size of the canvas, which holds at least the first frame.
  private(set) var size: PixelSize
  private(set) var frames: [GIFFrame] = []
  /// The number of colours in the global colour table; 0 if there is none.
  let colorCount: Int
  private(set) var metadata = FileMetadata()
  /// Whether the file ends within a frame or another block.
  private(set) var isCut = false

  /// The maximum number of frames; later ones are ignored.
  static let maximumFrames = 1 << 16
  /// The maximum number of blocks, of up to 255 bytes each, to examine.
  static let maximumSteps = 1 << 23
  /// The maximum size of an XMP packet in bytes; larger ones are ignored.
  private static let maximumPacket = 1 << 16
  /// The offset of the global colour table.
  static let colorsOffset = 13

  init(_ file: ByteView) throws(PictureFileError) {
    var file = file
    file.isBigEndian = false
    guard file.count > 0 else { throw .empty }
    guard let mark = file.text(at: 0) else { throw .endOfFile }
    guard mark == "GIF8" else { throw .malformed(reason: "not a GIF file") }
    guard let width = file.number(at: 6, 2), let height = file.number(at: 8, 2),
      let flags = file.number(at: 10, 1), file.count >= Self.colorsOffset
    else { throw .endOfFile }
    size = PixelSize(width: width, height: height)
    colorCount = GIFFrame.colorCount(flags)
    readBlocks(of: file, from: Self.colorsOffset + 3 * colorCount)
    guard !frames.isEmpty else {
      throw isCut ? .endOfFile : .malformed(reason: "it has no image")
    }
    guard size.width > 0, size.height > 0 else {
      throw .malformed(reason: "its image has no pixels")
    }
  }

  /// Reads the blocks after the header.
  private mutating func readBlocks(of file: ByteView, from start: Int) {
    var place = start
    var control = GIFControl()
    var canvas = GIFCanvas()
    while frames.count < Self.maximumFrames, file.step() {
      guard let kind = file.number(at: place, 1) else {
        // Many encoders leave out the trailer, which has no contents.
        isCut = frames.isEmpty || place > file.count || control != GIFControl()
        return
      }
      let next: Int?
      switch kind {
      case 0x2C:
        guard let frame = GIFFrame(file, at: place, control) else {
          isCut = true
          return
        }
        if frames.isEmpty {
          size = PixelSize(
            width: max(size.width, frame.left + frame.width),
            height: max(size.height, frame.top + frame.height))
        }
        frames.append(canvas.add(frame, number: frames.count, size))
        control = GIFControl()
        // The LZW code size precedes the blocks of coded pixels.
        next = Self.end(ofBlocksAt: frame.dataOffset + 1, in: file)
      case 0x21:
        next = Self.end(ofBlocksAt: place + 2, in: file)
        switch file.number(at: place + 1, 1) {
        case 0xF9: control = GIFControl(file, at: place + 2)
        // A plain text extension, which no browser draws.
        case 0x01: control = GIFControl()
        case 0xFF: if let next { addPacket(file, place + 2..<next) }
        default: break
        }
      // The trailer, or an unknown block; browsers ignore everything after it.
      default: return
      }
      guard let next else {
        isCut = !file.isSpent
        return
      }
      place = next
    }
  }

  /// Adds the XMP packet in an application extension, if it contains one.
  ///
  /// If a decoder takes bytes of the packet for the lengths of blocks, the 258 bytes after the
  /// packet lead it to the end of the extension.
  ///
  /// Source: XMP specification, part 3, "GIF".
  private mutating func addPacket(_ file: ByteView, _ range: Range<Int>) {
    let name = Array("\u{B}XMP DataXMP".utf8)
    let length = range.count - name.count - 258
    guard 1...Self.maximumPacket ~= length, file[range].prefix(name.count) == name else { return }
    metadata.add(.xmp(file[(range.lowerBound + name.count)...].prefix(length)))
  }

  /// The offset after the empty block with which a sequence of blocks ends; nil if it is missing.
  private static func end(ofBlocksAt start: Int, in file: ByteView) -> Int? {
    var place = start
    while file.step(), let count = file.number(at: place, 1) {
      place += 1 + count
      if count == 0 { return place }
    }
    return nil
  }
}

/// How a frame is drawn and removed.
///
/// Source: GIF89a specification, 23.
private struct GIFControl: Equatable {
  var disposal = GIFFrame.Disposal.keep
  var transparent: UInt8?

  /// The values for a frame without a graphic control extension.
  init() {}

  /// Reads the block of the extension; the values keep their defaults if the file ends within it.
  init(_ file: ByteView, at place: Int) {
    guard let flags = file.number(at: place + 1, 1), let index = file.number(at: place + 4, 1)
    else { return }
    disposal =
      switch flags >> 2 & 7 {
      case 2: .clear
      // Some early encoders wrote 4, and browsers accept both.
      case 3, 4: .restore
      default: .keep
      }
    transparent = flags & 1 == 1 ? UInt8(index) : nil
  }
}

/// A frame of a GIF.
struct GIFFrame: Sendable {
  /// What happens to the canvas before the next frame is drawn.
  enum Disposal: Sendable {
    /// The frame stays.
    case keep
    /// The frame's area becomes transparent.
    case clear
    /// The canvas returns to its state before the frame.
    case restore
  }

  /// The offset of the frame's description in the file.
  private let offset: Int
  private let flags: UInt8
  private let corner: (left: UInt16, top: UInt16)
  private let sides: (width: UInt16, height: UInt16)
  /// What happens to the frame before the next one is drawn.
  let disposal: Disposal
  /// The index of the transparent colour; nil if there is none.
  let transparent: UInt8?
  /// The number of the first frame that may be visible together with this one.
  fileprivate(set) var first: UInt32 = 0
  /// Whether some of the canvas may be transparent when the frame is shown.
  fileprivate(set) var hasAlpha = true
  /// Whether more pixels than allowed must be decoded to show the frame.
  fileprivate(set) var isTooCostly = false

  /// Reads the description of a frame; nil if the file ends within it.
  fileprivate init?(_ file: ByteView, at offset: Int, _ control: GIFControl) {
    func number(at place: Int) -> UInt16? {
      file.number(at: offset + place, 2).map { UInt16($0) }
    }
    guard let left = number(at: 1), let top = number(at: 3), let width = number(at: 5),
      let height = number(at: 7), let flags = file.number(at: offset + 9, 1)
    else { return nil }
    self.offset = offset
    self.flags = UInt8(flags)
    (corner, sides) = ((left, top), (width, height))
    (disposal, transparent) = (control.disposal, control.transparent)
  }

  var left: Int { Int(corner.left) }
  var top: Int { Int(corner.top) }
  var width: Int { Int(sides.width) }
  var height: Int { Int(sides.height) }
  /// Whether rows are stored in four passes.
  var isInterlaced: Bool { flags & 0x40 != 0 }
  /// The number of colours in the frame's local colour table; 0 if the frame uses the global one.
  var colorCount: Int { Self.colorCount(Int(flags)) }
  /// The offset of the frame's local colour table.
  var colorsOffset: Int { offset + 10 }
  /// The offset of the coded pixels.
  var dataOffset: Int { colorsOffset + 3 * colorCount }

  /// The columns and rows of the canvas that the frame covers.
  func area(on canvas: PixelSize) -> (columns: Range<Int>, rows: Range<Int>) {
    (
      (left..<left + width).clamped(to: 0..<canvas.width),
      (top..<top + height).clamped(to: 0..<canvas.height)
    )
  }

  /// Whether the frame's area is a whole canvas, even if some of the frame's pixels are
  /// transparent.
  fileprivate func covers(_ canvas: PixelSize) -> Bool {
    let (columns, rows) = area(on: canvas)
    return columns.count == canvas.width && rows.count == canvas.height
  }

  /// The number of colours in a table, according to the flags before it.
  static func colorCount(_ flags: Int) -> Int { flags & 0x80 == 0 ? 0 : 2 << (flags & 7) }

  /// The first row of each pass, and the step from one row of the pass to the next, in the order in
  /// which passes are stored.
  var passes: [(first: Int, step: Int)] {
    isInterlaced ? [(0, 8), (4, 8), (2, 4), (1, 2)] : [(0, 1)]
  }
}

/// What is known of the canvas before a frame is drawn.
private struct GIFCanvas {
  /// The number of the first frame that may be visible.
  private var first = 0
  private var hasAlpha = true
  /// The number of pixels decoded or cleared for the canvas.
  private var cost = 0

  /// The maximum number of pixels to decode for a picture, as many as in 4,000 frames of HD video.
  private static let maximumCost = 1 << 33
  /// Starting to decode a frame takes as long as decoding this many pixels.
  private static let frameCost = 4096

  /// Adds a frame, and returns it with what is now known of the canvas that it is drawn on.
  mutating func add(_ frame: GIFFrame, number: Int, _ size: PixelSize) -> GIFFrame {
    var frame = frame
    var drawn = self
    if frame.covers(size), frame.transparent == nil {
      drawn = GIFCanvas()
      (drawn.first, drawn.hasAlpha) = (number, false)
    }
    let pixels = frame.width * frame.height
    drawn.cost += pixels + Self.frameCost
    frame.first = UInt32(drawn.first)
    frame.hasAlpha = drawn.hasAlpha
    frame.isTooCostly = drawn.cost > Self.maximumCost
    switch frame.disposal {
    case .keep: self = drawn
    case .clear where frame.covers(size):
      self = GIFCanvas()
      first = number + 1
    case .clear:
      if pixels > 0 { hasAlpha = true }
      cost += pixels
    case .restore: break
    }
    return frame
  }
}
