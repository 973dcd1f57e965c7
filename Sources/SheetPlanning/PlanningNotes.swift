public import SheetLayout
public import SheetPlans
internal import SheetText

/// What planning noticed that does not prevent the sheet.
public struct PlanningNotes: Equatable, Sendable {
  /// What someone should know about the facts of pictures: names that do not match, rows for no
  /// picture, facts that nobody has; complete messages.
  public package(set) var factWarnings: [String] = []
  /// The pictures that have no cell of their own in a matrix; ``factWarnings`` tell of them.
  public internal(set) var matrix = MatrixNotes()
  /// The size of cells that are smaller than pictures need, so that the sheet stays within its limit
  /// of pixels; the smallest where there are several.
  public internal(set) var reducedCell: PixelSize?
  /// The number of pictures that are made smaller, though they should keep their pixels, as they have no
  /// room.
  public internal(set) var reducedPictures = 0
  /// The number of pictures that take fewer cells than they should, as the grid or its pages have fewer.
  public internal(set) var reducedSpans = 0
  /// The limit of pixels.
  public internal(set) var maximumPixels = PixelCount.standard
  /// The number of pages on which a sheet is that would have been too large on one; nil where nothing
  /// was divided.
  public internal(set) var dividedPages: Int?
  /// The page with the longest side, where that is longer than ``LargePage/usualSide`` and nobody has
  /// asked for it; nil otherwise.
  public internal(set) var largePage: LargePage?
  /// The labels of which a part is left out because they are too long in any size; nil where there are
  /// none.
  public internal(set) var shortenedLabels: ShortenedLabels?
  /// The cells of each page's grid; nil for layouts without equal cells.
  public internal(set) var cells: [GridCell?] = []
  /// The number of cells of all grids that have a picture.
  public internal(set) var takenCells = 0

  /// Nothing was noticed.
  public init() {}

  /// What limits did to cells, pages and pictures, as a complete message; nil for nothing.
  public var cellWarning: String? {
    let reasons = [
      reducedCell.map {
        "cells are \($0.width) x \($0.height) pixels, so that the sheet stays within "
          + "\(maximumPixels) pixels"
      },
      dividedPages.map { "the sheet is on \($0) pages of at most \(maximumPixels) pixels" },
      reducedPictures == 0
        ? nil
        : "\(reducedPictures.counted("picture")) \(reducedPictures == 1 ? "is" : "are") made smaller, "
          + "as rows have no room for \(reducedPictures == 1 ? "it" : "them") at full size",
      reducedSpans == 0
        ? nil
        : "\(reducedSpans.counted("picture")) \(reducedSpans == 1 ? "takes" : "take") fewer cells than "
          + "asked for, as the grid has fewer columns or rows",
    ].compactMap(\.self)
    return reasons.isEmpty ? nil : reasons.joined(separator: "; ")
  }
}

/// Labels of which a part is left out.
public struct ShortenedLabels: Equatable, Sendable, CustomStringConvertible {
  /// Their number.
  public let count: Int
  /// The number of all labels.
  public let total: Int
  /// The lines in which all of them would be whole in their cells.
  public let lines: Int

  /// How many there are, as a complete message: `3 of 84 labels are shortened`.
  public var description: String {
    "\(count) of \(total.counted("label")) \(count == 1 ? "is" : "are") shortened"
  }
}

/// A page that came out larger than most programs show well.
public struct LargePage: Equatable, Sendable, CustomStringConvertible {
  /// The longest side that is nothing to speak of, in pixels.
  public static let usualSide = 8000

  /// The page's number, counted from 1; nil for the only one.
  public let number: Int?
  /// Its size in pixels.
  public let size: PixelSize
  /// The number of its pictures.
  public let pictureCount: Int
  /// The size of its first cell in pixels.
  public let cell: PixelSize

  /// Its size, as a complete message: `the sheet is 13840 x 9440 pixels`.
  public var description: String {
    "\(number.map { "page \($0)" } ?? "the sheet") is \(size.width) x \(size.height) pixels"
  }
}

extension LargePage {
  /// The page with the longest side; nil if that is not too long.
  init?(among pages: [SheetPage]) {
    func side(_ page: SheetPage) -> Int { max(page.size.width, page.size.height) }
    // Of pages with one width, the one with the most pictures is what can be divided.
    let page = pages.max { (side($0), $0.tiles.count) < (side($1), $1.tiles.count) }
    guard let page, side(page) > Self.usualSide,
      let cell = page.tiles.first?.cell.size
    else { return nil }
    self.init(
      number: pages.count > 1 ? page.number : nil, size: page.size, pictureCount: page.tiles.count,
      cell: cell)
  }
}

/// A cell of a grid.
public struct GridCell: Equatable, Sendable {
  /// The exact size in pixels.
  public let size: Size
  /// The ratio that the layout aimed at.
  public let idealRatio: Double
}
