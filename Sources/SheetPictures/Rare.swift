/// A property that few values have, held by reference so that values without it spend only 8 bytes
/// on it.
@propertyWrapper
package indirect enum Rare<Value: Sendable>: Sendable {
  case nothing
  case held(Value)

  /// Holds a value, or nil.
  package init(wrappedValue: Value?) {
    if let wrappedValue { self = .held(wrappedValue) } else { self = .nothing }
  }

  /// The value; nil if there is none.
  package var wrappedValue: Value? {
    get { if case .held(let value) = self { value } else { nil } }
    set { self = Rare(wrappedValue: newValue) }
  }
}

extension Rare: Equatable where Value: Equatable {}
