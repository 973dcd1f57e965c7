/// A large property, held by reference so that copying the value that contains it copies one
/// reference instead of hundreds of fields.
///
/// For each type, the compiler writes code that copies its fields one by one, including those of
/// the values that it contains. Before jobs were held this way, copying took up a third of the
/// machine code of the library. Passing the property on or changing it copies all of its fields, so
/// neither should be done for each picture.
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
