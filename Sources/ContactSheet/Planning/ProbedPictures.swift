internal import SheetFiles
internal import SheetModel
internal import SheetPictures
internal import SheetPlanning
internal import SheetPlans
internal import SheetRendering
internal import SystemPackage

extension SheetJob {
  /// Finds the files in the inputs.
  ///
  /// - Parameters:
  ///   - output: The destination of the sheet, whose older pages are left out; nil to take all
  ///     files.
  ///   - notes: Receives the notes on the files.
  ///   - formats: The formats to look for.
  /// - Returns: The files, and what was noticed while finding them.
  /// - Throws: ``ContactSheetError``.
  func found(
    except output: SheetOutput?, _ notes: Notes, formats: FormatTable = .standard
  ) throws -> FoundImages {
    guard !inputs.isEmpty else { return FoundImages() }
    let finder = ImageFinder(search, for: output, formats: formats)
    let found = try finder.images(in: inputs)
    notes.add(found.notes)
    return found
  }

  /// The pictures in the files, and pictures that are not files, with the requested facts.
  func probed(
    _ found: FoundImages, _ requested: FactQuery, _ formats: FormatTable = .standard, workers: Int,
    _ notes: Notes
  ) async throws -> [SheetPicture] {
    var probed = try await found.images.probed(metadata, requested, formats, workers: workers)
    if frames == .all {
      probed = try await probed.withAllPages(
        metadata, requested, formats, search, workers: workers)
      if probed.isEmpty, !found.images.isEmpty {
        throw ContactSheetError.noImages([], hasPatterns: search.hasPatterns)
      }
    }
    notes.add(probed.noteOnOtherPages)
    notes.add(probed.noteOnOtherFrames)
    notes.add(Self.passOverSheets(among: &probed))
    let others = try sources.map { try SheetPicture(probing: $0, requested, using: metadata) }
    return (probed + others).map { $0.within(maximumMemory.value) }
  }

  /// Leaves out our own sheets in folders that also contain other pictures.
  private static func passOverSheets(among pictures: inout [SheetPicture]) -> [Note] {
    let sheets = pictures.filter(\.isSheetInFolder)
    let named = pictures.filter {
      $0.inputFolder == nil && $0.readableHeader?.isContactSheet == true
    }
    var notes: [Note] = []
    let first = named.compactMap(\.foundPath).firstByName(\.self)
    if named.count < pictures.count, let path = first {
      notes.append(
        Note(
          .shownSheets, about: .path(path),
          "\(path.quoted(ofCount: named.count)) \(named.count == 1 ? "is a sheet" : "are sheets") "
            + "made by contactsheet, shown because \(named.count == 1 ? "it was" : "they were") named explicitly",
          remedy: named.count == 1 ? "name it with \(.output) to overwrite it" : nil,
          [.count: named.count]))
    }
    guard !sheets.isEmpty else { return notes }
    let mixed = Set(pictures.lazy.filter { !$0.isSheetInFolder }.compactMap(\.inputFolder))
    pictures.removeAll { $0.isSheetInFolder && mixed.contains($0.inputFolder ?? "") }
    let passed = sheets.filter { mixed.contains($0.inputFolder ?? "") }.compactMap(\.foundPath)
    let shown = Set(sheets.compactMap(\.inputFolder)).subtracting(mixed)
    notes += Array(shown).sortedNaturally().map {
      Note(
        .shownSheets, about: .path($0),
        "there are only contact sheets in \($0.quoted), so they are shown")
    }
    if let first = passed.firstByName(\.self) {
      notes.append(
        Note(
          .passedSheets, about: .path(first),
          "skipped the contact sheet \(first.quoted(ofCount: passed.count)); name "
            + "a sheet to show it", [.count: passed.count]))
    }
    return notes
      + passed.map {
        Note(.passedSheet, as: .detail, about: .path($0), "skipped the contact sheet \($0.quoted)")
      }
  }
}

extension SheetPicture {
  /// Whether the picture was found in a folder and is one of our sheets, even an unreadable one.
  fileprivate var isSheetInFolder: Bool {
    guard let path = foundPath, inputFolder != nil else { return false }
    return readableHeader?.isContactSheet ?? SheetFormat.isOwnSheet(path)
  }
}
