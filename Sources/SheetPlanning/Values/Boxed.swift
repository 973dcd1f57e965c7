/// A large value that is stored as a reference.
///
/// A type that holds a job has code of its own that copies each field of the job. With a reference
/// to the job, the command's code is a fifth smaller.
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
