internal import SheetFiles
internal import SheetImaging
internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlanning
internal import SheetPlans
internal import SheetRendering
internal import SystemPackage

/// The contents of an HTML page that needs no other files.
struct EmbeddedPage: Sendable {
  /// The sheets, in the order of the rendered pages.
  private(set) var sheets: [EmbeddedPicture?] = []
  /// The pictures of tiles, by index in the plan.
  private(set) var pictures: [Int: EmbeddedPicture] = [:]
  /// The pairs that the page shows instead of sheets and tiles, in the order of the sheet; nil if
  /// nothing was compared.
  private(set) var pairs: [Pair<PageImage>]?
  /// The comparison rule of the difference pictures; nil if there are none.
  private(set) var rule: ComparisonRule?
  /// The files that contain the bytes of all embedded pictures.
  private let files: [TemporaryFile]
  /// The number of pictures that were reduced in size, and the number that are missing.
  private(set) var (smallerCount, missingCount) = (0, 0)
  /// Why bytes of a picture could not be read; nil if all bytes could be read.
  var readError: Errno? { files.lazy.compactMap(\.readError).first }

  /// Embeds the sheets and the pictures; the sheets get at most half of the space.
  fileprivate init(
    _ sheets: [SheetPicture?], _ pictures: [(index: Int, picture: SheetPicture)], limit: Int,
    _ embedding: PictureEmbedding
  ) async throws {
    files = embedding.files
    self.sheets = try await embedding.embed(sheets.map { [$0] }, limit: limit / 2).map { $0[0] }
    let left = limit - self.sheets.reduce(0) { $0 + ($1?.characterCount ?? 0) }
    let embedded = try await embedding.embed(pictures.map { [$0.picture] }, limit: left)
    for ((index, _), picture) in zip(pictures, embedded) { self.pictures[index] = picture[0] }
    smallerCount = self.pictures.values.count(where: \.isReduced)
    missingCount = pictures.count - self.pictures.count
  }

  /// Embeds the pictures of pairs that differ.
  fileprivate init(
    _ pairs: [Pair<PictureFacts>], limit: Int, _ embedding: PictureEmbedding
  ) async throws {
    files = embedding.files
    let groups = pairs.map { pair -> [SheetPicture?] in
      guard pair.result?.status.isShown == true else { return [nil, nil, nil] }
      return [pair.before, pair.after, pair.difference].map { $0?.picture }
    }
    let embedded = try await embedding.embed(groups, limit: limit)
    self.pairs = zip(pairs, embedded).map { pair, pictures in
      var inside = pair.map { _ -> PageImage? in nil }
      let images = pictures.map { $0.map(PageImage.inside) }
      (inside.before, inside.after, inside.difference) = (images[0], images[1], images[2])
      return inside
    }
    rule = pairs.lazy.compactMap { $0.difference?.picture.difference?.rule }.first
    let all = embedded.joined().compactMap(\.self)
    smallerCount = all.count(where: \.isReduced)
    missingCount = groups.joined().count { $0?.size != nil } - all.count
  }
}

extension SheetRun {
  /// Embeds the contents of HTML pages.
  ///
  /// - Parameters:
  ///   - found: The findings about pictures.
  ///   - files: The finished sheets.
  /// - Returns: The contents; nil if no page is requested, or if the page links to files instead.
  /// - Throws: ``ContactSheetError``, and `CancellationError` when the task is cancelled.
  func embeddedPage(
    _ found: TileFindings, _ files: borrowing OutputSet
  ) async throws -> EmbeddedPage? {
    guard let limit = request.embeddingLimit?.value,
      let document = documents.first(where: \.kind.showsPages)
    else { return nil }
    let targets = (documents.map(\.output) + outputs.files.compactMap(\.resolved)).map(\.target)
    let target = targets.lazy.compactMap { if case .file(let file) = $0 { file } else { nil } }
      .first
    do {
      let beside = try target ?? OpenFolder(".").file(named: "contact-sheet.html".utf8)
      let workers = max(1, min(request.workers, pictures.count))
      let embedding = PictureEmbedding(
        in: try files.temporaryFiles(workers + 1, beside: beside), within: request.maximumMemory,
        watermarks: watermarks, drawnBy: watermark, font: plan.type.font)
      if request.linksPictures, let pairs = comparedInOrder {
        return try await EmbeddedPage(pairs, limit: limit, embedding)
      }
      let sheets = try renderedPages.map { page in
        try files.path(of: page.output).map {
          try SheetPicture(fileAt: $0, MetadataUse(), .none, FormatTable.standard)
        }
      }
      let tiles = renderedPages.flatMap(\.page.tiles)
      let pictures = tiles.compactMap { tile -> (Int, SheetPicture)? in
        guard request.linksPictures, found.unreadable[tile.index]?.isIncomplete != false,
          let picture = self.pictures[tile.index], picture.size != nil
        else { return nil }
        return (tile.index, picture)
      }
      return try await EmbeddedPage(sheets, pictures, limit: limit, embedding)
    } catch let error as Errno {
      throw document.output.output.error(error)
    }
  }
}

