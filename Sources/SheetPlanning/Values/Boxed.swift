/// A large value behind a reference.
///
/// A type with a field of a job or of a run has code of its own that copies and destroys every field
/// of it. Behind a reference the code is short: the command's code got a fifth smaller.
@propertyWrapper
package indirect enum Boxed<Value: Sendable>: Sendable {
  case value(Value)

  package init(wrappedValue: Value) { self = .value(wrappedValue) }

  package var wrappedValue: Value {
    get {
      switch self {
      case .value(let value): value
      }
    }
    set { self = .value(newValue) }
  }
}
