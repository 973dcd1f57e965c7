internal import CLibraries
internal import SheetFiles
internal import SheetImaging
internal import SheetLayout
internal import SheetModel
internal import SystemPackage

/// The pixels of a frame of a GIF, which giflib decodes, together with those of earlier frames that
/// remain visible.
final class GIFReader {
  private let container: GIFContainer
  private let file: OpenPictureFile
  /// The requested frame; nil for the first.
  private let page: Int?
  /// The cache of frames and canvases, with which later frames can be drawn faster.
  private let recent: RecentGIFs

  /// Red, green, blue and alpha of each pixel of the canvas.
  private var canvas: [UInt8] = []
  /// The number of rows before the first one that is missing.
  private var knownRows: Int
  /// Why there are no more rows, or why some of them are wrong.
  private var damage: PictureFileError?
  private var nextRow = 0

  /// Finds the frames of the file.
  init(
    _ file: consuming OpenPictureFile, page: Int? = nil, _ recent: RecentGIFs = .shared
  ) throws(PictureFileError) {
    self.file = file
    (self.page, self.recent) = (page, recent)
    container =
      page == nil
      ? try self.file.header(steps: GIFContainer.maximumSteps, GIFContainer.init)
      : try recent.container(of: self.file)
    let count = container.frames.count
    knownRows = container.size.height
    guard page ?? 0 < count else { throw .noPage(of: count, called: "frame") }
    guard !container.frames[page ?? 0].isTooCostly else {
      throw .unsupported(reason: "there are too many pixels in the frames before it")
    }
  }

  private var number: Int { page ?? 0 }
  private var frame: GIFFrame { container.frames[number] }
  private var hasAlpha: Bool { frame.hasAlpha }
  private var bytesPerPixel: Int { hasAlpha ? 4 : 3 }
  private var canvasBytes: Int { 4 * size.width * size.height }
}

extension GIFReader: LibraryReader {
  var size: PixelSize { container.size }

  var isReducible: Bool { false }

  /// The bytes of the canvas, of a flag for each of its rows, and of giflib's memory.
  var heldBytes: Int { canvasBytes + size.height + 1 << 17 }

  /// The bytes of the canvas that is kept for the next frame.
  var decoderBytes: Int {
    page == nil || canvasBytes > RecentGIFs.maximumCanvasBytes ? 0 : canvasBytes
  }

  func color(_: MetadataUse) -> SourceColor {
    SourceColor(
      profile: nil, PixelFormat(hasAlpha ? .rgba : .rgb, .eight),
      pixelCount: size.width * size.height)
  }

  func pictureHeader(_ use: MetadataUse) -> PictureHeader {
    var header = PictureHeader(size, color(use), container.metadata, use)
    header.hasFewColors = frame.first == number
    let count = container.frames.count
    guard count > 1 else { return header }
    header.page = PictureHeader.Page(index: number, count: count)
    if page == nil { header.animation = .gif }
    return header
  }

  /// Draws the frame and those that remain visible behind it.
  ///
  /// Damage is reported when rows are read.
  func start(at scale: PictureScale) throws(PictureFileError) {
    // The canvas before the first of these frames is blank, whatever earlier frames left on it.
    let first = Int(frame.first)
    var next = first
    if let page, first < page, let known = recent.canvas(of: file, before: first + 1...page) {
      (next, canvas, damage) = (known.next, known.pixels, known.damage)
    } else {
      canvas = [UInt8](repeating: 0, count: canvasBytes)
    }
    while next < number {
      try replace(container.frames[next])
      next += 1
    }
    let isLast = number == container.frames.count - 1
    // Behind a frame that covers everything, earlier frames have not been drawn.
    if frame.disposal != .keep, !isLast, frame.first < number { keepCanvas(before: number) }
    knownRows = try draw(frame)
    if frame.disposal == .keep, !isLast { keepCanvas(before: number + 1) }
  }

  /// Keeps the canvas for the next frame, which will probably also be shown.
  private func keepCanvas(before next: Int) {
    guard page != nil else { return }
    recent.keep(RecentGIFs.Canvas(next: next, pixels: canvas, damage: damage), of: file)
  }

  /// Leaves on the canvas what remains of an earlier frame.
  private func replace(_ frame: GIFFrame) throws(PictureFileError) {
    switch frame.disposal {
    case .keep: _ = try draw(frame)
    case .clear:
      let (columns, rows) = frame.area(on: size)
      for row in rows where !columns.isEmpty {
        let start = 4 * (row * size.width + columns.lowerBound)
        let count = 4 * columns.count
        canvas.replaceSubrange(start..<start + count, with: repeatElement(0, count: count))
      }
    case .restore: break
    }
  }

