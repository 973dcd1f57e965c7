internal import SheetLayout
internal import SheetModel
internal import SheetPlans
internal import SheetRendering
internal import SystemPackage

// A file that is limited to a number of bytes gets the highest quality that stays within the limit.
// Only encoding shows which quality that is, so the pixels are kept to be encoded again.

extension SheetRun {
  /// The lowest quality that is tried; below it, blocks become visible.
  private static let lowestQuality = 40

  /// Encodes a kept sheet at the highest quality that stays within a limit.
  ///
  /// - Parameters:
  ///   - kept: The pages of the file.
  ///   - file: The file.
  ///   - limit: The maximum number of bytes.
  ///   - trial: A scratch file in which the sheet is encoded at each quality that is tried.
  ///   - output: The file that receives the sheet.
  /// - Returns: The quality.
  /// - Throws: ``ContactSheetError/tooManyBytes(_:_:_:limit:page:density:)``, and `Errno` from the
  ///   system.
  func encode(
    _ kept: KeptSheet, as file: OutputJob, within limit: ByteLimit, trial: FileDescriptor,
    into output: FileDescriptor
  ) async throws -> SheetQuality {
    let quality = try await highestQuality(of: kept, file, limit, trial)
    try await encode(kept, as: file, quality, into: output)
    return quality
  }

  private func encode(
    _ kept: KeptSheet, as file: OutputJob, _ quality: SheetQuality, into descriptor: FileDescriptor
  ) async throws {
    let sheetFile = try file.format.file(descriptor, properties(of: file, quality))
    try await kept.encode(
      into: sheetFile, workers: request.workers, within: request.maximumMemory)
  }

  private func highestQuality(
    of kept: KeptSheet, _ file: OutputJob, _ limit: ByteLimit, _ trial: FileDescriptor
  ) async throws -> SheetQuality {
    func byteCount(at quality: SheetQuality) async throws -> Int {
      try trial.resize(to: 0)
      try trial.seek(offset: 0, from: .start)
      try await encode(kept, as: file, quality, into: trial)
      return Int(try trial.stat().size)
    }
    func fits(_ level: Int) async throws -> Bool {
      try await byteCount(at: .level(level)) <= limit.value
    }
    func failure(_ quality: SheetQuality, _ bytes: Int) -> ContactSheetError {
      .tooManyBytes(
        file.output, bytes, quality, limit: limit, page: file.pages[0].page.size,
        density: lengthUnit == .pixels ? nil : plan.encoding.pixelsPerInch)
    }
    let highest = plan.encoding.quality
    if highest == .exact, file.format.canBeExact {
      let bytes = try await byteCount(at: .exact)
      if bytes <= limit.value { return .exact }
      if !file.canLoseQuality(in: plan) { throw failure(.exact, bytes) }
    }
    var high = highest.level ?? 100
    if try await fits(high) { return .level(high) }
    var low = min(Self.lowestQuality, high)
    let bytes = try await byteCount(at: .level(low))
    if bytes > limit.value { throw failure(.level(low), bytes) }
    high -= 1
    while low < high {
      let middle = (low + high + 1) / 2
      if try await fits(middle) { low = middle } else { high = middle - 1 }
    }
    return .level(low)
  }
}

extension OutputJob {
  /// Whether at least one page of the file can be lossy, so that a lower quality makes the file
  /// smaller.
  fileprivate func canLoseQuality(in plan: SheetPlan) -> Bool {
    guard let exactReason = format.exactReason else { return format.hasQuality }
    return pages.contains { exactReason($0.page.size, plan.format) == nil }
  }
}
