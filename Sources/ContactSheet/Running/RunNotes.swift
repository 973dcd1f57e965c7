internal import SheetFiles
internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlanning
internal import SheetPlans
internal import SheetRendering
internal import SystemPackage

extension SheetRun {
  /// Adds the notes on written files.
  func noteRendering(_ report: SheetReport, _ found: TileFindings, _ embedded: EmbeddedPage?) {
    let held = found.unreadable.count
    notes.add(
      report.unwrittenPages.map {
        Note(
          .unwrittenPage, as: .error, about: $0.name,
          "none of the images on \($0.quoted) can be read, so that page is not written, and any "
            + "older file stays")
      })
    notes.add(
      report.pages.filter(\.isUnchanged).map(\.output).map {
        Note(
          .unchangedFile, as: .detail, about: $0.name,
          "\($0.quoted) would not change, so it is kept")
      })
    noteOlder(olderPages + olderDocuments)
    notes.add(unoptimizedFile(among: report.pages))
    notes.add(noteOnUnlinkedPictures)
    notes.add(noteOnUnmarkedPictures)
    if plan.unreadablePolicy == .skip, held > 0 {
      notes.add(
        Note(
          .heldPlaces,
          "\(held.counted("image")) could not be skipped and \(held == 1 ? "has a placeholder" : "have placeholders"), "
            + "because a plan or a choice of pages fixes the places of tiles", [.count: held]))
    }
    if let embedded, embedded.smallerCount + embedded.missingCount > 0 {
      let (count, isOne) = (embedded.smallerCount, embedded.smallerCount == 1)
      notes.add(
        Note(
          .smallerEmbedded,
          "\(count.counted("image")) \(isOne ? "is" : "are") smaller in the page than in "
            + (isOne ? "its file" : "their files")
            + (embedded.missingCount > 0
              ? ", and \(embedded.missingCount) could not be embedded" : ""),
          remedy: request.embeddingLimit.map { "raise \(.embed), which is \($0)" },
          [.count: count]))
    }
    notes.add(noteOnFaintPictures(found.faint))
    notes.add(noteOnClippedPictures(found.clipped))
    if let roomForHairlines, !found.vanishing.isEmpty {
      let count = found.vanishing.count
      let verb = count == 1 ? "blends" : "blend"
      notes.add(
        Note(
          omittedHairlines:
            " around \(count.counted("image")) that \(verb) into the background",
          room: roomForHairlines))
    }
    notes.add(largeFile(among: report.pages))
    notes.add(report.unreadable.map(\.note))
  }

  /// The note on pictures to which a PDF has no links, because they are outside its folder; nil if
  /// there are none.
  ///
  /// Readers miss these links only if other pictures have links; otherwise the note is a detail.
  private var noteOnUnlinkedPictures: Note? {
    for file in outputs.files where file.format.hasLinks {
      let count = pictures(of: file, linked: false)
      guard count > 0 else { continue }
      return Note(
        .unlinkedPictures, as: pictures(of: file, linked: true) > 0 ? .note : .detail,
        about: file.output.name,
        "\(file.output.quoted) has no links to \(count.counted("image")) outside its folder",
        remedy: "write it to their folder, or to one above, to get links", [.count: count])
    }
    return nil
  }

  /// The number of pictures that a file with links, such as an HTML page, links to; if `isLinked`
  /// is false, the number of pictures that the file cannot link to because they are outside its
  /// folder.
  private func pictures(of file: OutputJob, linked isLinked: Bool) -> Int {
    guard let path = file.output.names?.path else { return 0 }
    let links = RelativeLinks(from: path)
    return file.pages.lazy.flatMap(\.page.tiles).compactMap { linkedPath(of: $0.index) }
      .count { (links.linkInside(to: $0) != nil) == isLinked }
  }

  /// The note on a document whose links lead to pictures without the watermark of the sheet; nil if
  /// there is none.
  private var noteOnUnmarkedPictures: Note? {
    guard request.linksPictures, plan.hasWatermarks else { return nil }
    let page = request.embeddingLimit == nil ? documents.first { $0.kind == .html } : nil
    let file = outputs.files.first { $0.format.hasLinks && pictures(of: $0, linked: true) > 0 }
    guard let quoted = page?.output.output.quoted ?? file?.output.quoted else { return nil }
    return Note(
      .unmarkedPictures, "the links of \(quoted) lead to images without the watermark",
      remedy: page == nil
        ? "\(.noLinks) leaves out the links"
        : "\(adding: .embed) for a page with watermarked copies")
  }

