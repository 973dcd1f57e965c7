internal import ArgumentParser

struct ValueForm<Value: Sendable>: Sendable {
  /// The possible values; none where they cannot be counted.
  var choices: [String] = []
  /// Whether there may be units of length in a value; it is read with pixels in their place.
  var takesLengths = false
  private let read: @Sendable (String) throws -> Value
  /// The text of a value, which is read as that value.
  let text: @Sendable (Value) -> String

  var completion: CompletionKind? { choices.isEmpty ? nil : .list(choices) }

  /// The same with units of length.
  var lengths: Self {
    var form = self
    form.takesLengths = true
    return form
  }

  /// The value of a text, in which lengths are in pixels.
  ///
  /// - Throws: What is wrong with the text.
  @Sendable func value(of text: String) throws -> Value {
    do { return try read(text) } catch {
      guard text.first == "-", text.dropFirst().first?.isNumber == true else { throw error }
      throw WrongValue("it is negative; \(error)")
    }
  }

  /// What a parser of the library understands, which says itself what is wrong.
  static func parsed(
    _ read: @escaping @Sendable (String) throws -> Value,
    text: @escaping @Sendable (Value) -> String = { "\($0)" }
  ) -> Self {
    Self(read: read, text: text)
  }

  /// What an initialiser takes; else an error tells what to write.
  static func written(
    _ form: String, _ read: @escaping @Sendable (String) -> Value?,
    text: @escaping @Sendable (Value) -> String = { "\($0)" }
  ) -> Self {
    parsed(
      { text in
        guard let value = read(text) else { throw WrongValue("write \(form)") }
        return value
      }, text: text)
  }

  static func named(
    _ values: [Value], by name: @escaping @Sendable (Value) -> String
  ) -> Self {
    let names = values.map(name)
    return Self(
      choices: names,
      read: { text in
        guard let value = values.first(where: { name($0) == text }) else {
          let meant = OtherWords.value(meantBy: text, among: names)
          throw WrongValue(
            "write one of \(names.joined(separator: ", "))"
              + (meant.map { "; did you mean '\($0)'?" } ?? ""))
        }
        return value
      }, text: name)
  }
}

extension ValueForm where Value: LosslessStringConvertible {
  /// What is written as its description; else an error tells what to write.
  static func written(_ form: String) -> Self { written(form) { Value($0) } }
}

extension ValueForm where Value == String {
  static var text: Self { parsed { $0 } }
}

extension ValueForm where Value == Int {
  static func number(_ range: ClosedRange<Int>) -> Self {
    written("a whole number from \(range.lowerBound) to \(range.upperBound)") { text in
      Int(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  static func pixels(_ range: ClosedRange<Int>) -> Self {
    written(
      "whole pixels from \(range.lowerBound) to \(range.upperBound), or a length as 5mm or 0.5in"
    ) { text in
      Int(text).flatMap { range.contains($0) ? $0 : nil }
    }.lengths
  }
}

extension ValueForm
where Value: CaseIterable & RawRepresentable, Value.RawValue: LosslessStringConvertible {
  /// One of the cases, by their raw values.
  static var choice: Self { named(Array(Value.allCases)) { $0.rawValue.description } }
}

/// What is wrong with a value, and what would do.
struct WrongValue: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
