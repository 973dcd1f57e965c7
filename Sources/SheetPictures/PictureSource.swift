package import SheetFiles
package import SheetLayout
package import SheetModel

/// A picture from any source that a sheet can show.
///
/// `PNGFile` is a picture in a file; the library also has a type for pictures in memory. A
/// conforming type provides the picture's size and format, and returns its rows whenever a sheet is
/// made.
///
/// An error that a source throws becomes the reason why the picture could not be read; its
/// description should be a fragment that can follow the name and a colon. Only a
/// ``ContactSheetError`` ends the run.
package protocol PictureSource: Sendable {
  /// The picture's name in messages and manifests.
  var name: String { get }

  /// The path of a file, or the name.
  var pictureName: FileName { get }

  /// The identifier of a caller-supplied picture; nil if it is a file.
  var suppliedID: String? { get }

  /// The facts that a program supplies with the picture, by name; they override the picture's own
  /// facts.
  var suppliedFacts: [String: Fact] { get }

  /// The picture as it was found, if this source stretches or colours it, or shows some of its
  /// bands; otherwise this source.
  var unstretched: any PictureSource { get }

  /// The samples of each pixel that are shown as colours; nil for the picture's own colours.
  var bands: Sheet.Bands? { get }

  /// How the samples are stretched; nil if they are shown as stored.
  var stretch: SampleStretch? { get }

  /// The map whose colours show grey samples; nil if the picture's own colours are shown.
  var colormap: Sheet.Colormap? { get }

  /// Reads the picture's size, format and metadata without decoding pixels.
  func header() throws -> PictureHeader

  /// Opens the picture to read its rows once.
  ///
  /// May be called in any task. A sheet needs the rows once, or twice if its colours are counted
  /// before it is encoded.
  ///
  /// - Parameter header: The result of ``header()`` when the sheet was planned. If the picture has
  ///   changed since, this throws ``PictureChanged``.
  /// - Returns: The rows, none of which has been read.
  /// - Throws: The reason why the picture could not be read.
  func rows(as header: PictureHeader) throws -> sending any PictureRows

  /// Opens the picture to read its rows once, at a scale.
  ///
  /// A scale other than ``PictureScale/whole`` is used only if the header's
  /// ``PictureHeader/isReducible`` is true; other sources need not implement this.
  ///
  /// - Returns: The rows of a picture whose size is the header's size reduced by
  ///   ``PictureScale/size(of:)``.
  /// - Throws: Errors of ``rows(as:)``.
  func rows(
    as header: PictureHeader, at scale: PictureScale
  ) throws -> sending any PictureRows
}

extension PictureSource {
  /// The name of the source.
  package var pictureName: FileName { .text(name) }

  package var suppliedID: String? { nil }

  package var suppliedFacts: [String: Fact] { [:] }

  package var unstretched: any PictureSource { self }

  package var bands: Sheet.Bands? { nil }

  package var stretch: SampleStretch? { nil }

  package var colormap: Sheet.Colormap? { nil }

  /// Returns the rows of the whole picture; throws ``PictureChanged`` for any other scale.
  package func rows(
    as header: PictureHeader, at scale: PictureScale
  ) throws -> sending any PictureRows {
    guard scale == .whole else { throw PictureChanged() }
    return try rows(as: header)
  }
}

extension PictureSource {
  /// Passes all rows of the picture to a function, from top to bottom.
  ///
  /// - Throws: Errors of the picture, and `CancellationError` when the task is cancelled.
  package func forEachRow(
    as header: PictureHeader, at scale: PictureScale = .whole, _ body: (Span<UInt8>) -> Void
  ) throws {
    let rows = try rows(as: header, at: scale)
    for row in 0..<scale.size(of: header.size).height {
      if row % 64 == 0 { try Task.checkCancellation() }
      try rows.next(body)
    }
    try rows.finish()
  }
}

/// The rows of an open picture, from top to bottom.
///
/// A sheet requests rows when it needs them, so that a large tile need not be held in memory. Calls
/// come from one task at a time, but successive calls may come from different tasks.
package protocol PictureRows: AnyObject {
  /// Passes the next row to `body`.
  ///
  /// A row has `size.width` pixels in `format`, according to the header with which the picture was
  /// opened. At most `size.height` rows are requested.
  ///
  /// - Parameter body: Receives the row, which is valid only during the call.
  /// - Throws: The reason why the picture could not be read.
  func next(_ body: (Span<UInt8>) -> Void) throws

  /// The numbers in the rows read so far that samples cannot represent.
  var lostNumbers: LostNumbers { get }

  /// Called after the last row, if all rows have been read.
  ///
  /// - Throws: Damage that the rows did not show, such as a file that ends too early.
  func finish() throws
}

extension PictureRows {
  /// Does nothing.
  package func finish() {}

  /// Nothing is lost, since samples are whole numbers.
  package var lostNumbers: LostNumbers { LostNumbers() }
}

/// Numbers in a picture that samples cannot represent.
package struct LostNumbers: Equatable, Sendable {
  /// Whether any number above 0 was so small that its sample became 0.
  package var hasTiny = false
  /// How many samples stand for infinite numbers; all of these samples are at full scale.
  package var infiniteCount = 0
  /// How many samples stand for numbers that exceed full scale, other than infinite ones.
  package var clippedCount = 0
}

/// A picture has changed since the sheet was planned.
struct PictureChanged: Error, CustomStringConvertible {
  init() {}

  /// A fragment that follows the picture's name and a colon.
  var description: String { "it changed while the sheet was being made" }
}

/// A scale at which a picture can be decoded, if its format supports that.
///
/// The raw value is the number by which width and height are divided.
package enum PictureScale: Int, CaseIterable, Sendable {
  case whole = 1
  case half = 2
  case quarter = 4
  case eighth = 8

  /// The size of a picture at this scale, rounded up.
  package func size(of picture: PixelSize) -> PixelSize { picture.divided(by: rawValue) }
}

extension PixelSize {
  /// The size with width and height divided and rounded up.
  package func divided(by divisor: Int) -> PixelSize {
    PixelSize(
      width: (width + divisor - 1) / divisor, height: (height + divisor - 1) / divisor)
  }
}