  /// The note on written files that could be smaller with more memory for encoding.
  private func unoptimizedFile(among pages: [WrittenPage]) -> Note? {
    let written = Set(pages.filter { !$0.isUnchanged }.map(\.output))
    let files = outputs.files.filter { written.contains($0.output) }.compactMap { file in
      let encoding = file.pages.map { file.format.heldBytes($0.page, plan) }.max() ?? 0
      let needed = encoding + largestPicture(on: file.pages.map(\.page))
      return needed > request.maximumMemory.value
        ? (output: file.output, encoding: encoding, needed: needed)
        : nil
    }
    guard let first = files.first, let most = files.max(by: { $0.needed < $1.needed }) else {
      return nil
    }
    return Note(
      .unoptimizedFile, about: first.output.name,
      first.output.quoted + (files.count > 1 ? " (and \(files.count - 1) more) are" : " is")
        + " about a tenth larger than necessary: optimising would take "
        + "\(most.encoding.inMegabytes) of memory in addition to that for the images",
      remedy: "\(.maxMemory, most.needed) is enough", [.count: files.count])
  }

  /// The note on pictures that look black because their samples hold data rather than colours; nil
  /// if there are none.
  private func noteOnFaintPictures(_ faint: Set<Int>) -> Note? {
    guard let first = faint.min().map({ plan.pictures[$0] }) else { return nil }
    let subject =
      faint.count == 1
      ? "\(first.source.path.quoted) is nearly black, because its samples have more than 8 bits but "
      : "\(faint.count) images are nearly black, because their samples have more than 8 bits but "
    return Note(
      .faintSamples, about: first.source,
      subject + "stay below a sixteenth of full scale"
        + (faint.count == 1 ? "" : "; the first is \(first.source.path.quoted)"),
      remedy: faint.count == 1
        ? "\(.stretch, "auto") shows it"
        : """
        \(.stretch, "auto") shows each with its own range, and \(.stretch, "all") shows them with \
        one range
        """,
      [.count: faint.count])
  }

  /// The note on pictures that look white, or have the last colour of a map, because their samples
  /// are data; nil if there are none.
  private func noteOnClippedPictures(_ clipped: Set<Int>) -> Note? {
    guard let first = clipped.min().map({ plan.pictures[$0] }) else { return nil }
    let isOne = clipped.count == 1
    let isWhite = clipped.contains { plan.pictures[$0].colormap == nil }
    let isMapped = clipped.contains { plan.pictures[$0].colormap != nil }
    let color = [isWhite ? "white" : nil, isMapped ? "the last colour of the colour map" : nil]
      .compactMap(\.self).listed("or")
    return Note(
      .clippedSamples, about: first.source,
      isOne
        ? "\(first.source.path.quoted) is mostly \(color), because at least half of its samples exceed 1"
        : "\(clipped.count) images are mostly \(color), because at least half of their samples exceed "
          + "1; the first is \(first.source.path.quoted)",
      remedy: "\(.stretch, "auto") shows \(isOne ? "it" : "them")", [.count: clipped.count])
  }

  func noteOlder(_ files: [FilePath]) {
    guard let first = files.first else { return }
    notes.add(
      Note(
        .olderFiles, about: .path(first),
        "\(first.quoted(ofCount: files.count)) \(files.count > 1 ? "are" : "is") left over from "
          + "an earlier run with other pages", [.count: files.count]))
  }

  /// The note on a lossless file that is too large for many e-mails and would be smaller if a
  /// quality were set.
  func largeFile(among pages: [WrittenPage]) -> Note? {
    guard plan.encoding.quality == .exact,
      let largest = pages.max(by: { $0.byteCount ?? 0 < $1.byteCount ?? 0 }),
      let byteCount = largest.byteCount, byteCount > 10_000_000,
      let first = renderedPages.first(where: { $0.output == largest.output }),
      let exactReason = first.format.exactReason,
      exactReason(first.page.size, plan.format) == nil
    else { return nil }
    let pixels = pages.filter { $0.output == largest.output }
      .reduce(0) { $0 + $1.size.width * $1.size.height }
    // Lossless photographs take half a byte per pixel or more; drawings take less.
    guard byteCount > pixels / 2 else { return nil }
    return Note(
      .largeFile, about: largest.output.name,
      "\(largest.output.quoted) is \(ByteCount(UInt64(byteCount))), because its pixels are exact",
      remedy: "\(.quality, "90") makes it smaller")
  }

  /// Pages left over from an earlier run that had more pages.
  var olderPages: [FilePath] {
    pageNames?.existingPages(except: pages.map(\.output), where: SheetFormat.isOwnSheet)
      ?? []
  }

  /// Documents about single pages, left over from an earlier run that had more pages.
  var olderDocuments: [FilePath] {
    guard pageNames != nil else { return [] }
    return request.documents.filter(\.isByPage).flatMap { document in
      document.output.names?.existingPages(
        except: document.output.pages(pages.map(\.page.number)),
        where: document.kind.maker.isOwn)
        ?? []
    }
  }
}
