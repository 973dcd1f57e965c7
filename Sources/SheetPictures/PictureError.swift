internal import SheetFiles
public import SheetLayout
internal import SystemPackage

/// Why a sheet cannot be made of its pictures.
///
/// A picture that is merely damaged is an ``UnreadablePicture``, which gets a placeholder. Descriptions
/// are complete messages.
public enum PictureError: Error, Equatable, Sendable {
  /// A picture could not be read, and the policy makes that an error.
  case unreadable(UnreadablePicture)
  /// None of the pictures could be read, so nothing is written.
  case nothingReadable([UnreadablePicture])
  /// A picture can be read now but not when the plan was made, so the plan has no place for it.
  case unplanned(String)
  /// A picture has another size than when the plan was made.
  case changed(String, planned: PixelSize, found: PixelSize)
  /// A picture has other colours than a moment before, when those of the sheet were counted.
  case changedColors
  /// No file can be opened, because this process or all of them have too many open.
  case tooManyOpenFiles(limit: Int)
}

extension PictureError: CustomStringConvertible {
  /// A complete message: what is wrong, and what helps where there is one remedy.
  public var description: String {
    switch self {
    case .unreadable(let picture): "\(picture)"
    case .nothingReadable(let pictures):
      pictures.count == 1
        ? "the only picture cannot be read, so nothing is written"
        : "none of the \(pictures.count) pictures can be read, so nothing is written"
    case .unplanned(let name):
      "\(FilePath(name).quoted) can be read, but could not when the plan was made; plan anew"
    case .changed(let name, let planned, let found):
      "\(FilePath(name).quoted) is \(found.width) x \(found.height) pixels, but was \(planned.width) x "
        + "\(planned.height) when the plan was made; plan anew"
    case .changedColors: "a picture changed while the sheet was made; run it again"
    case .tooManyOpenFiles(let limit):
      "too many files are open for another; this process may have \(limit)"
    }
  }
}
