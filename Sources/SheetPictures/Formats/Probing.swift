internal import Glibc
internal import SheetFiles
internal import SheetModel
internal import SystemPackage

extension [FoundImage] {
  /// If the files have no more bytes than this in total, small ones are kept in memory after their
  /// headers are read: opening and reading an icon again takes a third as long as decoding it.
  private static var maximumBytesKept: Double { 32 * 1024 * 1024 }

  /// Reads all headers, several at once, together with the requested facts.
  ///
  /// - Throws: ``ContactSheetError`` for errors that are not a file's fault, and
  ///   `CancellationError` if the task is cancelled.
  package func probed(
    _ metadata: MetadataUse, _ requested: FactQuery, _ formats: FormatTable, workers: Int
  ) async throws -> [SheetPicture] {
    let keepsContents = reduce(0) { $0 + Double($1.size) } <= Self.maximumBytesKept
    return try await probing(self, workers: workers) { found in
      let picture = try SheetPicture(
        fileAt: found.path, page: found.page, as: found, metadata, requested, formats,
        keepsContents: keepsContents)
      if let fault = found.selectionFault {
        return SheetPicture(
          picture.source, .failure(UnreadablePicture(picture.name, reason: fault)), as: found)
      }
      guard let raw = found.raw, picture.unreadable != nil else { return picture }
      // A damaged JPEG is replaced by the preview of its RAW file.
      let preview = try SheetPicture(fileAt: raw.path, as: raw, metadata, requested, formats)
      return preview.unreadable == nil ? preview : picture
    }
  }
}

/// Creates a picture from each element, several at once, and preserves the order.
///
/// Each task handles 64 elements, whose headers take much longer to read than the task takes to
/// start.
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

/// Opens a picture's file, waiting if no descriptor is available.
///
/// A shortage is not the file's fault: descriptors of this process and of the system become free as
/// pictures are finished. After five seconds without a free descriptor, the run fails.
///
/// - Throws: Errors of `open`, and ``ContactSheetError/tooManyOpenFiles(limit:)``.
func waitingForDescriptor<Reader: ~Copyable>(
  _ open: () throws(PictureFileError) -> Reader
) throws -> Reader {
  var pausesLeft = 250
  while true {
    do { return try open() } catch {
      let full = [EMFILE, ENFILE].map { PictureFileError.system(errorNumber: $0) }
      guard full.contains(error) else { throw error }
      guard pausesLeft > 0 else {
        throw ContactSheetError.tooManyOpenFiles(limit: descriptorLimit())
      }
      pausesLeft -= 1
      usleep(20_000)
    }
  }
}

/// The maximum number of files that this process may have open.
///
/// The corresponding C function is `getrlimit`.
package func descriptorLimit() -> Int {
  var limit = rlimit()
  unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  return Int(clamping: limit.rlim_cur)
}
