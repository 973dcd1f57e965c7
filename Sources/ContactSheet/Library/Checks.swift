package import SheetModel

extension ContactSheetError {
  /// The error as the library throws it; a cancelled task's error stays as it is.
  static func caught(_ error: any Error) -> any Error {
    error is CancellationError ? error : ContactSheetError(error)
  }

  /// An error as the library throws it, with the words of one of another kind.
  package init(_ error: any Error) {
    self = error as? ContactSheetError ?? Self(.other, "\(error)", cause: error)
  }
}

/// A value of a property that is parsed.
///
/// - Throws: ``ContactSheetError`` if parsing throws or gives nil.
func value<Value>(_ name: String, _ parse: () throws -> Value?) throws -> Value {
  let reason: String
  do {
    if let value = try parse() { return value }
    reason = "its notation is wrong; write it as the guide shows"
  } catch {
    reason = "\(error)"
  }
  throw ContactSheetError(.invalidValue, "cannot use \(name): \(reason)")
}

/// The values of texts; an error shows the text under its noun.
func values<Value>(
  _ texts: [String], _ noun: String, _ parse: (String) throws -> Value?
) throws -> [Value] {
  try texts.map { text in try value("the \(noun) '\(text)'") { try parse(text) } }
}

/// The value of a text; nil if there is no text.
func value<Value>(
  _ text: String?, _ noun: String, _ parse: (String) throws -> Value?
) throws -> Value? {
  try values([text].compactMap(\.self), noun, parse).first
}

/// A number that is in its range.
///
/// - Throws: ``ContactSheetError`` if it is not.
func checked<Number: Comparable>(
  _ number: Number, _ range: ClosedRange<Number>, _ name: String
) throws -> Number {
  guard range.contains(number) else {
    throw ContactSheetError(
      .invalidValue,
      "cannot use \(name) \(number): it is out of range; choose one from \(range.lowerBound) to "
        + "\(range.upperBound)")
  }
  return number
}
