internal import SheetFiles
package import SheetLayout
package import SheetModel
internal import SheetPictures
internal import SheetPlans
internal import SystemPackage

// Why no plan can be made for a job. Errors about layouts, text and tables are converted here,
// where their context is known.

extension ContactSheetError {
  /// A property of a sheet cannot be used.
  package init(_ error: SettingError) {
    self.init(
      .invalidValue, "\(error)", remedy: (error.reason as? LengthError)?.remedy, cause: error)
  }

  /// The layout is impossible; lengths in the message are in `unit`.
  package static func layout(_ error: LayoutError, in unit: LengthUnit = .pixels) -> Self {
    if case .custom(let reason) = error {
      return Self(.layoutFailed, "cannot use the custom layout: \(reason)", cause: error)
    }
    let remedy: Remedy? =
      switch error {
      case .edgesTooWide:
        "make \(.margin) or \(.font) smaller, or \(.size) or \(.paper) larger"
      case .noRoom:
        "make \(.gap), \(.margin) or \(.font) smaller, or \(.size) or \(.paper) larger, or \(Remedy.fewerOnPages)"
      case .cellsTooLarge(let shortage): .ways(ofFitting: shortage)
      case .headingsTooTall: "put fewer images on each page with \(.perPage) or \(.pageCount)"
      case .cellsTooSmall:
        "make \(.size) or \(.paper) larger or \(.gap) smaller, or \(Remedy.fewerOnPages)"
      default: nil
      }
    return Self(
      error.isAboutRoom ? .noRoom : .invalidValue,
      "cannot lay out the images: \(error.message(in: unit))", remedy: remedy, cause: error)
  }

  /// The error for pages with a binding; if room is lacking, the message and the remedy mention the
  /// binding.
  var besideBinding: ContactSheetError {
    guard code == .noRoom else { return self }
    return Self(
      code, "\(text) beside the binding",
      remedy: advice.map { "make \(.binding) smaller, or \($0)" } ?? "make \(.binding) smaller",
      cause: cause)
  }

  /// Margins and text leave no room on a page of maximum height.
  package static func pageTooLow(
    height: Int, taken: Int, in unit: LengthUnit = .pixels
  ) -> Self {
    Self(
      .noRoom,
      "cannot lay out the images: margins and text take \(unit.counted(Double(taken))) and leave "
        + "no room on a page of height \(unit.number(Double(height)))",
      remedy: "make \(.maxHeight) or \(.paper) larger, or \(.margin) or \(.font) smaller")
  }

  /// Column-by-column order was requested for a layout without equal cells.
  package static var noColumnOrder: Self {
    Self(
      .invalidValue, "cannot order images by columns: their cells differ in size",
      remedy: "leave out \(.order, "columns"), or use \(.ratio) with \(.layout, "columns")")
  }

  /// However narrow a matrix is, it takes up more pages than requested; `count` is the fewest
  /// possible.
  static func tooManyPages(_ count: Int, limit: Int) -> Self {
    Self(
      .noRoom,
      "cannot fit the matrix on \(limit.counted("page")): it takes \(count)",
      remedy: "write \(.pageCount, "\(count)"), or make the sheet larger")
  }

  /// Right-to-left order was requested for a matrix, or for a sheet with sections.
  static var noRightToLeft: Self {
    Self(
      .invalidValue, "cannot order images from right to left in a matrix or in sections",
      remedy: "leave out \(.order, "right-to-left"), or use pages without sections")
  }

  /// Cells are to be left empty in a layout whose cells are not filled one after another.
  package static var noFirstCell: Self {
    Self(
      .invalidValue, "cannot leave cells empty: this layout has no cells that images fill in order",
      remedy: "leave out \(.firstCell), or use a grid")
  }

  /// Cells are to be left empty at the start of a sheet with sections, each of which starts a row.
  package static var noFirstCellInSections: Self {
    Self(
      .invalidValue, "cannot leave cells empty: sections start in the first cell of a row",
      remedy: "leave out \(.firstCell), or use \(.groupBreak, "page")")
  }

