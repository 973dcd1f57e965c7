internal import SheetFiles
internal import SheetModel
internal import SheetPictures
internal import SystemPackage

/// Writes the objects of a PDF file, one after another, in one pass.
///
/// Large streams are written as they are produced, each followed by an object with its length. All
/// other objects are collected and compressed together. A table of all objects ends the file.
///
/// Source: ISO 32000-1, 7.5.2 to 7.5.8.
final class PDFObjects {
  /// The location of an object.
  private enum Place {
    case unwritten
    /// The offset of the object in the file, in bytes.
    case offset(Int)
    /// The object stream that contains the object, and its index there.
    case collected(stream: Int, index: Int)
  }

  private let descriptor: FileDescriptor
  private var buffer: [UInt8] = []
  /// The number of bytes written and buffered.
  private(set) var position = 0
  /// The locations of objects by number; number 0 is unused.
  private var places: [Place] = [.unwritten]
  private var collected: [(number: Int, bytes: [UInt8])] = []
  private var collectedBytes = 0
  private var digest = SHA256()

  private static let bufferBytes = 64 * 1024
  /// The compression level, low enough for labels to take no noticeable time.
  private static let level = 3
  /// The approximate number of bytes of objects that are compressed together: one deflate window.
  private static let collectedLimit = 32 * 1024

  /// Starts a file at a descriptor, which the caller closes.
  init(to descriptor: FileDescriptor) {
    self.descriptor = descriptor
    buffer.reserveCapacity(Self.bufferBytes)
  }

  /// Reserves a number for an object that is written later.
  func reference() -> PDFReference {
    places.append(.unwritten)
    return PDFReference(number: places.count - 1)
  }

  /// Writes bytes outside objects.
  func write(_ bytes: [UInt8]) throws {
    digest.update(bytes[...])
    try put(bytes)
  }

  /// Writes an object without compression.
  func write(_ object: PDFSyntax, as reference: PDFReference) throws {
    places[reference.number] = .offset(position)
    try write(("\(reference.number) 0 obj\n\(object)\nendobj\n" as PDFSyntax).bytes)
  }

  /// Queues a non-stream object to be compressed together with others.
  func collect(_ object: PDFSyntax, as reference: PDFReference) throws {
    collected.append((reference.number, object.bytes))
    collectedBytes += object.bytes.count
    if collectedBytes >= Self.collectedLimit { try writeCollected() }
  }

  /// Compresses bytes and writes them as a stream.
  ///
  /// `entries` are added to its dictionary.
  func write(compressing bytes: [UInt8], _ entries: PDFSyntax, as reference: PDFReference) throws {
    let data = try systemErrors { try ZlibStream.compressed(bytes, level: Self.level) }
    places[reference.number] = .offset(position)
    try write(
      ("""
      \(reference.number) 0 obj
      <<\(entries)/Filter/FlateDecode/Length \(data.count)>>stream

      """ as PDFSyntax).bytes + data + "\nendstream\nendobj\n".utf8)
  }

  /// A stream being written, whose length is not known yet.
  struct OpenStream {
    fileprivate let length: PDFReference
    fileprivate let start: Int
  }

  /// Starts a stream whose bytes follow.
  ///
  /// `entries` are added to its dictionary.
  func begin(_ entries: PDFSyntax, as reference: PDFReference) throws -> OpenStream {
    let length = self.reference()
    places[reference.number] = .offset(position)
    try write(
      ("\(reference.number) 0 obj\n<<\(entries)/Length \(length)>>stream\n" as PDFSyntax).bytes)
    return OpenStream(length: length, start: position)
  }

  /// Writes bytes of an open stream.
  ///
  /// The file's digest includes only a summary of the bytes.
  ///
  /// Digesting a picture itself would take a tenth of the time needed to compress it.
  func write(_ bytes: [UInt8], digestedAs summary: [UInt8]) throws {
    digest.update(summary[...])
    try put(bytes)
  }

  /// Ends a stream and writes its length.
  func end(_ stream: OpenStream) throws {
    let length = position - stream.start
    try write(Array("\nendstream\nendobj\n".utf8))
    try write("\(length)", as: stream.length)
  }

  /// Compresses the objects that were collected.
  private func writeCollected() throws {
    guard !collected.isEmpty else { return }
    let stream = reference()
    var head: [UInt8] = []
    var body: [UInt8] = []
    for (index, object) in collected.enumerated() {
      places[object.number] = .collected(stream: stream.number, index: index)
      head += "\(object.number) \(body.count) ".utf8
      body += object.bytes + [UInt8(ascii: "\n")]
    }
    let entries: PDFSyntax = "/Type/ObjStm/N \(collected.count)/First \(head.count)"
    (collected, collectedBytes) = ([], 0)
    try write(compressing: head + body, entries, as: stream)
  }

  /// Ends the file with the table of all objects, and writes the buffered bytes.
  ///
  /// - Precondition: Every object with a number has been written.
  func finish(root: PDFReference, info: PDFReference) throws {
    try writeCollected()
    let table = reference()
    let start = position
    places[table.number] = .offset(start)
    let rows = self.rows(offsetBytes: Self.byteCount(of: max(start, places.count)))
    // The digest identifies the file, both as it was created and as it is now.
    let name = Array(digest.digest().prefix(16))
    digest = SHA256()
    let identifier: PDFSyntax = "[\(string: name)\(string: name)]"
    try write(
      compressing: Self.differences(rows),
      """
      /Type/XRef/Size \(places.count)/W[1 \(rows[0].count - 3) 2]/Root \(root)/Info \(info)\
      /ID\(identifier)/DecodeParms<</Predictor 12/Columns \(rows[0].count)>>
      """, as: table)
    try put(("startxref\n\(start)\n%%EOF\n" as PDFSyntax).bytes)
    try flush()
  }

  /// A row of numbers for each object: the kind of its location, and the location.
  private func rows(offsetBytes: Int) -> [[UInt8]] {
    places.enumerated().map { number, place in
      let (kind, offset, index) =
        switch place {
        case .unwritten: (0, 0, 0xFFFF)
        case .offset(let offset): (1, offset, 0)
        case .collected(let stream, let index): (2, stream, index)
        }
      precondition(kind > 0 || number == 0, "object \(number) was not written")
      return [UInt8(kind)] + Self.bytes(of: offset, count: offsetBytes)
        + Self.bytes(of: index, count: 2)
    }
  }

  /// The rows as differences from the row above, each preceded by the number of its filter (PNG
  /// specification, 9.2).
  ///
  /// Most rows resemble the one above.
  private static func differences(_ rows: [[UInt8]]) -> [UInt8] {
    var above = [UInt8](repeating: 0, count: rows[0].count)
    return rows.flatMap { row in
      defer { above = row }
      return [2] + zip(row, above).map { $0 &- $1 }
    }
  }

  private static func byteCount(of number: Int) -> Int {
    max(1, (number.bitWidth - number.leadingZeroBitCount + 7) / 8)
  }

  private static func bytes(of number: Int, count: Int) -> [UInt8] {
    number.bytesFromHighest.suffix(count)
  }

  private func put(_ bytes: [UInt8]) throws {
    position += bytes.count
    if buffer.count + bytes.count > Self.bufferBytes { try flush() }
    if bytes.count > Self.bufferBytes {
      try descriptor.writeWhole(bytes)
    } else {
      buffer += bytes
    }
  }

  private func flush() throws {
    guard !buffer.isEmpty else { return }
    try descriptor.writeWhole(buffer)
    buffer.removeAll(keepingCapacity: true)
  }
}