  /// Draws a frame.
  ///
  /// Data after the last row on the canvas is not decoded, and damage there is not noticed.
  ///
  /// - Returns: The number of rows of the canvas before the first one that is missing.
  private func draw(_ frame: GIFFrame) throws(PictureFileError) -> Int {
    let (columns, rows) = frame.area(on: size)
    guard !columns.isEmpty, !rows.isEmpty else { return size.height }
    let colors = try colors(of: frame)
    let source = cgif_source(
      descriptor: file.descriptor.rawValue, offset: UInt64(frame.dataOffset),
      file_size: UInt64(file.size), width: UInt16(frame.width), height: UInt16(frame.height))
    // The number of stored rows that were decoded, and the number of rows on the canvas that were
    // not.
    var (decoded, missing) = (0, rows.count)
    var isMissing = [Bool](repeating: true, count: rows.count)
    var status = cgif_status.ok
    let width = size.width
    unsafe canvas.withUnsafeMutableBufferPointer { canvas in
      guard let start = canvas.baseAddress, let reader = unsafe cgif_open(source, &status) else {
        return
      }
      defer { unsafe cgif_close(reader) }
      for (first, step) in frame.passes {
        for row in stride(from: first, to: frame.height, by: step) {
          let isInside = row < rows.count
          let place = isInside ? 4 * ((frame.top + row) * width + columns.lowerBound) : 0
          status = unsafe cgif_draw_row(
            reader, colors, start + place, isInside ? columns.count : 0)
          guard status == .ok else { return }
          decoded += 1
          guard isInside else { continue }
          isMissing[row] = false
          missing -= 1
          if missing == 0 { return }
        }
      }
    }
    switch status {
    case .ok: return size.height
    case .ended: damage = damage ?? .endOfFile
    case .malformed: damage = damage ?? .malformed(reason: "its compressed data is damaged")
    case .exhausted: throw .outOfMemory
    }
    guard frame.isInterlaced else { return frame.top + decoded }
    // The first pass has every eighth row.
    let known = min(8 * decoded, rows.count)
    fillRows(of: frame, where: isMissing[..<known], columns)
    return frame.top + known
  }

  /// Fills rows that are missing in an interlaced frame with the rows above them.
  private func fillRows(
    of frame: GIFFrame, where isMissing: ArraySlice<Bool>, _ columns: Range<Int>
  ) {
    for row in isMissing.indices where isMissing[row] {
      let start = 4 * ((frame.top + row) * size.width + columns.lowerBound)
      for place in start..<start + 4 * columns.count {
        canvas[place] = canvas[place - 4 * size.width]
      }
    }
  }

  /// The four bytes of each of 256 colours: all zeros for the transparent colour, and for indices
  /// beyond the end of the table.
  private func colors(of frame: GIFFrame) throws(PictureFileError) -> [UInt8] {
    let count = frame.colorCount > 0 ? frame.colorCount : container.colorCount
    guard count > 0 else { throw .malformed(reason: "it has no colours") }
    let table = try file.bytes(
      at: frame.colorCount > 0 ? frame.colorsOffset : GIFContainer.colorsOffset, count: 3 * count)
    var colors = [UInt8](repeating: 0, count: 4 * 256)
    for index in 0..<table.count / 3 where index != frame.transparent.map(Int.init) {
      for channel in 0..<3 { colors[4 * index + channel] = table[3 * index + channel] }
      colors[4 * index + 3] = 255
    }
    return colors
  }
}

extension GIFReader: RowReader {
  var bytesPerRow: Int { size.width * bytesPerPixel }

  func readRow(into row: inout MutableSpan<UInt8>) throws {
    if nextRow >= knownRows, let damage { throw damage }
    let width = size.width
    let start = 4 * nextRow * width
    nextRow += 1
    // No span may refer to this object's memory.
    let canvas = canvas
    let pixels = canvas.span
    if hasAlpha {
      for index in 0..<4 * width { row[index] = pixels[start + index] }
    } else {
      for x in 0..<width {
        let (place, pixel) = (3 * x, start + 4 * x)
        row[place] = pixels[pixel]
        row[place + 1] = pixels[pixel + 1]
        row[place + 2] = pixels[pixel + 2]
      }
    }
  }

  func finish() throws {
    if let damage { throw damage }
    // The missing part may contain further frames.
    let isLast = number == container.frames.count - 1
    if container.isCut, page == nil || isLast { throw PictureFileError.endOfFile }
  }
}

extension LibraryFile.Format {
  /// GIF, read by giflib.
  ///
  /// The first frame is read unless another is requested.
  package static let gif = Self("GIF", .giflib) { file, _, part throws(PictureFileError) in
    if case .page(let page) = part { return try GIFReader(file, page: page) }
    return try GIFReader(file)
  }
}

extension ReadingLibrary {
  /// giflib, which decodes the pixels of GIFs.
  static let giflib = ReadingLibrary("giflib", .gif, of: "libgif7 (Debian, Ubuntu)")
}
