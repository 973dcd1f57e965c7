/// A large property, held by reference so that copying the value that contains it copies one
/// reference instead of hundreds of fields.
///
/// The compiler writes code for each field wherever it copies a value of a type, and again for each
/// type that contains it: without this, a third of the machine code of the library and the command
/// copied jobs. Passing the property on or changing it copies all of its fields, so neither should
/// be done for each picture.
///
/// It is public for the reason given at ``Rare``.
@propertyWrapper
public struct Indirect<Value: Sendable>: Sendable {
  private final class Storage: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  private var storage: Storage

  /// Holds a value.
  public init(wrappedValue: Value) { storage = Storage(wrappedValue) }

  /// The value.
  public var wrappedValue: Value {
    get { storage.value }
    set { storage = Storage(newValue) }
  }
}
