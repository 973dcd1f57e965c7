internal import SheetLayout
package import SheetModel
internal import SheetPlans

/// The density of a sheet and its page of paper, used to convert lengths to pixels.
struct ResolvedLengths {
  /// The pixels per inch, which are written to the file; nil if all lengths are in pixels.
  let density: Int?
  /// The page of paper; nil if the sheet is not on paper.
  private(set) var page: RequestedSize.Page?

  private var perInch: Int { density ?? Sheet.Paper.pixelsPerInch }

  /// A length in pixels; at least one pixel if the length is above zero.
  func pixels(
    _ length: Sheet.Length, from least: Int = 0, upTo most: Int = Sheet.Length.maximumPixels,
    _ property: Setting
  ) throws -> Int {
    do throws(LengthError) {
      return try length.pixels(perInch: perInch, in: least...most)
    } catch {
      throw SettingError(property, error)
    }
  }

  func spacing(_ spacing: Sheet.Spacing, _ property: Setting) throws -> PixelSpacing {
    PixelSpacing(
      horizontal: try pixels(spacing.horizontal, property),
      vertical: try pixels(spacing.vertical, property)) ?? .standard
  }

  func insets(_ margins: Sheet.Margins, _ property: Setting) throws -> PixelInsets {
    PixelInsets(
      top: try pixels(margins.top, property), left: try pixels(margins.left, property),
      bottom: try pixels(margins.bottom, property), right: try pixels(margins.right, property))
  }

  /// Parses tracks whose lengths may have units.
  func tracks(_ text: String) throws -> [ColumnTrack] {
    do { return try ColumnTrack.list(parsing: text.withLengthsInPixels(perInch: perInch)) } catch {
      throw SettingError(.columns, error)
    }
  }

  func extent(_ extent: Sheet.Extent, _ property: Setting) throws -> PixelExtent {
    PixelExtent(
      width: try pixels(extent.width, from: 1, property),
      height: try extent.height.map { try pixels($0, from: 1, property) }) ?? .standard
  }
}

extension ResolvedLengths {
  /// The density of a sheet, and its page of paper.
  ///
  /// A length with a unit sets the density, as paper does. The same density converts lengths to
  /// pixels, sets the size of a PDF page, and is written to the file.
  ///
  /// - Throws: ``SettingError`` if a number is out of its range.
  init(of sheet: Sheet) throws {
    let hasUnits = sheet.paper != nil || sheet.hasLengthOnPaper
    let density =
      try sheet.dpi.map { try checked($0, 1...100_000, .dpi) }
      ?? (hasUnits ? Sheet.Paper.pixelsPerInch : nil)
    self.init(density: density, page: nil)
    let pixels = try sheet.paper?.pixels(perInch: perInch) ?? pixels(ofPaper: sheet.size)
    page = pixels.map { RequestedSize.Page($0, perInch: perInch) }
  }

  private func exact(_ length: Sheet.Length) -> Double {
    length.fractionalPixels(perInch: perInch)
  }

  /// The size of the pages of a sheet in fractions of pixels; nil if its size is not given.
  private func exactPage(of sheet: Sheet) -> Size? {
    let perMillimetre = exact(.millimetres(1))
    if let paper = sheet.paper?.millimetres {
      return Size(width: paper.width * perMillimetre, height: paper.height * perMillimetre)
    }
    return sheet.size.flatMap { size in
      size.height.map { Size(width: exact(size.width), height: exact($0)) }
    }
  }

  /// The exact lengths of cells with a given size on the pages of a sheet; nil if the sheet is not
  /// on paper.
  ///
  /// The gaps and margins of `job` are in whole pixels.
  func exactCells(of cell: Sheet.Extent, on sheet: Sheet, in job: SheetJob) -> ExactCells? {
    guard let page, let exactPage = exactPage(of: sheet) else { return nil }
    var cells = ExactCells(
      Size(width: exact(cell.width), height: exact(cell.height ?? cell.width)))
    cells.page = Size(
      width: exactPage.width - Double(page.size.width),
      height: exactPage.height - Double(page.size.height))
    cells.edges.width = exact(sheet.binding) - Double(job.binding)
    if let margin = sheet.margin {
      let given = job.margins
      cells.edges.width += exact(margin.left) + exact(margin.right) - Double(given.horizontal)
      cells.edges.height = exact(margin.top) + exact(margin.bottom) - Double(given.vertical)
    }
    if let gap = sheet.gap {
      cells.gap = Size(
        width: exact(gap.horizontal) - Double(job.gap.horizontal),
        height: exact(gap.vertical) - Double(job.gap.vertical))
    }
    cells.tolerance = exact(.millimetres(ExactCells.toleranceOnPaper))
    cells.keepsPlaces = sheet.gap != nil && sheet.margin != nil
    return cells
  }

