internal import SheetModel
internal import SheetPictures

// Groups by time: by days or other times, or by the pauses between pictures.

/// A pause after which a new group starts, as in `gap:2h`.
package struct GroupGap: Equatable, Sendable {
  /// The longest time between two consecutive pictures of a group, in seconds.
  let seconds: Double
  /// The gap as it was written.
  let source: String

  /// Reads a gap; nil if the text has another form.
  init?(parsing text: String) {
    guard text.hasPrefix(Self.prefix),
      let seconds = Double(duration: String(text.dropFirst(Self.prefix.count))), seconds > 0
    else { return nil }
    (self.seconds, source) = (seconds, text)
  }

  /// The prefix of a gap as it is written in options.
  package static let prefix = "gap:"

  /// For each item, the number of its group, which follows from the times of all items; nil for an
  /// item without a time.
  func groups<Item>(of items: [Item], time: (Item) -> Double?) -> [Int?] {
    var numbers = [Int?](repeating: nil, count: items.count)
    let timed = items.indices.compactMap { index in
      time(items[index]).map { (time: $0, index: index) }
    }.sorted { ($0.time, $0.index) < ($1.time, $1.index) }
    var (number, last) = (0, timed.first?.time ?? 0)
    for (time, index) in timed {
      // Times are precise to the microsecond; stored as seconds since 1970, they have a rounding
      // error smaller than that.
      if time - last > seconds + 1e-6 { number += 1 }
      (numbers[index], last) = (number, time)
    }
    return numbers
  }

  /// The name of a group: its day and the times of its first and its last picture.
  func name(from first: Double, to last: Double) -> String {
    let (first, last) = (CivilTime(nearest: first), CivilTime(nearest: last))
    let (day, minute) = (Self.day.text(of: first), Self.minute.text(of: first))
    let (lastDay, lastMinute) = (Self.day.text(of: last), Self.minute.text(of: last))
    if day != lastDay { return "\(day), \(minute) – \(lastDay), \(lastMinute)" }
    return minute == lastMinute ? "\(day), \(minute)" : "\(day), \(minute)–\(lastMinute)"
  }

  private static let day = format("%-d %B %Y")
  private static let minute = format("%H:%M")

  private static func format(_ text: String) -> TimeFormat {
    do { return try TimeFormat(text) } catch { preconditionFailure("\(error)") }
  }
}

extension GroupKey {
  /// The time by which pictures are grouped; nil if they are grouped by something else.
  var time: FactKey? {
    switch self {
    case .folder: return nil
    case .gap: return .taken
    case .facts(let template, _):
      guard let first = template.keys.first,
        PictureTokens.all.contains(where: { $0.name == first.name && $0.parameter == .time })
      else { return nil }
      return first
    }
  }
}

extension ImageOrder {
  /// Whether the order does not determine how groups by time are sorted.
  ///
  /// They are then in chronological order, or in reverse chronological order if ``isReversed`` is
  /// set.
  var leavesTimesOpen: Bool { key == .auto || key == .takenIfKnown }

  /// Whether the order is random, and so says nothing about the order of groups.
  var isShuffled: Bool { if case .shuffle = key { true } else { false } }
}

extension [[PictureFacts]] {
  /// The indices of groups in the order of their earliest times; groups without times come last.
  ///
  /// If pauses separate the groups, dates without a time of day are ignored.
  func orderOfTimes(_ key: FactKey, byPauses: Bool, isReversed: Bool) -> [Int] {
    let times = map { pictures in
      pictures.lazy.compactMap { picture in
        let fact = picture.fact(key)
        return byPauses ? fact?.instant : fact?.number
      }.min()
    }
    return indices.sorted { first, second in
      switch (times[first], times[second]) {
      case (let one?, let other?) where one != other: (one < other) != isReversed
      case (_?, nil): true
      case (nil, _?): false
      default: first < second
      }
    }
  }
}
