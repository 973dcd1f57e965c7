internal import SheetFiles
internal import SheetImaging
internal import SheetLayout
internal import SheetModel
internal import SheetPictures

/// The contents of a manifest, structured like its JSON.
///
/// It consists of a plan, its pages with the paths of their files, and lists that cover all pages.
package struct ManifestFrame {
  var version = SheetManifest.version
  /// The plan without its pictures and pages.
  var plan = SheetPlan.blank
  var root: FileName?
  var pages: [PageFrame] = []
  var pairs: [ComparedPair]?
  var grid: PageGrid?
  var sections: [OnPage<PlannedSection>] = []
  var (rows, columns): ([OnPage<RowOrColumn>], [OnPage<RowOrColumn>]) = ([], [])
  var unreadable: [UnreadablePicture]?
}

/// A page without its tiles and empty cells, which are listed separately.
struct PageFrame {
  var page: SheetPage
  var number: Int?
  var file: FileName?
  var tiles: [ListedTile] = []
  var emptyCells: [ListedCell]?
}

/// A tile and its picture.
///
/// The tile's index is the picture's index in the job.
struct ListedTile {
  var tile: PlannedTile
  var picture: PlannedPicture
  /// The outcome; nil in a plan, and in a tile that was read from a manifest.
  var status: Status?

  enum Status: String { case ok, incomplete, unreadable }

  /// The alignment by which the crop must be found in the picture's pixels; nil if the crop is
  /// known.
  var cropRule: Alignment? {
    get { tile.followsSubject ? .subject : nil }
    set { tile.followsSubject = newValue == .subject }
  }
}

extension ListedTile {
  /// The samples shown as black and white, and the curve between them; nil if samples are not
  /// stretched.
  var shownSamples: ShownSamples? {
    get {
      guard case .interval(let interval, let curve) = picture.stretch else { return nil }
      return ShownSamples(interval: interval, curve: curve)
    }
    set {
      if let newValue { picture.stretch = .interval(newValue.interval, newValue.curve) }
    }
  }

  /// Whether samples are class indices.
  var showsLabels: Bool {
    get { picture.stretch == .labels }
    set { if newValue { picture.stretch = .labels } }
  }
}

/// The samples shown as black and white, and the curve between them.
struct ShownSamples {
  var interval: SampleInterval
  var curve = SampleCurve.linear
}

/// An empty cell with the headings of its row and column, which are for information only.
struct ListedCell {
  var cell: PlannedEmptyCell
  var row, column: String?
}

/// A section, a row or a column of a page, with the page number.
struct OnPage<Value: Sendable>: Sendable {
  var page: Int
  var value: Value

  init(page: Int, _ value: Value) { (self.page, self.value) = (page, value) }
}

extension ManifestFrame {
  /// Creates a frame from a plan and, if a manifest is given, from its files and outcome.
  init(_ plan: SheetPlan, of manifest: SheetManifest? = nil) {
    self.init(frameOf: plan, manifest)
    for (index, page) in plan.pages.enumerated() {
      pages[index].tiles = page.tiles.map { ListedTile($0, of: plan, manifest) }
      if !page.emptyCells.isEmpty {
        pages[index].emptyCells = page.listingCells(0..<page.emptyCells.count)
      }
    }
    pairs = plan.comparison?.pairs
    unreadable = manifest?.unreadableInOrder
  }

  /// Creates a frame from a plan, with empty lists of tiles, empty cells, pairs and unreadable
  /// pictures.
  init(frameOf plan: SheetPlan, _ manifest: SheetManifest?) {
    func all<Element>(_ elements: (SheetPage) -> [Element]) -> [OnPage<Element>] {
      plan.pages.flatMap { page in elements(page).map { OnPage(page: page.number, $0) } }
    }
    (self.plan, root, grid) = (plan, manifest?.rootName, plan.grid)
    pages = plan.pages.enumerated().map { index, page in
      var frame = PageFrame(
        page: page, number: page.number == index + 1 ? nil : page.number,
        file: manifest?.fileNames[index], emptyCells: page.emptyCells.isEmpty ? nil : [])
      if page.grid == plan.grid { frame.page.grid = nil }
      return frame
    }
    pairs = plan.comparison.map { _ in [] }
    (sections, rows, columns) = (all(\.sections), all(\.rows), all(\.columns))
    unreadable = manifest.map { _ in [] }
  }
}

extension UnreadablePicture {
  /// The status to list; nil if nothing of the picture is shown.
  var listedStatus: ListedTile.Status? {
    get { isIncomplete ? .incomplete : nil }
    set { isIncomplete = newValue == .incomplete }
  }
}

extension ListedTile {
  /// Creates a tile of a plan, with its status if the manifest has an outcome.
  init(_ tile: PlannedTile, of plan: SheetPlan, _ manifest: SheetManifest?) {
    self.init(
      tile: tile.at(index: plan.firstIndex + tile.index), picture: plan.pictures[tile.index])
    guard let manifest else { return }
    let damage = manifest.unreadable[tile.index]
    status = damage.map { $0.isIncomplete ? .incomplete : .unreadable } ?? .ok
    if let found = manifest.crops[tile.index] {
      self.tile.placement?.crop = found
      self.tile.followsSubject = false
    }
  }
}

extension SheetPage {
  /// Lists empty cells with the headings of their rows and columns, one range after another.
  var listingCells: (Range<Int>) -> [ListedCell] {
    var (row, column) = (0, 0)
    return { range in
      emptyCells[range].map {
        ListedCell(
          cell: $0, row: rows.heading(of: $0.cell, near: &row),
          column: columns.heading(of: $0.cell, near: &column))
      }
    }
  }
}

extension [RowOrColumn] {
  /// The heading of a cell's row or column; nil if it has none, as in an edited plan.
  ///
  /// Cells come row by row, so the row or column of each is at the index or shortly after it.
  fileprivate func heading(of cell: PixelRect, near index: inout Int) -> String? {
    let start = index
    let order = indices.lazy.map { (start + $0) % count }
    guard let line = order.first(where: { cell.isInside(self[$0].cells) }) else { return nil }
    index = line
    return self[line].heading
  }
}

extension SheetPlan {
  /// A blank plan, to be filled in.
  static let blank = SheetPlan(
    layout: "", pictures: [], pages: [], style: TileStyle(),
    metadata: MetadataUse(), unreadablePolicy: .placeholder,
    type: TypeStyle(), encoding: SheetEncoding(), isGray: false, tracks: [])

  /// The style of text; nil if there is none.
  var writtenType: TypeStyle? {
    get { type != TypeStyle() || texts.contains { _ in true } ? type : nil }
    set { type = newValue ?? TypeStyle() }
  }

  /// The decoration; nil if there is none.
  var writtenDecoration: Decoration? {
    get { style.decoration == Decoration() ? nil : style.decoration }
    set { style.decoration = newValue ?? Decoration() }
  }
}
