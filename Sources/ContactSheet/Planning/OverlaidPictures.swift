internal import SheetFiles
internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlanning
internal import SystemPackage

// Masks and other translucent pictures that are drawn over the pictures of a sheet.

extension SheetJob {
  /// The groups, with the overlays of their pictures if there are any.
  ///
  /// Overlays are decoded once, to see whether their pixels are class indices.
  ///
  /// - Returns: The groups, the overlays that were read, even if they are not drawn, and the folders
  ///   that were searched for overlays.
  /// - Throws: ``ContactSheetError``, also if no picture has an overlay, and `CancellationError`
  ///   when the task is cancelled.
  func overlaid(
    _ groups: [PictureGroup], by rules: PictureRules<WrittenOverlay>, workers: Int,
    _ times: inout StepTimes, _ notes: Notes
  ) async throws -> (groups: [PictureGroup], overlays: [FilePath], searchedFolders: [FilePath]) {
    if overlays.isEmpty { return (groups, [], []) }
    defer { times.end(.pixelAnalysis) }
    let facts = groups.flatMap(\.members)
    var pictures = facts.map(\.picture)
    try rules.checkNumbers(of: facts)
    var found: [FoundOverlays] = []
    for rule in rules.all {
      let chosen = facts.indices.filter { rule.holds(for: facts[$0]) }
      found.append(try self.found(rule.rule.value, for: chosen, of: pictures))
    }
    // Overlays that are also shown as tiles of their own get no overlays, not even from another
    // folder.
    let drawn = Set(found.flatMap(\.drawn))
    let areDrawn = pictures.map { $0.identity.map(drawn.contains) == true }
    if found.count > 1 {
      for index in pictures.indices where areDrawn[index] {
        for layer in found.indices { found[layer].places[index] = nil }
      }
    }
    var paths: [FilePath] = []
    for (overlay, found) in zip(rules.all.map(\.rule.value), found) {
      let missing = found.chosen.filter { found.places[$0] == nil && !areDrawn[$0] }
      notes.add(
        Note(
          onMissing: missing.map { pictures[$0].name }, of: found.chosen.count,
          in: FilePath(overlay.path)))
      paths += found.used.map { found.images[$0].path }
      try await draw(overlay, found, over: &pictures, workers: workers, notes)
    }
    return (groups.with(pictures), paths, found.flatMap(\.searchedFolders))
  }

  /// The overlays in a folder, or a single overlay, and the pictures over which they are drawn.
  private struct FoundOverlays {
    /// The indices of the pictures that the overlay's rule selects.
    let chosen: [Int]
    /// The overlays that were found in the folder, or the single overlay.
    let images: [FoundImage]
    /// The index of the overlay of each picture; nil for pictures without one.
    var places: [Int?]
    let searchedFolders: [FilePath]

    /// The indices of overlays that are drawn.
    var used: [Int] { Set(places.compactMap(\.self)).sorted() }
    /// The identities of overlays that are drawn.
    var drawn: [FileIdentity] { used.compactMap { images[$0].identity } }
  }

  /// Draws overlays over their pictures.
  private func draw(
    _ overlay: WrittenOverlay, _ found: FoundOverlays, over pictures: inout [SheetPicture],
    workers: Int, _ notes: Notes
  ) async throws {
    let metadata = try metadata.confined(to: overlayRoot)
    // Only overlays that are drawn are opened.
    let used = found.used
    let probed = try await probing(used.map { found.images[$0] }, workers: workers) { [metadata] in
      try SheetPicture(fileAt: $0.path, metadata, .none, .standard)
    }.map { $0.within(maximumMemory.value) }
    let colors = try await decoding(
      probed, workers: workers, within: maximumMemory.value, held: \.takenBytes
    ) { try $0.overlayColors() }
    let ready = Dictionary(uniqueKeysWithValues: zip(used, zip(probed, colors)))
    var misshapen: [(overlay: SheetPicture, picture: SheetPicture)] = []
    for (index, place) in found.places.enumerated() {
      guard let place, let (mask, colors) = ready[place] else { continue }
      let picture = pictures[index].with(
        overlay: mask, colors, in: overlay.color, opacity: overlay.percentage / 100)
      if let picture {
        pictures[index] = picture.within(maximumMemory.value)
      } else {
        misshapen.append((mask, pictures[index]))
      }
    }
    notes.add(Note(onMisshapen: misshapen))
  }

