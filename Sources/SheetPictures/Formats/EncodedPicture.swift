internal import SheetFiles
package import SheetModel
internal import SystemPackage

/// A picture whose encoded file a program holds in memory, such as an upload.
///
/// Readers and their libraries take files. So the bytes are put into a file in memory, which has no name,
/// for as long as they are read.
package struct EncodedPicture: PictureSource {
  package let name: String
  package let suppliedID: String?
  package let suppliedFacts: [String: Fact]
  private let bytes: [UInt8]
  private var metadata = MetadataUse()

  /// The picture of a file's bytes, in any format that is read.
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
    return try file.source(metadata).header()
  }

  package func rows(as header: PictureHeader) throws -> sending any PictureRows {
    try rows(as: header, at: .whole)
  }

  package func rows(
    as header: PictureHeader, at scale: PictureScale
  ) throws -> sending any PictureRows {
    let file = try MemoryFile(bytes)
    return Rows(try file.source(metadata).rows(as: header, at: scale), of: file)
  }

  /// The rows of a file, which stays open until they are read.
  private final class Rows: PictureRows {
    private let rows: any PictureRows
    private let file: MemoryFile

    init(_ rows: any PictureRows, of file: MemoryFile) { (self.rows, self.file) = (rows, file) }

    func next(_ body: (Span<UInt8>) -> Void) throws { try rows.next(body) }
    func finish() throws { try rows.finish() }
  }
}

/// A file in memory without a name, which its descriptor alone leads to.
private final class MemoryFile: Sendable {
  private let descriptor: FileDescriptor
  private let format: FileFormat?

  /// Makes a file of bytes.
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

  /// The file as a source of the format that its bytes begin as.
  func source(_ metadata: MetadataUse) throws -> any FileSource {
    guard let reader = format?.reader else {
      let kind = format.map { "\($0.noun), which is not read" } ?? "of no known format"
      throw PictureFileError.unsupported(reason: "it is \(kind)")
    }
    return reader.file(FilePath("/proc/self/fd/\(descriptor.rawValue)"), metadata)
  }
}
