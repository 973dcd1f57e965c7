internal import SheetImaging
private import Synchronization

/// A cache of GIFs whose frames are read one after the other.
///
/// Without it, the time that the frames of a file take would grow with the square of their number.
/// A ``MemoryBudget`` counts the bytes kept, and has them dropped when pictures need the memory.
final class RecentGIFs: Sendable {
  /// The canvas before a frame is drawn.
  struct Canvas: Sendable {
    /// The number of the next frame to be drawn on the canvas.
    let next: Int
    /// Red, green, blue and alpha of each pixel.
    let pixels: [UInt8]
    /// Why some of the pixels are wrong or missing.
    var damage: PictureFileError?
  }

  /// The cache of all runs.
  static let shared = RecentGIFs()

  /// The maximum number of bytes kept.
  static let maximumBytes = 64 << 20
  /// The maximum number of bytes of a canvas that is kept: enough for a frame of 4K video.
  static let maximumCanvasBytes = 32 << 20
  /// The maximum number of files from which data is kept.
  static let maximumFiles = 64

  /// The data kept from a file.
  private struct Recent {
    let version: FileVersion
    /// The frames, or why there are none.
    var container: Result<GIFContainer, PictureFileError>?
    var canvas: Canvas?

    var bytes: Int {
      let frames = (try? container?.get())?.frames.count ?? 0
      return (canvas?.pixels.count ?? 0) + frames * MemoryLayout<GIFFrame>.stride
    }
  }

  private struct Files {
    /// The most recently used file comes first.
    var files: [Recent] = []

    var bytes: Int { files.reduce(0) { $0 + $1.bytes } }

    /// Moves a file to the front; nil if nothing is kept from it.
    mutating func use(_ version: FileVersion) -> Recent? {
      guard let place = files.firstIndex(where: { $0.version == version }) else { return nil }
      files.insert(files.remove(at: place), at: 0)
      return files[0]
    }

    /// Changes the data kept from a file, and drops data that exceeds the limits.
    mutating func update(_ version: FileVersion, _ change: (inout Recent) -> Void) {
      if use(version) == nil { files.insert(Recent(version: version), at: 0) }
      change(&files[0])
      if files.count > RecentGIFs.maximumFiles { files.removeLast() }
      keepAtMost(RecentGIFs.maximumBytes)
    }

    /// Drops the least recently used files until the bytes are within a limit.
    mutating func keepAtMost(_ limit: Int) {
      var bytes = bytes
      while bytes > limit, let dropped = files.popLast() { bytes -= dropped.bytes }
    }
  }

  private let state = Mutex(Files())

  /// Drops the least recently used files until the bytes are within a limit.
  ///
  /// - Returns: The number of bytes that are still kept.
  @discardableResult func keepAtMost(_ limit: Int) -> Int {
    state.withLock { files in
      files.keepAtMost(limit)
      return files.bytes
    }
  }

  /// The frames of an open file, from the cache if this version of the file is in it.
  func container(of file: borrowing OpenPictureFile) throws(PictureFileError) -> GIFContainer {
    func read() throws(PictureFileError) -> GIFContainer {
      try file.header(steps: GIFContainer.maximumSteps, GIFContainer.init)
    }
    guard let version = FileVersion(file.descriptor) else { return try read() }
    return try container(of: version, read)
  }

  /// The frames of a version of a file; `read` is called only if they are not known.
  func container(
    of version: FileVersion, _ read: () throws(PictureFileError) -> GIFContainer
  ) throws(PictureFileError) -> GIFContainer {
    if let known = state.withLock({ $0.use(version)?.container }) { return try known.get() }
    let container = Result(catching: read)
    switch container {
    case .success, .failure(.malformed):
      state.withLock { $0.update(version) { $0.container = container } }
    // Another attempt may succeed.
    case .failure: break
    }
    return try container.get()
  }

  /// The canvas of an open file before one of the frames with these numbers is drawn; nil if none
  /// is kept.
  func canvas(of file: borrowing OpenPictureFile, before numbers: ClosedRange<Int>) -> Canvas? {
    guard let version = FileVersion(file.descriptor),
      let canvas = state.withLock({ $0.use(version)?.canvas }), numbers.contains(canvas.next)
    else { return nil }
    return canvas
  }

  /// Keeps a canvas of an open file instead of the previous one, unless the new one is too large.
  func keep(_ canvas: Canvas, of file: borrowing OpenPictureFile) {
    guard canvas.pixels.count <= Self.maximumCanvasBytes, let version = FileVersion(file.descriptor)
    else { return }
    state.withLock { $0.update(version) { $0.canvas = canvas } }
  }
}
