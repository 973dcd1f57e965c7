internal import SheetFiles
internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlanning
internal import SystemPackage

/// The areas of pictures that the comparison leaves out, given directly or by masks.
struct ResolvedIgnoredAreas {
  /// The ignored areas of each pair, in the order of the pairs.
  private(set) var byPair: [IgnoredAreas]
  /// All masks in the folder, some of which may belong to no pair.
  private(set) var masks: [SheetPicture] = []
  /// The folders searched for masks.
  private(set) var searchedFolders: [FilePath] = []

  /// Finds the areas and masks, and adds notes about rules and masks without effect.
  ///
  /// Files are opened only if there is a folder of masks. If `root` is not nil, only files below it
  /// are opened.
  ///
  /// - Throws: ``ContactSheetError`` if a mask cannot be read, or if its size matches neither
  ///   picture of its pair.
  init(
    of pairs: [Pair<PictureFacts>], by rules: PictureRules<PictureArea>, masks folder: FilePath?,
    confinedTo root: FilePath?, workers: Int, _ notes: Notes
  ) async throws {
    byPair = [IgnoredAreas](repeating: IgnoredAreas(), count: pairs.count)
    for rule in rules.all {
      var outside: [FilePath] = []
      for (index, pair) in pairs.enumerated() where rule.holds(forPairAt: pair.path, pair.sides) {
        guard let size = pair.commonSize else { continue }
        if let area = rule.rule.value.pixels(of: size) {
          if !byPair[index].areas.contains(area) { byPair[index].areas.append(area) }
        } else {
          outside.append(pair.path)
        }
      }
      if let first = outside.firstByName(\.self) {
        notes.add(
          Note(
            .staleArea, about: .path(first),
            "'\(rule.rule.source.shortPrintable)' ignores nothing in "
              + "\(first.quoted(ofCount: outside.count)): the area lies outside "
              + (outside.count == 1 ? "the image" : "the images")))
      }
    }
    guard let folder else { return }
    guard (try? folder.stat().type) == .directory else { throw ContactSheetError.noMasks(folder) }
    let found = try ImageFinder.everything(in: folder, confinedTo: root)
    searchedFolders = found.searchedFolders
    let metadata = try MetadataUse().confined(to: root)
    masks = try await probing(found.images, workers: workers) {
      try SheetPicture(fileAt: $0.path, metadata, .none, .standard)
    }
    if masks.isEmpty {
      notes.add(
        Note(
          .staleMask, about: .path(folder),
          "\(folder.quoted) contains no masks, so nothing is ignored",
          remedy: "name another folder, or leave out the option"))
    }
    var named = SpelledNames<Int>()
    for (index, mask) in masks.enumerated() {
      if let path = mask.path { named[path.bytes(below: folder)] = index }
    }
    var stale = Set(masks.indices)
    for (index, pair) in pairs.enumerated() {
      guard let found = named[pair.path.bytes[...]] else { continue }
      let mask = masks[found]
      let sizes = pair.sides.compactMap { $0.picture.readableHeader?.uprightSize }
      var reason = mask.unreadable?.reason
      if let size = mask.readableHeader?.uprightSize, !sizes.contains(size),
        let picture = sizes.first
      {
        reason =
          "it is \(size.width) x \(size.height), but the image is \(picture.width) x \(picture.height)"
      }
      if let reason, let path = mask.path {
        throw ContactSheetError.unusableMask(path, reason: reason)
      }
      byPair[index].mask = mask
      stale.remove(found)
    }
    for path in stale.compactMap({ masks[$0].path }).sortedNaturally() {
      notes.add(
        Note(
          .staleMask, about: .path(path), "no pair has the same path as the mask \(path.quoted)",
          remedy: "remove it, or rename it"))
    }
  }
}

extension PictureHeader {
  /// The size of the upright picture, in stored pixels.
  var uprightSize: PixelSize { orientation.upright(size) }
}

extension Pair<PictureFacts> {
  /// A size that contains both upright pictures; nil if either picture cannot be read.
  fileprivate var commonSize: PixelSize? {
    let sizes = sides.compactMap { $0.picture.readableHeader?.uprightSize }
    guard sizes.count == 2 else { return nil }
    return PixelSize(
      width: max(sizes[0].width, sizes[1].width), height: max(sizes[0].height, sizes[1].height))
  }
}
