internal import SheetFiles
package import SheetLayout
internal import SystemPackage

/// A reason why no sheet can be made of the pictures.
///
/// A picture that is merely damaged is an ``UnreadablePicture``, which gets a placeholder. Descriptions
/// are complete messages.
package enum PictureError: Error, Equatable, Sendable {
  /// A picture could not be read, and the policy makes that an error.
  case unreadable(UnreadablePicture)
  /// None of the pictures could be read, so nothing is written.
  case nothingReadable([UnreadablePicture])
  /// A picture can be read now, but not when the plan was made. So the plan has no place for it.
  case unplanned(String)
  /// The size of a picture has changed since the plan was made.
  case changed(String, planned: PixelSize, found: PixelSize)
  /// The colours of a picture have changed since the sheet's colours were counted.
  case changedColors
  /// No file can be opened, because this process or all of them have too many open.
  case tooManyOpenFiles(limit: Int)
}

extension PictureError: CustomStringConvertible {
  /// A complete message: the fault, and the remedy if there is only one.
  package var description: String {
    switch self {
    case .unreadable(let picture): "\(picture)"
    case .nothingReadable(let pictures):
      pictures.count == 1
        ? "cannot make a sheet: the only picture cannot be read; name a readable one"
        : "cannot make a sheet: none of the \(pictures.count) pictures can be read; name readable ones"
    case .unplanned(let name):
      "cannot render \(FilePath(name).quoted): it can be read, but could not when the plan was made; plan anew"
    case .changed(let name, let planned, let found):
      "cannot render \(FilePath(name).quoted): it is \(found.width) x \(found.height) pixels, but was "
        + "\(planned.width) x \(planned.height) when the plan was made; plan anew"
    case .changedColors:
      "cannot finish the sheet: a picture changed while it was made; run it again"
    case .tooManyOpenFiles(let limit):
      "cannot open a file: too many files are open, and this process may have \(limit)"
    }
  }
}