  /// The cell for the first picture is not among the cells of the first page.
  package static func noSuchCell(_ cell: Int, among count: Int) -> Self {
    Self(
      .invalidValue,
      "cannot put the first image into cell \(cell): the first page has only \(count.counted("cell"))",
      remedy: count == 1
        ? "leave out \(.firstCell)" : "choose a number from 1 to \(count) for \(.firstCell)")
  }

  /// The first picture has a span for which the first page has no room after the empty cells.
  static func noRoomBehind(_ empty: Int) -> Self {
    Self(
      .noRoom,
      "cannot put the first image into cell \(empty + 1): its span does not fit there",
      remedy: "choose a smaller number for \(.firstCell), or a smaller \(.span)")
  }

  /// The sheet would have more pixels than the limit allows, or longer sides than a PNG can have.
  package static func tooLarge(_ size: Size, limit: PixelCount) -> Self {
    let pixels = size.width * size.height
    let megapixels = pixels / 1_000_000
    let amount =
      megapixels < 0.1
      ? "\(pixels.text(decimals: 0)) pixels"
      : megapixels.text(decimals: megapixels < 10 ? 1 : 0, keepsZeros: true) + " MP"
    return Self(
      .tooLarge,
      "cannot make a sheet of \(size.width.text(decimals: 0)) x \(size.height.text(decimals: 0)) "
        + "pixels: it has \(amount), over the limit of \(limit) pixels",
      remedy: "raise \(.maxPixels), or split it with \(.perPage)")
  }

  /// A picture cannot be shown at exactly the requested scale; `room` says how much room it has.
  static func inexactScale(
    _ scale: ExactScale, of path: FilePath, needing size: String, room: String, _ remedy: Remedy
  ) -> Self {
    let (action, amount) =
      switch scale {
      case .enlarged(1): ("show", "at full size")
      case .enlarged(let factor): ("enlarge", "by \(factor)")
      case .share(let share): ("show", "at \(share.percentage)")
      case .drawn(let scale): ("show", "at \(scale)")
      }
    return Self(
      .layoutFailed,
      "cannot \(action) \(path.quoted) \(amount): that needs \(size), but \(room)", remedy: remedy)
  }

  /// `SOURCE_DATE_EPOCH` is not a whole number of seconds, or is too far from 1970.
  package static func sourceDate(_ text: String) -> Self {
    Self(
      .invalidValue,
      "cannot use SOURCE_DATE_EPOCH: '\(text.shortPrintable)' is not a whole number of seconds since "
        + "1970, such as 1700000000", remedy: "correct it or unset it")
  }

  /// The table of facts cannot be used.
  package static func table(_ error: PictureTableError) -> Self {
    Self(.invalidValue, "\(error)", cause: error)
  }

  /// The rows of a table that match no picture cannot be shown, because columns named like parts of
  /// file names identify the pictures.
  static func missingRows(of table: FilePath, columns: [String]) -> Self {
    let names = columns.map { "'\($0.shortPrintable)'" }.listed("and")
    return Self(
      .invalidValue,
      "cannot show the rows of \(table.quoted) that match no image: the table has no column of paths, "
        + "because \(names) \(columns.count == 1 ? "identifies" : "identify") images by parts of "
        + "their names",
      remedy: "add a 'path' column to the table, or leave out \(.missing)",
      cause: UnusableSetting())
  }

