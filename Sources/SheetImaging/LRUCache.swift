private import Synchronization

/// A cache of values that are expensive to compute and often needed again.
///
/// The icons in a folder share a few sizes and profiles, and computing tables for them takes longer
/// than resampling an icon.
package final class LRUCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let limit: Int
  private let byteLimit: Int
  private let bytes: @Sendable (Key) -> Int
  private let state = Mutex(State())

  private struct State {
    var values: [Key: (value: Value, bytes: Int, lastUse: Int)] = [:]
    /// The number of bytes of all values.
    var bytes = 0
    /// The number of uses so far.
    var uses = 0

    mutating func value(of key: Key) -> Value? {
      uses += 1
      values[key]?.lastUse = uses
      return values[key]?.value
    }

    /// Drops the least recently used values until there is room for one of `added` bytes.
    mutating func makeRoom(for added: Int, limit: Int, byteLimit: Int) {
      while values.count >= limit || bytes + added > byteLimit,
        let oldest = values.min(by: { $0.value.lastUse < $1.value.lastUse })
      {
        bytes -= oldest.value.bytes
        values[oldest.key] = nil
      }
    }
  }

  /// Keeps up to `limit` values; when full, drops the least recently used ones.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of values.
  ///   - byteLimit: The maximum number of bytes of all values, though the latest value is always
  ///     kept.
  ///   - bytes: The number of bytes that the value for a key takes.
  package init(
    limit: Int, byteLimit: Int = .max, bytes: @escaping @Sendable (Key) -> Int = { _ in 0 }
  ) {
    (self.limit, self.byteLimit, self.bytes) = (limit, byteLimit, bytes)
  }

  /// The value for `key`, computed if it is not cached.
  package func value(of key: Key, make: () -> Value) -> Value {
    if let value = state.withLock({ $0.value(of: key) }) { return value }
    // Outside the lock: two tasks may compute the same value, but neither waits for the other.
    let value = make()
    let added = bytes(key)
    state.withLock { state in
      if let other = state.values.removeValue(forKey: key) { state.bytes -= other.bytes }
      state.makeRoom(for: added, limit: limit, byteLimit: byteLimit)
      state.values[key] = (value, added, state.uses)
      state.bytes += added
    }
    return value
  }
}
