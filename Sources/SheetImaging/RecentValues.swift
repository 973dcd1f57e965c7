private import Synchronization

/// Values that are costly to make and asked for again and again, by what they are made from.
///
/// A folder of icons has the same few sizes and profiles in each, and making their tables
/// takes longer than to shrink an icon.
final class RecentValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let limit: Int
  private let values = Mutex<[Key: Value]>([:])

  /// Keeps up to `limit` values, then starts anew.
  init(limit: Int) {
    self.limit = limit
  }

  /// The value of `key`, made if it is not known.
  func value(of key: Key, make: () -> Value) -> Value {
    if let value = values.withLock({ $0[key] }) { return value }
    // Two tasks may make the same value; neither waits for the other.
    let value = make()
    values.withLock { values in
      if values.count >= limit { values.removeAll() }
      values[key] = value
    }
    return value
  }
}