  /// A template asks for a fact that no picture has.
  ///
  /// If the order is `best`, and there is a template for the best pictures, the remedy is to sort
  /// by that template.
  package static func template(
    _ use: TemplateUse, _ error: TemplateError, best: BestPictures? = nil
  ) -> Self {
    let cause = TemplateFault(use: use, error: error)
    guard use == .order, let (name, nearest) = error.unknownToken else {
      return Self(
        .invalidValue, "cannot read the template of the \(use.name), \(error)", cause: cause)
    }
    var remedy: Remedy? = nearest.map { "did you mean \(.sort, $0)?" }
    if name == "best", let best {
      let direction: Remedy = best.isLeast ? "" : " \(.reverse)"
      remedy = "did you mean \(.sort, best.template.source)\(direction)?"
    }
    // An order is usually a word, not a template.
    return Self(
      .invalidValue,
      "cannot sort by '\(name.shortPrintable)': there is no such order or fact"
        + error.knownNames(as: "facts"), remedy: remedy, cause: cause)
  }

  /// The template that ranks the best pictures gives text, such as `value`, for some pictures, and
  /// a number for none.
  static func noBest(_ best: BestPictures, value: Fact, of name: FileName) -> Self {
    Self(
      .invalidValue,
      "cannot choose the best images: '\(best.template.source.shortPrintable)' is "
        + "'\(value.text.shortPrintable)' for \(name.path.quoted), and no image has a number",
      remedy: value.hasDecimalComma
        ? "write numbers with a decimal point, or separate the columns of the table with semicolons"
        : "correct these values, or write another template for \(.best)")
  }

  /// A condition names a fact that no picture has, or contains an invalid time.
  package static func condition(_ condition: Condition, _ error: TemplateError) -> Self {
    Self(
      .invalidValue, "cannot read the condition '\(condition.source.shortPrintable)', \(error)",
      cause: error)
  }

  /// None of `count` pictures meets all of `conditions`; perhaps the condition `meant` was
  /// intended.
  package static func noneChosen(
    _ conditions: [Condition], count: Int, meaning meant: LikelyMeaning? = nil,
    comparing isComparing: Bool = false
  ) -> Self {
    var remedy: Remedy =
      meant.map { meant in
        meant.isOfPattern
          ? "= compares the whole text: \(.conditions, meant.condition) matches a pattern"
          : "patterns match the whole text: \(.conditions, meant.condition) finds it anywhere"
      }
      ?? "change \(.conditions), or print the facts with \(.list)"
    if isComparing {
      remedy = "\(remedy), or \(giving: .allow, "nothing") to accept that nothing is compared"
    }
    let reason = unmet(conditions, count: count)
    return Self(
      .noPictures, "cannot choose images: \(reason)", remedy: remedy,
      cause: NoPictures(reason: reason))
  }

  /// None of `count` pictures is a copy of another, although only copies and their originals are
  /// wanted.
  package static func noCopies(count: Int) -> Self {
    let reason =
      count == 1 ? "there is only one image" : "none of the \(count) images is a copy of another"
    return Self(
      .noPictures, "cannot choose images: \(reason)",
      remedy: "\(giving: .duplicates, "show") to show all images",
      cause: NoPictures(reason: reason))
  }

  /// The statement that none of `count` pictures meets all of `conditions`.
  static func unmet(_ conditions: [Condition], count: Int) -> String {
    (count == 1 ? "the only image does not meet" : "none of the \(count) images meets")
      + " \(conditions.map { "'\($0.source.shortPrintable)'" }.listed("and"))"
  }

  /// Scale bars were requested, but nothing says how wide the pixels of any picture are; some
  /// pictures may state a resolution.
  static func noPixelSize(for bar: Sheet.ScaleBar, _ resolution: StatedResolution?) -> Self {
    Self(
      .invalidValue,
      bar.pixel == .stated
        ? "cannot draw scale bars: no image states its resolution"
        : "cannot draw scale bars: the width of a pixel is unknown for all images",
      remedy: .pixelSize(for: bar, resolution), cause: UnusableSetting())
  }

  /// Insets were requested, but all regions lie outside their pictures.
  ///
  /// - Parameters:
  ///   - first: The name of the first picture.
  ///   - size: Its size.
  /// - Returns: The error.
  static func noRegions(first: FileName, _ size: PixelSize) -> Self {
    Self(
      .invalidValue,
      "cannot draw insets: the region lies outside the image \(first.path.quoted), which is "
        + "\(size.width) x \(size.height)",
      remedy: "write left, top, width and height, as in \(.inset, "0.6,0.2,0.15,0.15")",
      cause: UnusableSetting())
  }