  /// The overlays in a folder, or a single overlay, and which of them belongs to each chosen
  /// picture.
  private func found(
    _ overlay: WrittenOverlay, for chosen: [Int], of pictures: [SheetPicture]
  ) throws -> FoundOverlays {
    let path = FilePath(overlay.path)
    guard let status = try? path.stat() else { throw ContactSheetError.noOverlays(path) }
    let wanting = chosen.map { pictures[$0] }
    func found(
      _ images: [FoundImage], at own: [Int?], _ folders: [FilePath]
    ) -> FoundOverlays {
      var places = [Int?](repeating: nil, count: pictures.count)
      for (index, place) in zip(chosen, own) { places[index] = place }
      return FoundOverlays(
        chosen: chosen, images: images, places: places, searchedFolders: folders)
    }
    // A rule without effect is reported by another note.
    if chosen.isEmpty, !pictures.isEmpty { return found([], at: [], []) }
    guard status.type == .directory else {
      let image = FoundImage(path: path, status: status)
      let places = places(wanting.map { _ in 0 }, of: wanting, in: [image])
      if !places.isEmpty, places.allSatisfy({ $0 == nil }) {
        throw ContactSheetError.onlyOverlay(path)
      }
      return found([image], at: places, [])
    }
    let search = try ImageFinder.everything(in: path, confinedTo: overlayRoot)
    // The folder may also contain the pictures, or overlays may be shown beside them.
    let shown = Set(pictures.compactMap(\.identity))
    var images: [FoundImage] = []
    for image in search.images where image.identity.map(shown.contains) != true {
      images.append(image)
    }
    let areShown = images.isEmpty
    if areShown { images = search.images }
    let keys = images.map { PathKey.natural($0.path) }
    images = images.indices.sorted { keys[$0] < keys[$1] }.map { images[$0] }
    let names = OverlayNames(of: images, below: path)
    let places = places(
      try names.indices(of: wanting, inputCount: inputs.count), of: wanting, in: images)
    if places.allSatisfy({ $0 == nil }) {
      throw ContactSheetError.noOverlays(
        path, first: areShown ? nil : images.first?.path,
        for: wanting.lazy.compactMap(\.path).firstByName(\.self))
    }
    return found(images, at: places, search.searchedFolders)
  }

  /// The index of the overlay of each picture; nil if the picture has none or would be drawn over
  /// itself.
  private func places(
    _ places: [Int?], of pictures: [SheetPicture], in overlays: [FoundImage]
  ) -> [Int?] {
    var places = places
    for (index, place) in places.enumerated() {
      guard let place, let identity = overlays[place].identity else { continue }
      if identity == pictures[index].identity { places[index] = nil }
    }
    return places
  }
}

extension Note {
  /// The note on pictures without an overlay; nil if there are none.
  fileprivate init?(onMissing names: [FileName], of count: Int, in folder: FilePath) {
    guard let first = names.firstByName(\.path) else { return nil }
    self.init(
      .missingOverlays, about: first,
      names.count == 1
        ? "\(first.path.quoted) has no overlay in \(folder.quoted)"
        : "\(names.count) of \(count) images have no overlay in \(folder.quoted); the first is "
          + first.path.quoted, [.count: names.count, .total: count])
  }

  /// The note on overlays whose aspect ratio differs from their picture's; nil if there are none.
  fileprivate init?(onMisshapen all: [(overlay: SheetPicture, picture: SheetPicture)]) {
    guard let first = all.firstByName(\.overlay.name.path) else { return nil }
    let (size, whole) = (first.overlay.size, first.picture.size)
    let sizes = [size, whole].map { $0.map { "\($0.width) x \($0.height)" } ?? "" }
    let name = first.overlay.name
    self.init(
      .misshapenOverlays, about: name,
      all.count == 1
        ? "the overlay \(name.path.quoted) is not drawn, because it is \(sizes[0]), but its image is "
          + sizes[1]
        : "\(all.count) overlays are not drawn, because their aspect ratios differ from those of "
          + "their images; the first is \(name.path.quoted), which is \(sizes[0]) for an image of "
          + sizes[1], [.count: all.count])
  }
}

extension ContactSheetError {
  /// The folder or file of overlays does not exist.
  fileprivate static func noOverlays(_ path: FilePath) -> Self {
    Self(
      .inputNotFound, "cannot use the overlays in \(path.quoted): there is no such folder or file",
      remedy:
        "correct the name; write a colour and an opacity as in \(.overlay, "masks=green,40%")",
      cause: UnusableSetting())
  }

  /// The file that is to be drawn over pictures is itself the only picture that its rule selects.
  fileprivate static func onlyOverlay(_ path: FilePath) -> Self {
    Self(
      .inputNotFound,
      "cannot use the overlay \(path.quoted): it would be drawn only over itself",
      remedy: "name other images, over which it is drawn", cause: UnusableSetting())
  }

  /// No picture has an overlay.
  ///
  /// - Parameters:
  ///   - folder: The folder of overlays.
  ///   - overlay: The first overlay in it; nil if it contains none.
  ///   - picture: The first of the pictures that are files.
  /// - Returns: The error.
  fileprivate static func noOverlays(
    _ folder: FilePath, first overlay: FilePath?, for picture: FilePath?
  ) -> Self {
    guard let overlay, let picture else {
      return Self(
        .inputNotFound,
        "cannot use the overlays in \(folder.quoted): there are no other images in it",
        remedy: "name another folder", cause: UnusableSetting())
    }
    return Self(
      .inputNotFound,
      "cannot use the overlays in \(folder.quoted): none has the same path as an image; the first "
        + "overlay is \(overlay.quoted), and the first image is \(picture.quoted)",
      remedy: "name the folder whose files have the same paths as the images",
      cause: UnusableSetting())
  }
}
