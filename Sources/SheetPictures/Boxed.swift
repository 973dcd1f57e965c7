/// A value behind a reference.
///
/// What only some pictures or tiles have does not make all of them larger: there may be a million.
package final class Boxed<Value: Equatable & Sendable>: Equatable, Sendable {
  package let value: Value

  package init(_ value: Value) {
    self.value = value
  }

  package static func == (one: Boxed, other: Boxed) -> Bool { one.value == other.value }
}
