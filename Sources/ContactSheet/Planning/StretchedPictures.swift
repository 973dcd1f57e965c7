internal import SheetFiles
internal import SheetImaging
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
    var (labels, intervals): ([Int], [Int]) = ([], [])
    var found: [FoundRange] = []
    var named = Set<Int>()
    for (index, member) in members.enumerated() {
      let rule = rules.lastIndex(for: member)
      if rule != nil { named.insert(index) }
      guard let stretch = rule.map({ rules.all[$0].rule.value.stretch }) ?? stretching else {
        continue
      }
      switch stretch.range {
      case .labels: labels.append(index)
      case .samples(let range):
        pictures[index] = pictures[index].stretched(
          by: .interval(SampleInterval(range.lowerBound, range.upperBound), stretch.curve))
        intervals.append(index)
      case .auto, .all:
        intervals.append(index)
        found.append(
          FoundRange(
            picture: index, sharing: stretch.range == .all ? .some(rule) : nil,
            isCentered: (maps.value(of: member) ?? colormap)?.isDiverging == true
              && pictures[index].readableHeader?.format.channels.isGray == true,
            curve: stretch.curve))
      }
    }
    let photographs = try await colorClasses(
      of: &pictures, at: labels, named: named, workers: workers)
    try await stretch(&pictures, over: found, workers: workers)
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

  /// Stretches each picture from its own darkest to its own lightest samples; pictures that share
  /// a range are stretched from the darkest to the lightest samples of all of them.
  ///
  /// Ranges are centred on 0 where that is requested and there are samples below 0.
  private func stretch(
    _ pictures: inout [SheetPicture], over ranges: [FoundRange], workers: Int
  ) async throws {
    let intervals = try await decoding(
      ranges.map { pictures[$0.picture] }, workers: workers, within: maximumMemory.value,
      held: \.takenBytes
    ) { try $0.sampleInterval() }
    var shared: [Int?: SampleInterval] = [:]
    for (range, interval) in zip(ranges, intervals) {
      guard let rule = range.sharing, let interval else { continue }
      shared[rule] = shared[rule]?.union(interval) ?? interval
    }
    for (range, own) in zip(ranges, intervals) {
      let interval = if let rule = range.sharing { shared[rule] } else { own }
      guard var interval else { continue }
      if range.isCentered, interval.low < 0 { interval = interval.centeredOnZero }
      pictures[range.picture] = pictures[range.picture].stretched(
        by: .interval(interval, range.curve))
    }
  }
}

/// A range of samples that must be found in the pixels of a picture.
private struct FoundRange {
  /// The index of the picture.
  let picture: Int
  /// The index of the rule whose pictures share the range, or `.some(nil)` for the pictures that no
  /// rule selects; nil if the picture has a range of its own.
  let sharing: Int??
  /// Whether the range is centred on 0 if there are samples below 0.
  let isCentered: Bool
  let curve: SampleCurve
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
        ? "no image"
        : intervals.isEmpty ? "no image to which it applies" : "no image to be coloured"
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
        ? "no image" : labels.isEmpty ? "no image to which it applies" : "no image to be stretched"
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
        + " of class indices" + first.path.asFirst(ofCount: names.count),
      remedy: "\(.stretchRules, "*=labels") shows all grey images as masks", [.count: names.count])
  }
}

extension [PictureGroup] {
  /// The groups, with their pictures replaced by `pictures`, which are in the same order.
  func with(_ pictures: [SheetPicture]) -> [PictureGroup] {
    var rest = pictures[...]
    return map { group in
      var group = group
      group.members = group.members.map { $0.with(rest.removeFirst()) }
      return group
    }
  }
}
