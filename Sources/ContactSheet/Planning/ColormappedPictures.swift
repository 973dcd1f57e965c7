internal import SheetFiles
internal import SheetModel
internal import SheetPictures
internal import SheetPlanning

extension SheetJob {
  /// The groups, with grey pictures in the colours of colour maps if any are requested.
  ///
  /// Pictures with colour channels are decoded up to their first coloured pixel.
  ///
  /// - Throws: ``ContactSheetError``, and `CancellationError` when the task is cancelled.
  func colored(
    _ groups: [PictureGroup], by rules: PictureRules<Sheet.Colormap>, workers: Int,
    _ times: inout StepTimes, _ notes: Notes
  ) async throws -> [PictureGroup] {
    if colormap == nil, rules.all.isEmpty { return groups }
    defer { times.end(.pixelAnalysis) }
    let members = groups.flatMap(\.members)
    var pictures = members.map(\.picture)
    var (places, maps): ([Int], [Sheet.Colormap]) = ([], [])
    var named = Set<Int>()
    for (index, member) in members.enumerated() {
      let rule = rules.value(of: member)
      guard let map = rule ?? colormap, map != .gray, pictures[index].stretch != .labels,
        pictures[index].readableHeader != nil
      else { continue }
      if rule != nil { named.insert(index) }
      places.append(index)
      maps.append(map)
    }
    let areGray = try await decoding(
      places.map { pictures[$0] }, workers: workers, within: maximumMemory.value,
      held: \.takenBytes
    ) { try $0.readableHeader?.format.channels.isGray == true || $0.hasGrayPixels() }
    var others: [FileName] = []
    for (index, place) in places.enumerated() {
      if areGray[index] {
        pictures[place] = pictures[place].colored(in: maps[index])
      } else if !named.contains(place) {
        others.append(pictures[place].name)
      }
    }
    notes.add(.notGray(others))
    return groups.with(pictures)
  }
}

extension Note {
  /// The note on pictures with colours of their own; nil if there are none.
  fileprivate static func notGray(_ names: [FileName]) -> Note? {
    guard let first = names.first else { return nil }
    return Note(
      .notGray, about: first,
      "\(names.count.counted("image")) \(names.count == 1 ? "keeps its" : "keep their") own "
        + "colours, because \(names.count == 1 ? "it is" : "they are") not grey"
        + first.path.asFirst(ofCount: names.count), [.count: names.count])
  }
}
