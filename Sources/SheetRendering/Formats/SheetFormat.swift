internal import SheetFiles
internal import SheetImaging
internal import SheetLayout
internal import SheetPictures
internal import SheetPlans
package import SystemPackage

/// Takes a sheet in bands of rows, in any order and in any task.
protocol BandEncoder: Sendable {
  /// What a band of rows becomes.
  associatedtype Band: Sendable

  /// The number of rows of the sheet.
  var height: Int { get }
  /// The number of bands.
  var bandCount: Int { get }

  /// The rows of a band, from 0 at the top.
  func rows(ofBand band: Int) -> Range<Int>

  /// The rows that a band is encoded from: its own, and perhaps some above them.
  func rowsNeeded(forBand band: Int) -> Range<Int>

  /// Encodes a band from the rows ``rowsNeeded(forBand:)``.
  func encode(band: Int, from rows: Span<UInt8>) throws -> Band
}

/// Encodes a sheet for a file.
protocol SheetEncoder: BandEncoder {
  /// Begins the file at a descriptor, which the caller closes.
  ///
  /// - Throws: `Errno` from the system.
  func writer(to descriptor: FileDescriptor) throws -> any BandWriter<Band>
}

/// Takes the bands of a sheet from the top down, for a file as a rule.
protocol BandWriter<Band>: AnyObject {
  associatedtype Band

  /// Takes the next band.
  ///
  /// - Throws: `Errno` from the system.
  func write(_ band: Band) throws

  /// Writes what comes after the last band.
  ///
  /// - Throws: `Errno` from the system.
  func finish() throws
}

/// A file format for sheets.
///
/// To add one, add a folder with its ``SheetEncoder`` and an entry in ``all``.
package struct SheetFormat: Sendable {
  /// The name for messages.
  let name: String
  /// The suffixes of file names, in lower case, with the dot.
  let suffixes: [String]
  /// Whether an encoder may gain from knowing the colours of a sheet, whose pictures have few or many.
  ///
  /// To count them, tiles are rendered once more.
  var takesColors: @Sendable (SheetEncoding, _ fewInPictures: Bool) -> Bool = { _, _ in false }
  /// Makes the encoder for a sheet of a size, from rows of a pixel format.
  ///
  /// The colours are those of the sheet where they are known to be few.
  let encoder: @Sendable (PixelSize, PixelFormat, SheetEncoding, SheetColors?) -> any SheetEncoder
  /// Whether a file is a sheet in this format that this library has written.
  package let isOwnSheet: @Sendable (FilePath) -> Bool

  /// All formats; the first is the default for names with other suffixes.
  package static let all = [
    SheetFormat(
      name: "PNG", suffixes: [".png"],
      takesColors: { PNGSheetEncoder.takesColors($0, fewInPictures: $1) },
      encoder: { PNGSheetEncoder($0, $1, $2, colors: $3) },
      isOwnSheet: { PNGSheetEncoder.isOwnSheet($0) })
  ]

  /// The format by the name of a file, or else the first; nil stands for standard output.
  package static func named(_ path: FilePath?, in formats: [SheetFormat] = all) -> SheetFormat {
    path.flatMap { written(as: $0, in: formats) } ?? formats[0]
  }

  /// The format whose ending a file's name has; nil where it has none of them.
  package static func written(
    as path: FilePath, in formats: [SheetFormat] = all
  ) -> SheetFormat? {
    let name = path.nameBytes
    return formats.first { $0.suffixes.contains { name.hasSuffix($0) } }
  }

  /// The names of all formats, for messages.
  package static let names = all.map(\.name).joined(separator: " or ")

  /// Whether the file at `path` is a sheet that this library has written.
  ///
  /// Reads no pixels. False for a file that cannot be read.
  package static func isOwnSheet(_ path: FilePath) -> Bool {
    all.contains { $0.isOwnSheet(path) }
  }
}

extension FilePath {
  /// The path with the ending of a format instead of its own.
  package func withSuffix(of format: SheetFormat) -> FilePath {
    let name = nameBytes
    let stem = name.prefix(upTo: name.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex)
    return removingLastComponent().appending(nameBytes: stem + Array(format.suffixes[0].utf8))
  }
}
