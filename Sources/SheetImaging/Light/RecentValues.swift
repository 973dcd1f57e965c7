private import Synchronization

/// A cache of values that are expensive to compute and often needed again.
///
/// The icons in a folder share a few sizes and profiles, and computing their tables takes longer
/// than resampling an icon.
package final class RecentValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let limit: Int
  private let values = Mutex<[Key: Value]>([:])

  /// Keeps up to `limit` values; when full, all are dropped.
  package init(limit: Int) {
    self.limit = limit
  }

  /// The value for `key`, made if it is not cached.
  package func value(of key: Key, make: () -> Value) -> Value {
    if let value = values.withLock({ $0[key] }) { return value }
    // Outside the lock: two tasks may make the same value, but neither waits for the other.
    let value = make()
    values.withLock { values in
      if values.count >= limit { values.removeAll() }
      values[key] = value
    }
    return value
  }
}
