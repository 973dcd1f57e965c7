internal import SheetLayout
internal import SheetModel
internal import SheetPlans

// Part of step 5 of planning: on paper, a gap that is not given becomes narrower between small
// cells.

extension PageMetrics {
  /// The largest gap between cells, as a fraction of their shorter side.
  private static let largestGapShare = 1.0 / 6
  /// The minimum number of pixels by which the shorter side of cells grows for each pixel that gaps
  /// lose.
  private static let growthOfCells = 0.5

  /// Whether the gap follows from the cells of pages, because the number of pictures or columns is
  /// given.
  ///
  /// Otherwise pictures keep a size compared with which the usual gap is narrow.
  private var gapFollowsFromCells: Bool {
    job.gapMayShrink && traits.axes == nil && !traits.marksCuts
      && (minimumSide == nil || traits.statesColumns)
  }

  /// The gap that suits the cells of a sheet; nil if the present gap suits them.
  func narrowerGap(on sheet: LaidOutSheet) -> PixelSpacing? {
    guard gapFollowsFromCells, max(job.gap.horizontal, job.gap.vertical) > 1 else { return nil }
    // If cells differ in size, the median of their shorter sides counts. Labels are parts of cells.
    var sides: [Double] = []
    let label = Size(
      width: spacing.gap.width - Double(job.gap.horizontal),
      height: spacing.gap.height - Double(job.gap.vertical))
    for page in sheet.pages {
      for frame in page.arrangement.frames {
        sides.append(min(frame.width + label.width, frame.height + label.height))
      }
    }
    sides.sort()
    guard let side = sides.isEmpty ? nil : sides[sides.count / 2],
      Double(max(job.gap.horizontal, job.gap.vertical)) > max(1, side * Self.largestGapShare)
    else { return nil }
    func narrowed(_ gap: Int) -> Int {
      let (share, growth) = (Self.largestGapShare, Self.growthOfCells)
      // The new gap is this fraction of the side, which grows by `growth` for each pixel taken from
      // the gap.
      let suitable = share * (side + growth * Double(gap)) / (1 + share * growth)
      return min(gap, max(1, Int(suitable)))
    }
    return PixelSpacing(
      horizontal: narrowed(job.gap.horizontal), vertical: narrowed(job.gap.vertical))
  }

  /// Whether the longer side of a cell on small paper is shorter than the minimum longer side of
  /// pictures in a collage.
  func isTiny(_ cell: GridCell?) -> Bool {
    guard job.texts.medium == .smallPaper, let cell, let perInch = job.pagePixelsPerInch else {
      return false
    }
    let side = Sheet.Length.millimetres(
      Double(Sheet.Paper.minimumPictureSide(inCollage: true)))
    return cell.size.longerSide < side.fractionalPixels(perInch: perInch)
  }

  /// A much narrower gap for pages on which cells have no room; nil if the gap cannot shrink.
  var gapForTinyCells: PixelSpacing? {
    let (across, down) = (job.gap.horizontal, job.gap.vertical)
    guard gapFollowsFromCells, max(across, down) > 1 else { return nil }
    return PixelSpacing(horizontal: (across + 3) / 4, vertical: (down + 3) / 4)
  }
}
