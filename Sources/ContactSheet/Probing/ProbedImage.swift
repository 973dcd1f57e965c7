public import SheetLayout
public import SheetPNG
public import SystemPackage

/// A picture that was found, with what its header says.
public struct ProbedImage: Equatable, Sendable {
  /// The picture's path, as it was given or found.
  public let path: FilePath
  /// The picture's header, or why it could not be read.
  public let header: Result<PNGHeader, PNGError>

  /// Reads the header of the picture at `path`; its pixels are not touched.
  public init(path: FilePath) {
    self.init(
      path: path, header: Result { () throws(PNGError) in try PNGReader(at: path).header })
  }

  init(path: FilePath, header: Result<PNGHeader, PNGError>) {
    self.path = path
    self.header = header
  }

  /// The picture's size in pixels; nil where it could not be read.
  public var size: PixelSize? {
    guard case .success(let header) = header else { return nil }
    return PixelSize(width: header.width, height: header.height)
  }

  /// Why the picture could not be read; nil where it could.
  var unreadable: UnreadableImage? {
    guard case .failure(let error) = header else { return nil }
    return UnreadableImage(path: path, reason: "\(error)")
  }
}
