/// A value behind a reference.
///
/// What only some pictures or tiles have does not make all of them larger: there may be a million.
final class Boxed<Value: Equatable & Sendable>: Equatable, Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }

  static func == (one: Boxed, other: Boxed) -> Bool { one.value == other.value }
}
