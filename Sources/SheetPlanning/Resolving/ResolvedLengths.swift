internal import SheetLayout
package import SheetModel
internal import SheetPlans

/// The density of a sheet and its page of paper, with which lengths are converted to pixels.
struct ResolvedLengths {
  /// The number of pixels per inch; nil if the sheet has no density, so that lengths on paper are
  /// errors.
  let perInch: Int?
  /// The page of paper; nil if the sheet is not on paper.
  private(set) var page: RequestedSize.Page?

  /// A length in pixels; if it is above zero, at least one.
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
  /// Determines the density of a sheet, and its page of paper.
  ///
  /// - Throws: ``SettingError`` if a number is out of range.
  init(of sheet: Sheet, for destination: SheetDestination) throws {
    let isOnPaper = sheet.paper != nil || sheet.size?.isOnPaper == true
    let usual = isOnPaper ? Sheet.Paper.pixelsPerInch : nil
    let perInch =
      try sheet.dpi.map { try checked($0, 1...100_000, .dpi) } ?? usual
      ?? (sheet.isOnPaperIfLarge(for: destination) ? Sheet.densityOfDocuments : nil)
    self.init(perInch: perInch, page: nil)
    guard let perInch else { return }
    let pixels = try sheet.paper?.pixels(perInch: perInch) ?? pixels(ofPaper: sheet.size)
    page = pixels.map { RequestedSize.Page($0, perInch: perInch) }
  }

  /// The pixels of a width and height on paper; nil if a side is missing, or if both are in pixels.
  private func pixels(ofPaper size: Sheet.Extent?) throws -> PixelSize? {
    guard let size, size.isOnPaper, let height = size.height else { return nil }
    return PixelSize(
      width: try pixels(size.width, from: 1, .size), height: try pixels(height, from: 1, .size))
  }
}

/// Why a setting of a sheet cannot be used.
package struct SettingError: Error, CustomStringConvertible {
  /// The setting.
  package let setting: Setting
  /// The reason, whose description follows a colon.
  package let reason: any Error

  /// Creates an error about a setting.
  package init(_ setting: Setting, _ reason: any Error) {
    (self.setting, self.reason) = (setting, reason)
  }

  /// The message, spelled for programs.
  package var description: String { "cannot use \(setting.property): \(reason)" }
}

/// A value in the wrong notation.
private struct NotationError: Error, CustomStringConvertible {
  let text: String
  var description: String { "'\(text.shortPrintable)' does not fit; write it as the guide shows" }
}

/// A number out of range.
private struct RangeError: Error, CustomStringConvertible {
  let description: String
}

/// The value of a text.
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

/// The values of texts.
package func parsed<Value>(
  _ texts: [String], _ property: Setting, _ parse: (String) throws -> Value?
) throws -> [Value] {
  try texts.map { try parsed($0, property, parse) }
}

/// Rules for some of the pictures.
///
/// - Throws: ``SettingError`` if one cannot be read, or if a value is out of range.
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

/// A number as shown in a message: `5` also for 5.0.
private func shown(_ number: some Comparable) -> String {
  (number as? Double).flatMap { Int64(exactly: $0) }.map { "\($0)" } ?? "\(number)"
}

/// A number, if it is in range.
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
