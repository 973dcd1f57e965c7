internal import SheetText

/// Files in folders that are not taken as pictures, counted by what their names say they are.
public struct OtherFiles: Equatable, Sendable {
  /// The number of files of each format that is known by its name.
  private var counts: [String: Int] = [:]
  /// The number of files of other names.
  private var unknown = 0
  /// What can be done so that files of a format are read, by its name.
  private var remediesByName: [String: String] = [:]

  /// No files.
  public init() {}

  /// The number of all files.
  public var count: Int { counts.values.reduce(unknown, +) }

  /// Counts a file.
  mutating func add(_ format: KnownFormat?) {
    if let format { counts[format.name, default: 0] += 1 } else { unknown += 1 }
  }

  /// Counts a file of a format that would be read but for what the remedy brings.
  mutating func add(_ name: String, remedy: String) {
    counts[name, default: 0] += 1
    remediesByName[name] = remedy
  }

  /// Adds the counts of other files.
  mutating func add(_ others: OtherFiles) {
    counts.merge(others.counts, uniquingKeysWith: +)
    unknown += others.unknown
    remediesByName.merge(others.remediesByName) { one, _ in one }
  }

  /// What is counted, most frequent formats first: `12 JPEG files, 1 GIF file, 3 other files`.
  var parts: [String] {
    Self.parts(counts) + (unknown > 0 ? [unknown.counted("other file")] : [])
  }

  /// What can be done so that the formats among these that could be read are read, most frequent
  /// first: `12 JPEG files left out: install libjpeg62-turbo (Debian) …`.
  public var remedies: [String] {
    Self.sorted(counts).compactMap { name, count in
      remediesByName[name].map { "\(count.counted("\(name) file")) left out: \($0)" }
    }
  }

  /// The pictures among the files, which someone may miss on a sheet: `12 JPEG files`; empty where
  /// there are none.
  public var pictures: [String] {
    let names = Set(KnownFormat.all.filter(\.isPicture).map(\.name))
    return Self.parts(counts.filter { names.contains($0.key) })
  }

  private static func parts(_ counts: [String: Int]) -> [String] {
    sorted(counts).map { $0.value.counted("\($0.key) file") }
  }

  private static func sorted(_ counts: [String: Int]) -> [(key: String, value: Int)] {
    counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
  }
}
