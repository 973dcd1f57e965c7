internal import SheetFiles
internal import SheetModel
internal import SheetPictures
internal import SheetPlanning
internal import SystemPackage

// Files with several pages: either one page is shown, or all pages are shown as separate pictures.
// Frames of GIFs are pages; of other animations, only the first frame is shown.

extension [SheetPicture] {
  /// The pictures, with all pages of a file in place of the picture that stands for them.
  ///
  /// Pages that `search` does not accept are left out.
  func withAllPages(
    _ metadata: MetadataUse, _ requested: FactQuery, _ formats: FormatTable,
    _ search: PictureSearch, workers: Int
  ) async throws -> [SheetPicture] {
    var pages: [FoundImage] = []
    var counts: [Int?] = []
    for picture in self {
      guard let count = picture.unseenPages, let found = picture.found else {
        counts.append(nil)
        continue
      }
      let before = pages.count
      for index in 0..<count where search.accepts(found.path, page: index) {
        var page = found
        page.page = index
        pages.append(page)
      }
      counts.append(pages.count - before)
    }
    guard counts.contains(where: { $0 != nil }) else { return self }
    var probed = try await pages.probed(metadata, requested, formats, workers: workers)[...]
    var all: [SheetPicture] = []
    for (picture, count) in zip(self, counts) {
      if let count {
        all += probed.prefix(count)
        probed = probed.dropFirst(count)
      } else {
        all.append(picture)
      }
    }
    return all
  }

  /// The note on pages that are not shown, other than frames of animations.
  ///
  /// Nil if all pages are shown, or if pages were asked for.
  var noteOnOtherPages: Note? {
    let files = filter { $0.unseenPages != nil && $0.readableHeader?.animation == nil }
    // Files are found in no particular order.
    guard let first = files.firstByName(\.name.path),
      let count = first.unseenPages
    else { return nil }
    let total = files.reduce(0) { $0 + ($1.unseenPages ?? 0) }
    let fact =
      files.count == 1
      ? "\(first.name.path.quoted) has \(count) pages, of which only the first is shown"
      : "\(files.count) files have several pages, \(total) in all, and only the first of each "
        + "is shown; \(first.name.path.quoted) has \(count)"
    return Note(
      .otherPages, about: first.name, fact,
      remedy:
        "\(.frames, "all") shows all of them, and naming \(first.name.path.page(1).quoted) shows the second",
      [.count: files.count, .total: total])
  }

  /// The note on animations, of which only the first frame is shown; nil if there are none.
  var noteOnOtherFrames: Note? {
    let files = filter { $0.isFoundFile && $0.readableHeader?.animation != nil }
    guard let first = files.firstByName(\.name.path), let path = first.foundPath,
      let animation = first.readableHeader?.animation
    else { return nil }
    let remedy: Remedy =
      if let command = animation.commandForFrames(of: path) {
        "\(command) makes a PNG of each of its frames"
      } else {
        "\(.frames, "all") shows all frames, and naming \(path.page(1).quoted) shows the second"
      }
    return Note(
      .otherFrames, about: first.name,
      files.count == 1
        ? "\(path.quoted) is animated, and only its first frame is shown"
        : "\(files.count) images are animated, and only their first frames are shown; the first is "
          + path.quoted,
      remedy: remedy,
      [.count: files.count])
  }
}

extension SheetPicture {
  /// The number of pages of the picture's file, if there are several and none was asked for;
  /// otherwise nil.
  fileprivate var unseenPages: Int? {
    page == nil && isFoundFile ? readableHeader?.page?.count : nil
  }
}
