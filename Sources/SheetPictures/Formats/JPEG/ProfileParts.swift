internal import SheetImaging

/// The parts of a colour profile in a JPEG file.
///
/// Some files contain the profile several times, for example before and after the frame header, and
/// not always divided in the same way.
///
/// Source: ICC.1:2022, B.4. A name and a NUL are followed by the number of the part, from 1, and
/// the number of parts.
struct ProfileParts: Sendable {
  /// One copy of the profile, as far as its parts are known.
  private struct Copy {
    let count: Int
    var parts: [Int: ArraySlice<UInt8>] = [:]

    /// The number of the first part that is missing; nil if none is missing.
    var missing: Int? { (1...count).first { parts[$0] == nil } }

    /// The bytes of consecutive parts, up to the first that is missing.
    func bytes(of numbers: some Sequence<Int>) -> [ArraySlice<UInt8>] {
      numbers.lazy.map { parts[$0] }.prefix { $0 != nil }.compactMap(\.self)
    }

    /// Whether a profile begins with the first parts of this copy, and ends with its last ones.
    ///
    /// A copy may be truncated, even if it has all of its parts.
    func agrees(with profile: [UInt8]) -> Bool {
      let first = bytes(of: 1...count).joined()
      guard profile.starts(with: first) else { return false }
      if missing == nil { return true }
      let last = Array(bytes(of: (1...count).reversed()).reversed().joined())
      return profile.suffix(last.count).elementsEqual(last)
    }
  }

  private var all: [[UInt8]] = []

  private static let mark = Array("ICC_PROFILE\0".utf8)
  /// The maximum number of copies; files have two at most.
  private static let maximumCopies = 4

  /// Adds the data of a marker.
  mutating func append(_ part: [UInt8]) { all.append(part) }

  /// All data, in file order.
  var bytes: [UInt8] { all.flatMap(\.self) }

  /// The profile, assembled from its parts in any order; nil if there is none.
  ///
  /// - Returns: The profile, or the reason why it cannot be assembled.
  var profile: Result<[UInt8], UnusableData>? {
    if all.isEmpty { return nil }
    let head = Self.mark.count
    let contradiction = UnusableData("the numbers of its parts contradict each other")
    var copies: [Copy] = []
    for part in all {
      guard part.count > head + 1 else {
        return .failure(UnusableData("part of it is missing"))
      }
      let (number, count, data) = (Int(part[head]), Int(part[head + 1]), part[(head + 2)...])
      guard 1...max(count, 1) ~= number, count > 0 else { return .failure(contradiction) }
      let place = copies.firstIndex { copy in
        copy.count == count && copy.parts[number]?.elementsEqual(data) != false
      }
      if let place {
        copies[place].parts[number] = data
      } else {
        guard copies.count < Self.maximumCopies else { return .failure(contradiction) }
        copies.append(Copy(count: count, parts: [number: data]))
      }
    }
    let whole = copies.filter { $0.missing == nil }.map { copy in
      Array(copy.bytes(of: 1...copy.count).joined())
    }
    guard let profile = whole.max(by: { $0.count < $1.count }) else {
      guard copies.count == 1, let missing = copies[0].missing else {
        return .failure(contradiction)
      }
      return .failure(UnusableData("part \(missing) of \(copies[0].count) is missing"))
    }
    let areCopies = copies.allSatisfy { $0.agrees(with: profile) }
    return areCopies ? .success(profile) : .failure(contradiction)
  }
}
