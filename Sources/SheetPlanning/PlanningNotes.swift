internal import SheetFacts
package import SheetLayout
internal import SheetPlans

extension PageDesign {
  /// The notes on the effects of limits on cells, pages, pictures and labels.
  func notes(
    on pages: [SheetPage], of sheet: LaidOutSheet, _ shortened: FittedTexts.Shortened?
  ) -> [Note] {
    let drafts = sheet.pages
    let limit = drafts.lazy.compactMap(\.layout.maximumPixels).first ?? job.maximumPixels
    var notes: [Note] = []
    let reducedCells = drafts.compactMap(\.layout.reducedCell)
    if let cell = reducedCells.min(by: { $0.width * $0.height < $1.width * $1.height }) {
      notes.append(
        Note(
          .reducedCells,
          "cells are \(cell.width) x \(cell.height) pixels, so that the sheet stays within \(limit) "
            + "pixels", [.cell: max(cell.width, cell.height)]))
    }
    if drafts.contains(where: \.layout.isDivided) {
      notes.append(
        Note(
          .dividedSheet, "the sheet is on \(pages.count) pages of at most \(limit) pixels",
          [.count: pages.count]))
    }
    let reduced =
      job.style.scaling == .none && traits.showsWholePictures
      ? pages.reduce(0) { $0 + $1.tiles.count(where: \.isReduced) } : 0
    if reduced > 0 {
      notes.append(
        Note(
          .reducedPictures,
          "\(reduced.counted("picture")) \(reduced == 1 ? "is" : "are") made smaller, as rows have no "
            + "room for \(reduced == 1 ? "it" : "them") at full size", [.count: reduced]))
    }
    let narrowed = drafts.reduce(0) { count, draft in
      let isFirst = draft.page.items.lowerBound == draft.groups[0].items.lowerBound
      return count + (isFirst ? draft.layout.reducedSpans : 0)
    }
    if narrowed > 0 {
      notes.append(
        Note(
          .reducedSpans,
          "\(narrowed.counted("picture")) \(narrowed == 1 ? "takes" : "take") fewer cells than asked "
            + "for, as the grid has fewer columns or rows", [.count: narrowed]))
    }
    if let labels = shortened {
      notes.append(
        Note(
          .shortenedLabels,
          "\(labels.count) of \(labels.total.counted("label")) \(labels.count == 1 ? "is" : "are") "
            + "shortened", [.count: labels.count, .total: labels.total, .lines: labels.lines]))
    }
    if choice.labelRoom == .none {
      notes.append(
        Note(.omittedLabels, "labels are left out, as pictures would be smaller than labels"))
    }
    if traits.isUnsized, job.paging.isUnlimited, let note = Note.largePage(among: pages) {
      notes.append(note)
    }
    return notes
  }
}

extension Note {
  /// The longest side of a page in pixels that most programs show.
  package static let usualSide = 8000

  /// The note on the page with the longest side; nil if most programs show it.
  static func largePage(among pages: [SheetPage]) -> Note? {
    func side(_ page: SheetPage) -> Int { max(page.size.width, page.size.height) }
    // Of pages with one width, the page with the most pictures can be divided.
    let page = pages.max { (side($0), $0.tiles.count) < (side($1), $1.tiles.count) }
    guard let page, side(page) > usualSide, let cell = page.tiles.first?.cell else { return nil }
    return Note(
      .largePage,
      "\(pages.count > 1 ? "page \(page.number)" : "the sheet") is \(page.size.width) x "
        + "\(page.size.height) pixels, larger than many programs show",
      [.side: side(page), .count: page.tiles.count, .cell: max(cell.width, cell.height)])
  }
}

extension PlannedTile {
  /// Whether the picture has fewer pixels on the sheet than in its shown part.
  fileprivate var isReduced: Bool {
    placement.map {
      $0.crop.width > Double($0.image.width) || $0.crop.height > Double($0.image.height)
    } ?? false
  }
}

/// The cells of a plan's grids.
package struct GridCells: Sendable {
  /// The cells of each page's grid; nil if its cells differ.
  ///
  /// Empty if the plan was read.
  package var ofPages: [GridCell?] = []
  /// The number of all cells that have a picture.
  package var takenCount = 0

  /// No cells.
  package init() {}

  init(ofPages: [GridCell?], takenCount: Int) {
    (self.ofPages, self.takenCount) = (ofPages, takenCount)
  }
}

/// A cell of a grid.
package struct GridCell: Equatable, Sendable {
  /// The exact size in pixels.
  package let size: Size
  /// The ratio that the layout aimed at.
  package let idealRatio: Double
}