extension SheetRun {
  /// The watermarks of pictures by their names, including pictures on pages that other runs render.
  fileprivate var watermarks: [FileName: PictureEmbedding.Watermark] {
    var marks: [FileName: PictureEmbedding.Watermark] = [:]
    for page in plan.pages {
      let texts = WatermarkTexts(on: page)
      for tile in page.tiles where !texts.isEmpty || tile.watermark != nil {
        guard let picture = pictures[tile.index] else { continue }
        let mark = PictureEmbedding.Watermark(
          text: texts.text(on: tile),
          picture: tile.watermark == nil ? nil : plan.watermark)
        if mark.text != nil || mark.picture != nil { marks[picture.name] = mark }
      }
    }
    return marks
  }
}

extension OutputSet {
  /// Temporary files next to a file; fewer than `count` if the process cannot open that many.
  ///
  /// Half of the files that the process may open are left for pictures.
  fileprivate borrowing func temporaryFiles(
    _ count: Int, beside file: FolderFile
  ) throws(Errno) -> [TemporaryFile] {
    var made: [TemporaryFile] = []
    for _ in 0..<count {
      do throws(Errno) { made.append(try temporaryFile(beside: file)) } catch {
        guard error == .tooManyOpenFiles, made.count > 2 else { throw error }
        made.removeLast(made.count / 2)
        return made
      }
    }
    return made
  }
}

extension SheetRun {
  /// All pairs, in the order of the sheet.
  fileprivate var comparedInOrder: [Pair<PictureFacts>]? {
    guard let compared, let results = plan.comparison?.pairs else { return nil }
    let byPath = Dictionary(compared.map { (FileName.path($0.path), $0) }) { first, _ in first }
    return results.compactMap { byPath[$0.name] }
  }
}

/// The pictures of tiles embedded in a page, for viewing one by one.
///
/// The picture named in the URL fills the window, so viewing works without a script.
struct PictureViews {
  private let inside: EmbeddedPage
  private let plan: SheetPlan
  /// The embedded pictures, in the order of their tiles.
  private let indices: [Int]

  init(_ run: SheetRun, _ inside: EmbeddedPage) {
    (self.inside, plan) = (inside, run.plan)
    indices = run.renderedPages.flatMap(\.page.tiles).map(\.index)
      .filter { inside.pictures[$0] != nil }
  }

  /// Writes the views; nothing if there are none.
  func write(to html: HTMLWriter) {
    if indices.isEmpty { return }
    html.block(.section, ["id": "pictures", "aria-label": "Images"]) {
      for (place, index) in indices.enumerated() {
        guard let picture = inside.pictures[index] else { continue }
        html.block(.figure, ["id": "picture-\(index)", "tabindex": "-1"]) {
          write(picture, at: place, to: html)
        }
      }
    }
  }

  private func write(_ picture: EmbeddedPicture, at place: Int, to html: HTMLWriter) {
    let index = indices[place]
    let name = plan.pictures[index].shownName
    func writeLink(to place: Int, _ relation: HTMLWriter.Value, _ title: HTMLWriter.Value) {
      guard indices.indices.contains(place) else { return }
      html.line(
        .a, ["href": "#picture-\(indices[place])", "rel": relation, "title": title])
    }
    PageImage.inside(picture).write(loading: .lazilyAside, description: name, to: html)
    writeLink(to: place - 1, "prev", "Previous")
    writeLink(to: place + 1, "next", "Next")
    html.line(.figcaption) {
      html.element(.bdi, text: name)
      html.text(" ")
      let size = "\(picture.size.width) × \(picture.size.height) pixels"
      let note = picture.isReduced ? ", shown smaller here" : ""
      html.line(.span, text: "\(place + 1) of \(indices.count), \(size)\(note)")
      html.line(.label) {
        html.element(.input, ["type": "checkbox"])
        html.text("Full size")
      }
      html.element(.a, ["href": "#tile-\(index)", "rel": "up"], text: "Close")
    }
  }
}
