internal import SheetFiles
public import SystemPackage

/// A picture in a file.
public protocol FileSource: PictureSource {
  /// The file.
  var path: FilePath { get }

  /// Reads the file's header.
  ///
  /// Keeps the contents of a small file, so that it need not be read again for its rows.
  mutating func headerWithContents() throws -> PictureHeader
}

extension FileSource {
  /// The path, with replacement characters for what is not UTF-8.
  public var name: String { path.string }

  /// Reads the header and keeps nothing.
  public mutating func headerWithContents() throws -> PictureHeader { try header() }
}

/// A file format for pictures.
///
/// To add one, add a folder with its ``FileSource`` and an entry in ``all``.
package struct PictureFormat: Sendable {
  /// The format's name in messages.
  package let name: String
  /// The suffixes of file names, in lower case, with the dot.
  let suffixes: [String]
  /// The first bytes of every such file.
  let signature: [UInt8]
  /// Makes the picture for a file of this format; does not open it.
  let file: @Sendable (FilePath, MetadataUse) -> any FileSource
  /// What to do so that such files can be read; nil where they can.
  ///
  /// Looks for a library, so it is evaluated only where there is such a file.
  package var remedy: @Sendable () -> String? = { nil }

  /// The first bytes of a JPEG: a start of image, and of another marker.
  static let jpegSignature: [UInt8] = [0xFF, 0xD8, 0xFF]

  /// All formats; the first is the default for names with other suffixes.
  package static let all = [
    PictureFormat(
      name: "PNG", suffixes: [".png"],
      signature: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A],
      file: { PNGFile($0, metadata: $1) }),
    PictureFormat(
      name: "JPEG", suffixes: [".jpg", ".jpeg", ".jpe", ".jfif"], signature: jpegSignature,
      file: { JPEGFile($0, metadata: $1) },
      remedy: { LibJPEG.absence?.remedy }),
  ]

  /// The format by a file's name, or else the first.
  static func named(_ path: FilePath, _ formats: [PictureFormat]) -> PictureFormat {
    formats.first { $0.hasSuffix(of: path.nameBytes) } ?? formats[0]
  }

  /// The format by a file's first bytes; nil if unknown or the same as by its name.
  static func recognized(_ path: FilePath, _ formats: [PictureFormat]) -> PictureFormat? {
    guard formats.count > 1, let beginning = try? path.beginning(upTo: 64) else { return nil }
    let format = formats.first { beginning.starts(with: $0.signature) }
    return format?.name == named(path, formats).name ? nil : format
  }

  /// Whether a file name has a suffix of this format.
  package func hasSuffix(of name: ArraySlice<UInt8>) -> Bool {
    suffixes.contains { name.hasSuffix($0) }
  }
}
