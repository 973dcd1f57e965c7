internal import SheetFiles
package import SheetModel
internal import SystemPackage

/// A picture whose encoded file a program holds in memory, such as an upload.
///
/// Readers and their libraries expect files, so the bytes are put into an unnamed file in memory
/// while they are read.
package struct EncodedPicture: PictureSource {
  package let name: String
  package let suppliedID: String?
  package let suppliedFacts: [String: Fact]
  private let bytes: [UInt8]
  private var metadata = MetadataUse()
  package var bands: Sheet.Bands?

  /// Creates a picture from a file's bytes, in any supported format.
  package init(_ name: String, id: String, _ bytes: [UInt8], facts: [String: Fact] = [:]) {
    (self.name, suppliedID, suppliedFacts, self.bytes) = (name, id, facts, bytes)
  }

  /// The picture with the metadata that a run uses.
  func using(_ metadata: MetadataUse) -> EncodedPicture {
    var picture = self
    picture.metadata = metadata
    picture.metadata.root = nil
    return picture
  }

  package func header() throws -> PictureHeader {
    let file = try MemoryFile(bytes)
    return try file.source(metadata, bands).header()
  }

  package func rows(as header: PictureHeader) throws -> sending any PictureRows {
    try rows(as: header, at: .whole)
  }

  package func rows(
    as header: PictureHeader, at scale: PictureScale
  ) throws -> sending any PictureRows {
    let file = try MemoryFile(bytes)
    return Rows(try file.source(metadata, bands).rows(as: header, at: scale), of: file)
  }

  /// The rows of a file that stays open until its rows have been read.
  private final class Rows: PictureRows {
    private let rows: any PictureRows
    private let file: MemoryFile

    init(_ rows: any PictureRows, of file: MemoryFile) { (self.rows, self.file) = (rows, file) }

    func next(_ body: (Span<UInt8>) -> Void) throws { try rows.next(body) }
    var lostNumbers: LostNumbers { rows.lostNumbers }
    func finish() throws { try rows.finish() }
  }
}

extension EncodedPicture: BandSource {
  func headerOfBands() throws -> PictureHeader? {
    let file = try MemoryFile(bytes)
    return try (file.source(metadata, bands) as? any BandSource)?.headerOfBands()
  }
}

/// An unnamed file in memory, which only its descriptor refers to.
private final class MemoryFile: Sendable {
  private let descriptor: FileDescriptor
  private let format: FileFormat?

  /// Creates a file with these bytes.
  init(_ bytes: [UInt8]) throws {
    guard !bytes.isEmpty else { throw PictureFileError.empty }
    format = FormatTable.standard.recognized(Array(bytes.prefix(FormatTable.beginning)))
    descriptor = try waitingForDescriptor { () throws(PictureFileError) in
      do throws(Errno) { return try .memoryFile(of: bytes) } catch {
        throw .system(errorNumber: error.rawValue)
      }
    }
  }

  deinit { try? descriptor.close() }

  /// The file as a source in the format that its first bytes indicate; it shows only the given
  /// bands, unless they are nil.
  func source(_ metadata: MetadataUse, _ bands: Sheet.Bands?) throws -> any FileSource {
    guard let reader = format?.reader else {
      let kind = format.map { "\($0.noun), which is not supported" } ?? "of an unknown format"
      throw PictureFileError.unsupported(reason: "it is \(kind)")
    }
    let file = reader.file(FilePath("/proc/self/fd/\(descriptor.rawValue)"), metadata)
    guard let bands, var library = file as? LibraryFile else { return file }
    library.bands = bands
    return library
  }
}
