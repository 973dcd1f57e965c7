internal import SheetFiles
internal import SheetModel
internal import SheetPictures
internal import SheetPlans

// Step 1 of planning: leaves out unreadable pictures, gives the rest their weights, spans, crops and
// foci, and makes copies.

extension SheetPlanner {
  /// The pictures that are on the sheet; a group may have none.
  ///
  /// - Returns: The groups, and the unreadable pictures that are left out.
  /// - Throws: `ContactSheetError` for all unreadable pictures, if the settings make them an error.
  func chosen(
    of groups: [PictureGroup], _ notes: inout [Note]
  ) throws(ContactSheetError) -> (groups: [PictureGroup], skipped: [SheetPicture]) {
    var groups = groups
    try applyRules(to: &groups, &notes)
    switch job.unreadablePolicy {
    case .placeholder: break
    case .skip:
      let skipped = groups.flatMap(\.members).compactMap { facts in
        facts.picture.damage.map(facts.picture.damaged)
      }
      if skipped.isEmpty { break }
      for index in groups.indices { groups[index].members.removeAll { $0.picture.damage != nil } }
      return (try rules.copied(groups), skipped)
    case .fail:
      let unreadable = groups.flatMap(\.members).compactMap(\.picture.damage)
      if !unreadable.isEmpty { throw .unreadable(all: unreadable) }
    }
    return (try rules.copied(groups), [])
  }

  /// Gives pictures their weights, spans, crops, foci, rotations, borders, scale bars, insets, and
  /// cells in known matrices.
  ///
  /// Pictures that do not exist get the text that their cells show.
  private func applyRules(
    to groups: inout [PictureGroup], _ notes: inout [Note]
  ) throws(ContactSheetError) {
    let range = PictureWeight.range
    var (clamped, uncropped) = (Occurrences<FileName>(), Occurrences<FileName>())
    var (scales, regions) = (FoundScales(), FoundRegions())
    var drawn = DrawnScales(job)
    let pictures = groups.flatMap(\.members)
    notes += try rules.notes(on: pictures)
    let ownWeights = rules.weights.weights(of: pictures)
    if job.layout is CollageLayout {
      notes += [rules.weights.noteOnTexts(of: pictures, weighing: ownWeights)].compactMap(\.self)
    }
    var weights = ownWeights[...]
    let followsRules = drawn != nil || rules.changePictures
    for group in groups.indices {
      let matrix = groups[group].matrix
      for index in groups[group].members.indices {
        let picture = groups[group].members[index]
        let row = picture.row
        let weight = weights.removeFirst()
        // Most sheets have no rules, and most of their pictures stay as they are.
        if !followsRules, matrix == nil, row == nil { continue }
        if !range.contains(weight) { clamped.add(picture.picture.name) }
        let area = rules.crops.value(of: picture) ?? row?.crop
        let size = picture.picture.size
        let part = size.flatMap { size in area?.pixels(of: size) }
        if area != nil, part == nil, size != nil { uncropped.add(picture.picture.name) }
        let overrides = PictureOverrides(
          weight: min(max(weight, range.lowerBound), range.upperBound),
          room: rules.spans.value(of: picture) ?? row?.span, crop: part,
          focus: rules.foci.value(of: picture) ?? row?.focus,
          turn: rules.turns.value(of: picture) ?? row?.turn,
          factor: try drawn?.factor(of: picture),
          border: (rules.borders.value(of: picture) ?? row?.border).flatMap(job.border),
          cellBackground: (rules.cellBackgrounds.value(of: picture) ?? row?.cellBackground)
            .flatMap(job.ownBackground),
          scaleBar: scales.bar(rules.scaleBars.value(of: picture), of: picture),
          colormapTitle: rules.colormapTitles.value(of: picture),
          insets: try regions.regions(insets(of: picture), of: picture),
          cell: matrix.map { $0.cell(at: $0.places[index]) })
        // If no picture changes, the caller's list is not copied.
        if overrides != .usual { groups[group].members[index].overrides = overrides }
        if let missing = job.missing, let absent = picture.picture.absent {
          let text = missing.statedLines(from: picture.fact)
          groups[group].members[index] = groups[group].members[index].with(absent.showing(text))
        }
        if let turn = overrides.turn { groups[group].members[index].turn(turn) }
      }
    }
    notes += try scales.notes
    notes += try drawn?.notes ?? []
    if let note = job.noteOnResolutions(of: pictures) { notes.append(note) }
    notes += try regions.notes
    if let first = uncropped.first {
      notes.append(
        Note(
          .staleArea, about: first,
          "\(uncropped.count.counted("image")) \(uncropped.count == 1 ? "is" : "are") shown whole, because the "
            + "part to show lies outside the image" + first.path.asFirst(ofCount: uncropped.count),
          [.count: uncropped.count]))
    }
    if let first = clamped.first {
      notes.append(
        Note(
          .limitedWeights, about: first,
          "\(clamped.count.counted("weight")) outside the range 0.01 to 100 \(clamped.count == 1 ? "is" : "are") "
            + "replaced by the nearer limit; \(clamped.count == 1 ? "it" : "the first") is for \(first.path.quoted)",
          [.count: clamped.count]))
    }
  }

  /// The areas that are shown enlarged in insets; pictures of pairs have none.
  private func insets(of picture: PictureFacts) -> [PictureArea] {
    job.comparison == nil ? rules.insets.values(of: picture) : []
  }
}
