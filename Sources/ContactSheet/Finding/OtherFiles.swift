internal import SheetModel
internal import SheetPictures

/// Files other than pictures that were found in folders, counted by the formats that their names
/// indicate.
package struct OtherFiles: Equatable, Sendable {
  /// The number of files of each format that was recognised by name.
  private var counts: [String: Int] = [:]
  /// The number of files whose names indicate no known format.
  private var unknown = 0

  package init() {}

  /// The total number of files.
  package var count: Int { counts.values.reduce(unknown, +) }

  mutating func add(_ format: FileFormat?) {
    if let format { counts[format.name, default: 0] += 1 } else { unknown += 1 }
  }

  mutating func add(_ others: OtherFiles) {
    counts.merge(others.counts, uniquingKeysWith: +)
    unknown += others.unknown
  }

  /// The counts, most frequent format first: `12 TGA files, 3 videos, 1 other file`.
  var parts: [String] {
    formats { _ in true }.map { $1.counted($0.unit) }
      + (unknown > 0 ? [unknown.counted("other file")] : [])
  }

  /// The most frequent format.
  var mostFrequent: FileFormat? { formats { _ in true }.first?.format }

  /// The names of the missing libraries that would read some of these files.
  var missingLibraries: [String] {
    formats { $0.reader != nil }.compactMap { $0.format.reader?.library?.name }
  }

  /// The files that a user may miss on a sheet, and what to do about them; nil if there are none.
  ///
  /// For example: `left out: 12 JPEG (install …), 1 TGA (not supported; convert …), 3 videos`.
  package var leftOut: String? {
    let missing = formats { $0.reader != nil }.map { format, count in
      "\(count) \(format.name)" + (format.reader?.remedy.map { " (\($0))" } ?? "")
    }
    let unread = formats { $0.reader == nil && $0.kind == .picture }.map { "\($1) \($0.name)" }
    var pictures: [String] = []
    if !unread.isEmpty {
      // Every program can write these formats. Libraries are looked up only if something is left
      // out.
      let read = [FileFormat.png, .jpeg].filter(\.isRead).map(\.name).joined(separator: " or ")
      pictures = ["\(unread.listed()) (not supported; convert them to \(read))"]
    }
    let videos = formats { $0.kind == .video }.map { $1.counted($0.unit) }
    let parts = missing + pictures + videos
    return parts.isEmpty ? nil : "left out: \(parts.joined(separator: ", "))"
  }

  /// The formats of the counted files, most frequent first.
  private func formats(
    where includes: (FileFormat) -> Bool
  ) -> [(format: FileFormat, count: Int)] {
    FormatTable.standard.formats.compactMap { format in
      counts[format.name].flatMap { includes(format) ? (format, $0) : nil }
    }.sorted { ($1.count, $0.format.name) < ($0.count, $1.format.name) }
  }
}
