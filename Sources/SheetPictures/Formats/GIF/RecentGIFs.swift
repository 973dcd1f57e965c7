internal import SheetImaging
private import Synchronization

/// What is kept of GIFs while their frames are read one after the other.
///
/// Otherwise, the time that the frames of a file take would grow with the square of their number.
enum RecentGIFs {
  /// The canvas before a frame is drawn.
  struct Canvas: Sendable {
    /// The number of that frame.
    let next: Int
    /// Red, green, blue and alpha of each pixel.
    let pixels: [UInt8]
  }

  /// The maximum number of bytes of a canvas that is kept: enough for a frame of HD video.
  static let maximumCanvasBytes = 1 << 23
  /// The maximum number of files of which a canvas is kept.
  private static let maximumCanvases = 2

  private static let containers = LRUCache<FileVersion, Result<GIFContainer, PictureFileError>>(
    limit: maximumCanvases)
  /// The one used last comes first.
  private static let canvases = Mutex<[(version: FileVersion, canvas: Canvas)]>([])

  /// The frames of an open file, which is searched again only if it has changed.
  static func container(
    of file: borrowing OpenPictureFile
  ) throws(PictureFileError) -> GIFContainer {
    func read() throws(PictureFileError) -> GIFContainer {
      try file.header(steps: GIFContainer.maximumSteps, GIFContainer.init)
    }
    guard let version = FileVersion(file.descriptor) else { return try read() }
    return try containers.value(of: version) { Result(catching: read) }.get()
  }

  /// The canvas of an open file before a frame whose number is in a range, if it is known.
  static func canvas(
    of file: borrowing OpenPictureFile, before numbers: ClosedRange<Int>
  ) -> Canvas? {
    guard let version = FileVersion(file.descriptor) else { return nil }
    return canvases.withLock { canvases in
      canvases.first { $0.version == version && numbers.contains($0.canvas.next) }?.canvas
    }
  }

  /// Keeps a canvas of an open file instead of the previous one, unless it is large.
  static func keep(_ canvas: Canvas, of file: borrowing OpenPictureFile) {
    guard canvas.pixels.count <= maximumCanvasBytes, let version = FileVersion(file.descriptor)
    else { return }
    canvases.withLock { canvases in
      canvases.removeAll { $0.version == version }
      canvases.insert((version, canvas), at: 0)
      if canvases.count > maximumCanvases { canvases.removeLast() }
    }
  }
}
