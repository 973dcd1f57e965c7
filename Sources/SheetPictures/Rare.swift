/// A property that few values have, held by reference so that values without it spend only 8 bytes
/// on it.
///
/// It is public although only this package uses it, because the compiler specialises generic code
/// for the types of other modules only if that code is public.
@propertyWrapper
public indirect enum Rare<Value: Sendable>: Sendable {
  case nothing
  case held(Value)

  /// Holds a value, or nil.
  public init(wrappedValue: Value?) {
    if let wrappedValue { self = .held(wrappedValue) } else { self = .nothing }
  }

  /// The value; nil if there is none.
  public var wrappedValue: Value? {
    get { if case .held(let value) = self { value } else { nil } }
    set { self = Rare(wrappedValue: newValue) }
  }
}

extension Rare: Equatable where Value: Equatable {}
