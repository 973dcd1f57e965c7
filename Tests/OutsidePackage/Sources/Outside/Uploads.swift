import ContactSheet

/// The reasons to refuse a request before or while its sheet is made.
enum UploadError: Error {
  /// There are too many files, or too many bytes.
  case tooLarge
  /// The sheet was not ready in time.
  case tooSlow
}

/// Makes a JPEG of the files that a client has uploaded.
///
/// - Parameters:
///   - uploads: The files with the names that the client gave them, which are shown and never
///     opened.
///   - timeLimit: The longest time to wait.
/// - Returns: The bytes of the JPEG.
/// - Throws: ``UploadError``, `ContactSheetError`, and `CancellationError` if the request is
///   cancelled.
func contactSheet(
  of uploads: [(name: String, bytes: [UInt8])], within timeLimit: Duration = .seconds(10)
) async throws -> [UInt8] {
  guard uploads.count <= 200, uploads.reduce(0, { $0 + $1.bytes.count }) <= 64 << 20 else {
    throw UploadError.tooLarge
  }
  var sheet = Sheet(
    pictures: uploads.map { Sheet.Picture(name: $0.name, encoded: $0.bytes) })
  sheet.size = Sheet.Extent(width: 1600)
  sheet.label = "{name}"
  sheet.maxPixels = 20_000_000
  sheet.maxMemory = 128 << 20
  var options = Sheet.RenderOptions()
  options.jobs = 1
  return try await withThrowingTaskGroup(of: [UInt8].self) { [sheet, options] group in
    group.addTask { try await sheet.render(as: .jpeg(quality: 85), options: options) }
    group.addTask {
      try await Task.sleep(for: timeLimit)
      throw UploadError.tooSlow
    }
    defer { group.cancelAll() }
    return try await group.next() ?? []
  }
}
