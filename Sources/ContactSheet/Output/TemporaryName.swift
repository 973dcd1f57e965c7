internal import SystemPackage

/// What the names of all temporary files of a run have in common, and those of no other run.
struct RunName: Hashable {
  let bytes: [UInt8]

  /// Creates a name that no other run has.
  static func random() -> RunName {
    RunName(bytes: TemporaryName.randomBytes(TemporaryName.runCount))
  }
}

/// The name of a temporary file: `.sheet.png.aB3dE6gH-i9kL.contactsheet-part`.
///
/// It has the name of the target, that of the run, and four letters or digits for targets whose
/// long names begin alike. Nobody calls a file of their own so.
struct TemporaryName: Equatable {
  /// The target's name, which is cut off where the whole would be too long.
  let target: [UInt8]
  let run: RunName
  private let tail: [UInt8]

  fileprivate static let runCount = 8
  private static let tailCount = 4
  private static let suffix = Array(".contactsheet-part".utf8)
  private static let (dot, hyphen) = (UInt8(ascii: "."), UInt8(ascii: "-"))
  private static let characters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)

  /// The longest file name that Linux allows, in bytes (`NAME_MAX`).
  private static let maximumCount = 255

  /// Creates a new name for a target in a run.
  init(for name: some Collection<UInt8>, _ run: RunName) {
    target = Self.target(name)
    self.run = run
    tail = Self.randomBytes(Self.tailCount)
  }

  /// Takes apart the name of a file; nil if it is not that of a temporary file.
  init?(_ bytes: [UInt8]) {
    let end = bytes.count - Self.suffix.count
    let tail = end - Self.tailCount
    let run = tail - 1 - Self.runCount
    guard run > 2, bytes[0] == Self.dot, bytes[run - 1] == Self.dot, bytes[tail - 1] == Self.hyphen,
      bytes[end...].elementsEqual(Self.suffix),
      (bytes[run..<tail - 1] + bytes[tail..<end]).allSatisfy(Self.characters.contains)
    else { return nil }
    target = Array(bytes[1..<run - 1])
    self.run = RunName(bytes: Array(bytes[run..<tail - 1]))
    self.tail = Array(bytes[tail..<end])
  }

  var bytes: [UInt8] {
    [Self.dot] + target + [Self.dot] + run.bytes + [Self.hyphen] + tail + Self.suffix
  }

  /// A target's name as it stands in that of a temporary file.
  static func target(_ name: some Collection<UInt8>) -> [UInt8] {
    Array(name.prefix(maximumCount - suffix.count - tailCount - runCount - 3))
  }

  fileprivate static func randomBytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in characters[Int.random(in: characters.indices)] }
  }
}