  /// Converts a width and height on paper to pixels; nil if either is missing, or if both are
  /// already in pixels.
  private func pixels(ofPaper size: Sheet.Extent?) throws -> PixelSize? {
    guard let size, size.isOnPaper, let height = size.height else { return nil }
    return PixelSize(
      width: try pixels(size.width, from: 1, .size), height: try pixels(height, from: 1, .size))
  }
}

extension Sheet {
  /// Whether any of the sheet's lengths is in millimetres, centimetres, inches or points.
  fileprivate var hasLengthOnPaper: Bool {
    let spacings = (gap.map { [$0.horizontal, $0.vertical] } ?? []) + (margin?.all ?? [])
    // A rule that cannot be read is reported later.
    let borders = borders.compactMap { rule in
      (try? PictureRule(rule, as: .border) { .line($0) })?.value.line
    }
    let lines = ([border, frame, shadow].compactMap(\.self) + borders).map(\.width)
    let lengths = spacings + lines + [maxHeight, layout?.rowHeight].compactMap(\.self)
    return (lengths + [padding, radius, binding]).contains(where: \.isOnPaper)
      || size?.isOnPaper == true || layout?.cell?.isOnPaper == true
      || writtenTracks?.hasLengthOnPaper == true
      || logo.flatMap { WrittenLogo($0).height }?.isOnPaper == true
  }
}

/// Why a setting of a sheet cannot be used.
package struct SettingError: Error, CustomStringConvertible {
  /// The setting that cannot be used.
  package let setting: Setting
  /// The reason, whose description follows a colon.
  package let reason: any Error

  /// Creates an error about a setting.
  package init(_ setting: Setting, _ reason: any Error) {
    (self.setting, self.reason) = (setting, reason)
  }

  /// The message, with the property as it is named in Swift.
  package var description: String { "cannot use \(setting.property): \(reason)" }
}

private struct NotationError: Error, CustomStringConvertible {
  let text: String
  var description: String { "'\(text.shortPrintable)' is not valid; write it as the guide shows" }
}

private struct RangeError: Error, CustomStringConvertible {
  let description: String
}

/// Parses the value of a setting.
///
/// - Throws: ``SettingError`` if parsing throws or gives nil.
package func parsed<Value>(
  _ text: String, _ property: Setting, _ parse: (String) throws -> Value?
) throws -> Value {
  do {
    guard let value = try parse(text) else { throw NotationError(text: text) }
    return value
  } catch {
    throw SettingError(property, error)
  }
}

/// Parses the values of a setting.
package func parsed<Value>(
  _ texts: [String], _ property: Setting, _ parse: (String) throws -> Value?
) throws -> [Value] {
  try texts.map { try parsed($0, property, parse) }
}

/// Reads the rules of a setting.
///
/// - Throws: ``SettingError`` if a rule cannot be read, or if a value is out of range.
func rules<Given, Value>(
  _ rules: [Sheet.Rule<Given>], _ property: Setting, as form: RuleForm<Value>,
  _ convert: (Given) throws -> Value?
) throws -> [PictureRule<Value>] {
  do {
    return try rules.map { try PictureRule($0, as: form, convert) }
  } catch {
    throw SettingError(property, error)
  }
}

/// A number as shown in a message: 5.0 is `5`.
private func shown(_ number: some Comparable) -> String {
  (number as? Double).flatMap { Int64(exactly: $0) }.map { "\($0)" } ?? "\(number)"
}

/// Returns a number if it is in range.
///
/// - Throws: ``SettingError`` if it is not.
package func checked<Number: Comparable>(
  _ number: Number, _ range: ClosedRange<Number>, _ property: Setting
) throws -> Number {
  guard range.contains(number) else {
    throw SettingError(
      property,
      RangeError(
        description: "\(shown(number)) is out of range; choose one from "
          + "\(shown(range.lowerBound)) to \(shown(range.upperBound))"))
  }
  return number
}
