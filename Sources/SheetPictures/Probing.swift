internal import Glibc
internal import SheetFiles
package import SheetLayout
internal import SheetPNG
internal import SystemPackage

extension [FoundImage] {
  /// Up to this total size, small files are kept in memory after their headers are read: to open
  /// and read an icon again takes a third as long as to decode it.
  private static var maximumBytesKept: Double { 32 * 1024 * 1024 }

  /// Reads all headers, several at once, and with them the facts that are asked for.
  ///
  /// - Throws: ``PictureError`` for what is not a file's fault, and `CancellationError` when the task
  ///   is cancelled.
  package func probed(
    _ metadata: MetadataUse, _ asked: FactQuery, _ formats: FormatTable, workers: Int
  ) async throws -> [SheetPicture] {
    let keepsContents = reduce(0) { $0 + Double($1.size) } <= Self.maximumBytesKept
    var metadata = metadata
    metadata.needs = asked.needs
    return try await probing(self, workers: workers) { [metadata] found in
      let picture = try SheetPicture(
        fileAt: found.path, as: found, metadata, asked, formats, keepsContents: keepsContents)
      guard let raw = found.raw, picture.unreadable != nil else { return picture }
      // The preview of its RAW file replaces a damaged JPEG.
      let preview = try SheetPicture(fileAt: raw.path, as: raw, metadata, asked, formats)
      return preview.unreadable == nil ? preview : picture
    }
  }
}

/// Makes a picture from each element, several at once, and keeps the order.
///
/// A task makes 64, whose headers take much longer to read than the task to start.
///
/// - Throws: Errors of `probe`, and `CancellationError` when the task is cancelled.
package func probing<Element: Sendable>(
  _ elements: [Element], workers: Int,
  _ probe: @escaping @Sendable (Element) throws -> SheetPicture
) async throws -> [SheetPicture] {
  let parts = stride(from: 0, to: elements.count, by: 64).map { start in
    elements[start..<min(start + 64, elements.count)]
  }
  return try await decoding(parts, workers: workers) { try $0.map(probe) }.flatMap(\.self)
}

/// Makes a result of each element, several at once, and keeps the order.
///
/// - Parameters:
///   - elements: The elements, such as pictures, perhaps each with a query.
///   - workers: The number of elements to decode at once, at least 1.
///   - memory: The most bytes that elements in progress may hold.
///   - held: The bytes that an element holds.
///   - decode: Makes a result.
/// - Returns: The results.
/// - Throws: Errors of `decode`, and `CancellationError` when the task is cancelled.
package func decoding<Element: Sendable, Result: Sendable>(
  _ elements: [Element], workers: Int, within memory: Int = .max,
  held: (Element) -> Int = { _ in 0 },
  _ decode: @escaping @Sendable (Element) throws -> Result
) async throws -> [Result] {
  var results: [Result] = []
  results.reserveCapacity(elements.count)
  try await forEachInOrder(
    elements, workers: workers, within: memory, held: held, transform: decode,
    consume: { results.append($0) })
  return results
}

/// Opens a picture's file, and waits if there is no descriptor for it.
///
/// That is not the file's fault. Descriptors of this process and of the system become free as
/// pictures are finished. After five seconds without a descriptor, the run fails.
///
/// - Throws: Errors of `open`, and ``PictureError/tooManyOpenFiles(limit:)``.
func waitingForDescriptor<Reader: ~Copyable>(
  _ open: () throws(PictureFileError) -> Reader
) throws -> Reader {
  var pausesLeft = 250
  while true {
    do { return try open() } catch {
      let full = [EMFILE, ENFILE].map { PictureFileError.system(errorNumber: $0) }
      guard full.contains(error) else { throw error }
      guard pausesLeft > 0 else { throw PictureError.tooManyOpenFiles(limit: descriptorLimit()) }
      pausesLeft -= 1
      usleep(20_000)
    }
  }
}

/// The most files that this process may have open.
///
/// The corresponding C function is `getrlimit`.
package func descriptorLimit() -> Int {
  var limit = rlimit()
  unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  return Int(clamping: limit.rlim_cur)
}

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