  /// More insets were requested for a picture than it can have.
  static func tooManyInsets(_ count: Int, on name: FileName) -> Self {
    Self(
      .invalidValue,
      "cannot draw insets: there are \(count) regions for \(name.path.quoted), and an image can have "
        + "at most \(PlannedInset.most)",
      remedy: "leave out some of them", cause: UnusableSetting())
  }

  /// No picture has both a row and a column in a matrix; the message names the first picture.
  package static func noPlaceInMatrix(first: String) -> Self {
    emptyMatrix(
      "images such as \(FilePath(first).quoted) have no row or no column",
      "write other templates for \(.matrixRows) and \(.matrixColumns), such as '{scene}'")
  }

  /// No name matches the template that parses names for a matrix; the message gives the first name.
  package static func noMatchInMatrix(template: String, first: String) -> Self {
    emptyMatrix(
      "names such as \(FilePath(first).quoted) do not match '\(template.shortPrintable)'",
      "write a template for \(.parse) that matches the names")
  }

  /// No picture has a requested value; `reason` lists the existing values.
  package static func noValueInMatrix(_ reason: String) -> Self {
    emptyMatrix(reason, "choose values with \(.rowValues) and \(.columnValues)")
  }

  /// A listed text is neither a value that a picture has nor a valid sample of rows or columns.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - setting: The setting that contains the list.
  ///   - example: A sample that begins with the same word.
  /// - Returns: The error.
  package static func noSample(_ text: String, of setting: Setting, example: String) -> Self {
    let word = example.prefix { $0 != ":" }
    return Self(
      .invalidValue,
      "cannot make a matrix: no image has the value '\(text.shortPrintable)', which cannot be read as a sample",
      remedy: "write only \(word): and a whole number of at least 1, as in \(setting, example)")
  }

  private static func emptyMatrix(_ reason: String, _ remedy: Remedy) -> Self {
    Self(.noPictures, "cannot make a matrix: \(reason)", remedy: remedy)
  }

  /// Two pictures belong in the same cell of a matrix, which the settings treat as an error.
  package static func clash(_ clash: MatrixClash) -> Self {
    Self(
      .clash, "cannot make a matrix: \(clash)",
      remedy:
        "show the first of them with \(.onClash, "first"), or all with \(.onClash, "stack")")
  }
}

/// A usage error: a setting cannot be used with these inputs, whatever their pixels are.
package struct UnusableSetting: Error {
  package init() {}
}

/// There are no pictures, although every input could be searched; a run may accept that.
package struct NoPictures: Error {
  /// Why there are no pictures, such as `there are no images, because the lists are empty`.
  package let reason: String

  /// Creates a value that says why there are no pictures.
  package init(reason: String) { self.reason = reason }
}

/// A mistake in a template, and what the template is for.
package struct TemplateFault: Error {
  /// What the template is for.
  package let use: TemplateUse
  /// What is wrong with the template.
  package let error: TemplateError
}

extension Remedy {
  /// What to do about a page with too many pictures.
  package static let fewerOnPages: Remedy =
    "put fewer images on a page with \(.perPage), or spread them over more pages with \(.pageCount)"
}

extension Remedy {
  /// Ways to make room on a page for cells of a given size.
  fileprivate static func ways(ofFitting shortage: CellShortage) -> Remedy {
    var smaller: [Remedy] = shortage.count > 1 && shortage.gap > 0 ? ["\(.gap)"] : []
    if shortage.edges != .none { smaller.append("\(.margin)") }
    if shortage.edges == .marginsAndTexts { smaller.append("\(.font)") }
    smaller.append("\(.cell)")
    return "make \(smaller.joined("or") ?? "\(.cell)") smaller, or \(.size) or \(.paper) larger"
  }
}
