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

  /// The job with the headers of its logo, and of the picture of its watermark.
  ///
  /// - Throws: ``ContactSheetError`` if one of these pictures cannot be read.
  func withProbedLogos() throws(ContactSheetError) -> SheetJob {
    func probed(_ path: FilePath, as setting: Setting) throws(ContactSheetError) -> SheetPicture {
      try SheetPicture(
        readableFileAt: path, metadata, within: maximumMemory.value, as: setting)
    }
    var job = self
    if let path = logo?.path { job.logo?.picture = try probed(path, as: .logo) }
    if let path = watermark?.path {
      job.watermark = .picture(path, try probed(path, as: .watermark))
    }
    return job
  }
}

extension SheetPicture {
  /// A picture from a file that a setting names, with its header.
  ///
  /// - Throws: ``ContactSheetError`` if it cannot be read, or needs more than `limit` bytes of
  ///   memory.
  init(
    readableFileAt path: FilePath, _ metadata: MetadataUse, within limit: Int, as setting: Setting
  ) throws(ContactSheetError) {
    self = try SheetPicture(fileAt: path, metadata, FactQuery([]), FormatTable.standard)
      .within(limit)
    if let unreadable { throw .unreadable(unreadable, as: setting) }
  }
}
