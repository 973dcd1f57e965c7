public import SheetLayout

/// Why no sheet was made.
///
/// Descriptions stand alone, name the file or the numbers, and offer a way out.
public enum SheetError: Error, Equatable, Sendable {
  /// The pictures could not be gathered.
  case notFound(FindError)
  /// The layout is impossible.
  case layout(LayoutError)
  /// The margins, of so many pixels each, leave nothing of the sheet.
  case marginTooLarge(Int)
  /// Cells of this size would be less than a pixel.
  case cellsTooSmall(Size)
  /// The sheet would have more pixels than allowed, or longer sides than a PNG has.
  case tooLarge(Size, limit: PixelCount)
  /// A picture could not be read, and that was to be an error.
  case unreadable(UnreadableImage)
  /// None of the pictures could be read, and such pictures were to be left out.
  case nothingReadable(count: Int)
  /// The sheet could not be written.
  case notWritten(OutputError)
}

extension SheetError: CustomStringConvertible {
  /// What is wrong, and a way out.
  public var description: String {
    switch self {
    case .notFound(let error): "\(error)"
    case .layout(let error): "\(error)"
    case .marginTooLarge(let margin):
      "margins of \(margin) leave nothing of the sheet; make --margin smaller or --size larger"
    case .cellsTooSmall(let size):
      "cells would be \(size.width) x \(size.height) pixels; make --size larger or --gap smaller"
    case .tooLarge(let size, let limit):
      "sheet would be \(Self.whole(size.width)) x \(Self.whole(size.height)) = "
        + "\(Self.megapixels(size)), over --max-pixels \(limit); raise it, or make cells smaller"
    case .unreadable(let image): "\(image)"
    case .nothingReadable(let count):
      "none of the \(count) pictures can be read; --on-error placeholder shows which they are"
    case .notWritten(let error): "\(error)"
    }
  }

  private static func whole(_ length: Double) -> String {
    Int(exactly: length.rounded()).map(String.init) ?? "\(length)"
  }

  private static func megapixels(_ size: Size) -> String {
    let megapixels = size.width * size.height / 1_000_000
    return megapixels < 10 ? "\((megapixels * 10).rounded() / 10) MP" : "\(whole(megapixels)) MP"
  }
}

/// Runs `body`, turning its error into a ``SheetError``.
func translating<Success: ~Copyable, Failure: Error>(
  _ translate: (Failure) -> SheetError, _ body: () throws(Failure) -> Success
) throws(SheetError) -> Success {
  do { return try body() } catch { throw translate(error) }
}
