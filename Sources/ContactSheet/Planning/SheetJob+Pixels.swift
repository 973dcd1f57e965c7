internal import SheetModel
internal import SheetPictures
internal import SheetPlanning
internal import SheetPlans
internal import SystemPackage

extension SheetJob {
  /// The groups, with pictures reduced to the parts inside their borders if borders are trimmed.
  func trimmed(
    _ groups: [PictureGroup], workers: Int, _ times: inout StepTimes
  ) async throws -> [PictureGroup] {
    guard let trimming else { return groups }
    defer { times.end(.pixelAnalysis) }
    let pictures = groups.flatMap { $0.members.map(\.picture) }
    return groups.with(
      try await decoding(
        pictures, workers: workers, within: maximumMemory.value, held: \.takenBytes
      ) {
        try $0.trimmed(tolerance: trimming.value(for: $0))
      })
  }

  /// The job with the header of its logo.
  ///
  /// - Throws: ``ContactSheetError`` if it cannot be read.
  func withProbedLogo() throws(ContactSheetError) -> SheetJob {
    guard let path = logo?.path else { return self }
    var job = self
    job.logo?.picture = try SheetPicture(
      readableFileAt: path, metadata, within: maximumMemory.value)
    return job
  }
}

extension SheetPicture {
  /// A picture from a file, with its header.
  ///
  /// - Throws: ``ContactSheetError`` if it cannot be read, or needs more than `limit` bytes of memory.
  init(
    readableFileAt path: FilePath, _ metadata: MetadataUse, within limit: Int
  ) throws(ContactSheetError) {
    self = try SheetPicture(fileAt: path, metadata, FactQuery([]), FormatTable.standard)
      .within(limit)
    if let unreadable { throw .unreadable(unreadable) }
  }
}
