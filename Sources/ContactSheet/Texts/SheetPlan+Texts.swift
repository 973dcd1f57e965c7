internal import SheetLayout
internal import SheetText

extension SheetPlan {
  /// Writes labels and the texts of pages into the plan.
  ///
  /// - Parameters:
  ///   - labels: The labels of the pictures.
  ///   - pageTexts: The texts of the pages.
  ///   - job: Says what stands around pictures, and the margins.
  mutating func write(_ labels: Labels, _ pageTexts: PageTexts, for job: SheetJob) {
    labelRoom = labels.room
    var numbers = [Int](repeating: 1, count: pictures.count)
    for page in pages {
      for tile in page.tiles { numbers[tile.index] = page.number }
    }
    let (texts, warning) = labels.texts(for: pictures, onPages: numbers)
    if let warning { textWarnings.append(warning) }
    let room = job.style.furniture.room(label: labelRoom)
    for page in pages.indices {
      for tile in pages[page].tiles.indices {
        let planned = pages[page].tiles[tile]
        guard let text = texts[planned.index],
          let area = FurnishedCell(planned.cell, room).label(on: planned.placement?.image)
        else { continue }
        pages[page].tiles[tile].label = labels.planned(text, in: area)
      }
      let facts = PageFacts(
        page: pages[page].number, pages: pages.count, count: pictures.count,
        folder: job.paging.groupsByFolder ? folder(of: pages[page]) : nil)
      pages[page].texts = pageTexts.texts(on: pages[page].size, margin: job.margin, facts)
    }
  }

  /// The name of the folder of the first picture of a page.
  private func folder(of page: SheetPage) -> String? {
    guard let tile = page.tiles.first else { return nil }
    let facts = PictureFacts(
      path: pictures[tile.index].source.name, index: 1, count: 1, page: page.number)
    return PictureToken.folder.value(in: facts, keyword: "")
  }

  /// Whether anything is written on the sheet.
  var hasTexts: Bool {
    pages.contains { page in !page.texts.isEmpty || page.tiles.contains { $0.label != nil } }
  }

  /// Finds out whether the texts can be set in the font that was asked for.
  ///
  /// - Throws: ``SheetError/font(_:)`` where that font needs what is not installed.
  mutating func checkTexts(font: FontChoice) throws(SheetError) {
    let texts = pages.flatMap { page in
      page.texts.map(\.text) + page.tiles.compactMap(\.label?.text)
    }
    guard !texts.isEmpty else { return }
    let setter = TypeSetter(font, size: 12)
    guard let problem = setter.problem(with: texts) else { return }
    if case .pangoMissing = problem { throw .font(problem) }
    textWarnings.append("\(problem)")
  }
}

extension FurnishedCell {
  /// Where the label stands with a picture at `image`, or with none.
  fileprivate func label(on image: PixelRect?) -> PixelRect? {
    guard let label, let image, furniture.label?.position == .over,
      min(image.width, image.height) >= 2 * label.height
    else { return label }
    // The picture may be smaller than its area. Its label lies on it all the same, unless
    // that would leave little of it.
    return PixelRect(
      x: image.x, y: image.maxY - label.height, width: image.width, height: label.height)
  }
}
