public import SystemPackage

/// A picture in a file.
public protocol FileSource: TileSource {
  /// The file.
  var path: FilePath { get }

  /// Reads the file's header, and keeps all of the file if it is small, so that its rows need not
  /// be fetched again.
  mutating func headerWithContents() throws -> PictureHeader
}

extension FileSource {
  /// The path; what is not UTF-8 in it is replaced.
  public var name: String { path.string }

  /// Reads the header and keeps nothing.
  public mutating func headerWithContents() throws -> PictureHeader { try header() }
}

/// A format of picture files.
///
/// Another format is a folder with its ``FileSource``, and an entry in ``all``.
struct PictureFormat: Sendable {
  /// What the format is called in messages.
  let name: String
  /// The endings of the names of such files, in lower case.
  let suffixes: [String]
  /// The bytes that such a file begins with.
  let signature: [UInt8]
  /// Names a file of this format, which is not opened yet.
  let file: @Sendable (FilePath, MetadataUse) -> any FileSource

  /// The formats that are read; the first is taken for files that none of them knows.
  static let all = [
    PictureFormat(
      name: "PNG", suffixes: [".png"],
      signature: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A],
      file: { PNGFile($0, metadata: $1) })
  ]

  /// The names of all formats, for messages.
  static let names = all.map(\.name).joined(separator: " or ")

  /// The format that a file's name stands for, else the first.
  static func named(_ path: FilePath, _ formats: [PictureFormat]) -> PictureFormat {
    formats.first { $0.hasSuffix(of: path.nameBytes) } ?? formats[0]
  }

  /// The format that a file's first bytes stand for, unless that is the one its name stands for.
  static func recognized(_ path: FilePath, _ formats: [PictureFormat]) -> PictureFormat? {
    guard formats.count > 1, let beginning = try? path.beginning(upTo: 64) else { return nil }
    let format = formats.first { beginning.starts(with: $0.signature) }
    return format?.name == named(path, formats).name ? nil : format
  }

  /// Whether a file's name ends as this format's do.
  func hasSuffix(of name: ArraySlice<UInt8>) -> Bool {
    suffixes.contains { name.hasSuffix($0) }
  }
}
