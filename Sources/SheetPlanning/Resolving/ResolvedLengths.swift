internal import SheetLayout
package import SheetModel
internal import SheetPlans

/// The density of a sheet and its page of paper, by which its lengths become pixels.
struct ResolvedLengths {
  /// The pixels of an inch; nil if the sheet has none, so that lengths on paper are errors.
  let perInch: Int?
  /// The page of paper; nil if the sheet is not on paper.
  let page: RequestedSize.Page?

  /// A length in pixels; one above zero has at least one.
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

  /// The tracks of a text, whose lengths may have units.
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

extension Sheet {
  /// The pixels of an inch of the sheet; nil if it has none.
  ///
  /// - Throws: ``SettingError`` if ``dpi`` is out of range.
  package func density(for destination: SheetDestination) throws -> Int? {
    if let dpi { return try checked(dpi, 1...100_000, .dpi) }
    if paper != nil || size?.isOnPaper == true { return Paper.pixelsPerInch }
    return isOnPaperIfLarge(for: destination) ? Self.densityOfDocuments : nil
  }

  /// The page of paper, given as paper or as a size with units; nil if neither is given.
  package func page(for destination: SheetDestination) throws -> RequestedSize.Page? {
    guard let density = try density(for: destination) else { return nil }
    if let paper {
      return RequestedSize.Page(paper.pixels(perInch: density), perInch: density)
    }
    guard let size, size.isOnPaper, let height = size.height else { return nil }
    let lengths = ResolvedLengths(perInch: density, page: nil)
    let page = PixelSize(
      width: try lengths.pixels(size.width, from: 1, .size),
      height: try lengths.pixels(height, from: 1, .size))
    return RequestedSize.Page(page, perInch: density)
  }
}

/// The reason why a setting of a sheet cannot be used.
package struct SettingError: Error, CustomStringConvertible {
  /// The setting.
  package let setting: Setting
  /// The reason, whose description follows a colon.
  package let reason: any Error

  /// Creates an error about a setting.
  package init(_ setting: Setting, _ reason: any Error) {
    (self.setting, self.reason) = (setting, reason)
  }

  /// The message in the words of programs.
  package var description: String { "cannot use \(setting.property): \(reason)" }
}

/// A notation that does not fit.
private struct NotationError: Error, CustomStringConvertible {
  let text: String
  var description: String { "'\(text.shortPrintable)' does not fit; write it as the guide shows" }
}

/// A number out of its range.
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

/// A number that is in its range.
///
/// - Throws: ``SettingError`` if it is not.
package func checked<Number: Comparable>(
  _ number: Number, _ range: ClosedRange<Number>, _ property: Setting
) throws -> Number {
  guard range.contains(number) else {
    throw SettingError(
      property,
      RangeError(
        description: "\(number) is out of range; choose one from \(range.lowerBound) to "
          + "\(range.upperBound)"))
  }
  return number
}
