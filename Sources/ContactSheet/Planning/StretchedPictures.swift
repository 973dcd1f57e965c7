internal import SheetFiles
internal import SheetModel
internal import SheetPictures
internal import SheetPlanning
internal import SystemPackage

// Samples that hold data rather than colours, such as depths, and are stretched to be visible.

extension SheetJob {
  /// The groups, with the samples of their pictures stretched if that is requested.
  ///
  /// The colour maps that pictures will have decide whether a range is centred on 0.
  ///
  /// - Throws: ``ContactSheetError``, and `CancellationError` when the task is cancelled.
  func stretched(
    _ groups: [PictureGroup], by rules: PictureRules<PictureStretch>,
    mapped maps: PictureRules<Sheet.Colormap>, workers: Int,
    _ times: inout StepTimes, _ notes: Notes
  ) async throws -> [PictureGroup] {
    if stretching == nil, rules.all.isEmpty { return groups }
    defer { times.end(.pixelAnalysis) }
    let members = groups.flatMap(\.members)
    var pictures = members.map(\.picture)
    var (labels, intervals, automatic): ([Int], [Int], [Int]) = ([], [], [])
    var isShared = [Bool](repeating: false, count: pictures.count)
    var isCentered = isShared
    var named = Set<Int>()
    for (index, member) in members.enumerated() {
      let rule = rules.value(of: member)
      if rule != nil { named.insert(index) }
      let stretch = rule.map(\.stretch) ?? stretching
      switch stretch {
      case nil: break
      case .labels: labels.append(index)
      case .samples(let range):
        pictures[index] = pictures[index].stretched(
          by: .interval(SampleInterval(range.lowerBound, range.upperBound)))
        intervals.append(index)
      case .auto, .all:
        isShared[index] = stretch == .all
        isCentered[index] =
          (maps.value(of: member) ?? colormap)?.isDiverging == true
          && pictures[index].readableHeader?.format.channels.isGray == true
        intervals.append(index)
        automatic.append(index)
      }
    }
    let photographs = try await colorClasses(
      of: &pictures, at: labels, named: named, workers: workers)
    try await stretch(&pictures, at: automatic, isShared, isCentered, workers: workers)
    notes.add(
      photographs.isEmpty
        ? .vainStretch(
          labels: labels.map { pictures[$0] }, intervals: intervals.map { pictures[$0] },
          of: pictures.count)
        : .notMasks(photographs))
    return groups.with(pictures)
  }

  /// Shows class indices in colours.
  ///
  /// Photographs stay as they are, unless a rule names them.
  ///
  /// - Returns: The grey pictures that are photographs.
  private func colorClasses(
    of pictures: inout [SheetPicture], at places: [Int], named: Set<Int>, workers: Int
  ) async throws -> [FileName] {
    struct Candidate: Sendable {
      let picture: SheetPicture
      let isNamed: Bool
    }
    let found = try await decoding(
      places.map { Candidate(picture: pictures[$0], isNamed: named.contains($0)) },
      workers: workers, within: maximumMemory.value, held: \.picture.takenBytes
    ) { candidate -> (isGray: Bool, isMask: Bool) in
      guard try candidate.picture.hasGrayPixels() else { return (false, false) }
      return (true, try candidate.isNamed || candidate.picture.mayBeClassMask())
    }
    var photographs: [FileName] = []
    for (place, found) in zip(places, found) where found.isGray {
      if found.isMask {
        pictures[place] = pictures[place].stretched(by: .labels)
      } else {
        photographs.append(pictures[place].name)
      }
    }
    return photographs
  }

  /// Stretches each picture from its own darkest to its own lightest samples.
  ///
  /// Pictures with a shared range are stretched from the darkest to the lightest samples of all of
  /// them. Ranges are centred on 0 where that is requested and there are samples below 0.
  private func stretch(
    _ pictures: inout [SheetPicture], at places: [Int], _ isShared: [Bool], _ isCentered: [Bool],
    workers: Int
  ) async throws {
    let intervals = try await decoding(
      places.map { pictures[$0] }, workers: workers, within: maximumMemory.value,
      held: \.takenBytes
    ) { try $0.sampleInterval() }
    var shared: SampleInterval?
    for (place, interval) in zip(places, intervals) where isShared[place] {
      if let interval { shared = shared?.union(interval) ?? interval }
    }
    for (place, interval) in zip(places, intervals) {
      guard var interval = isShared[place] ? shared : interval else { continue }
      if isCentered[place], interval.low < 0 { interval = interval.centeredOnZero }
      pictures[place] = pictures[place].stretched(by: .interval(interval))
    }
  }
}

extension Note {
  /// The note that no picture is stretched; nil if a picture is or could be stretched.
  ///
  /// - Parameters:
  ///   - labels: The pictures whose class indices would be shown in colours.
  ///   - intervals: The pictures whose samples would be stretched.
  ///   - count: The number of all pictures, including those that stay unchanged.
  /// - Returns: The note.
  fileprivate static func vainStretch(
    labels: [SheetPicture], intervals: [SheetPicture], of count: Int
  ) -> Note? {
    guard !labels.isEmpty || !intervals.isEmpty, labels.allSatisfy({ $0.stretch == nil }),
      intervals.allSatisfy({ !$0.mayHoldData })
    else { return nil }
    let isForAll = labels.count == count || intervals.count == count
    var reasons: [String] = []
    if !labels.isEmpty {
      let subject =
        isForAll
        ? "no image" : intervals.isEmpty ? "no image that it applies to" : "no image to be coloured"
      let hasGrayJPEGs = labels.contains {
        $0.readableHeader.map { $0.isLossy && $0.format.channels.isGray } == true
      }
      reasons.append(
        hasGrayJPEGs
          ? "\(subject) is grey and exact, as masks of class indices are (JPEGs are not exact)"
          : "\(subject) is grey, as masks of class indices are")
    }
    if !intervals.isEmpty {
      let subject =
        isForAll
        ? "no image" : labels.isEmpty ? "no image that it applies to" : "no image to be stretched"
      reasons.append("\(subject) has more than 8 bits per sample")
    }
    return Note(
      .vainStretch, "nothing is stretched, because \(reasons.joined(separator: ", and "))")
  }

  /// The note on grey pictures that are not masks; nil if there are none.
  fileprivate static func notMasks(_ names: [FileName]) -> Note? {
    guard let first = names.first else { return nil }
    return Note(
      .notMasks, about: first,
      "\(names.count.counted("image")) \(names.count == 1 ? "is" : "are") shown unchanged, because "
        + (names.count == 1 ? "it does not look like a mask" : "they do not look like masks")
        + " of class indices; the first is \(first.path.quoted)",
      remedy: "\(.stretchRules, "*=labels") shows all grey images as masks", [.count: names.count])
  }
}

extension [PictureGroup] {
  /// The groups with their pictures replaced by others, in the same order.
  func with(_ pictures: [SheetPicture]) -> [PictureGroup] {
    var rest = pictures[...]
    return map { group in
      var group = group
      group.members = group.members.map { $0.with(rest.removeFirst()) }
      return group
    }
  }
}
