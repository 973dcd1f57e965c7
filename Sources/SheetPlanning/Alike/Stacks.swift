internal import SheetFiles
internal import SheetImaging
internal import SheetLayout
internal import SheetPictures
internal import SheetPlans
package import SheetText
internal import SystemPackage

/// Which pictures are one tile: those of a folder that follow each other and look alike.
public enum StackRule: Equatable, Sendable {
  /// Each was taken no more than this many seconds after the one before.
  case taken(within: Double)
  /// They follow each other in the order of the inputs.
  case likeness
}

extension StackRule: LosslessStringConvertible {
  /// Parses `likeness`, or a number of seconds such as `2s` or `0.5`; nil for anything else.
  public init?(_ text: String) {
    if text == "likeness" {
      self = .likeness
    } else if let seconds = Double(decimal: text.hasSuffix("s") ? String(text.dropLast()) : text),
      seconds >= 0
    {
      self = .taken(within: seconds)
    } else {
      return nil
    }
  }

  /// As it is written: `2s` or `likeness`.
  public var description: String {
    switch self {
    case .taken(let seconds): "\(seconds.text(decimals: 3))s"
    case .likeness: "likeness"
    }
  }
}

extension StackRule {
  /// The facts that it asks for.
  package var keys: [FactKey] {
    switch self {
    case .taken: [Self.rating, Self.taken]
    case .likeness: [Self.rating]
    }
  }

  fileprivate static let rating = FactKey("rating")
  fileprivate static let taken = FactKey("taken")

  /// Indices of the pictures of a folder in the order in which they follow each other, each of which may
  /// be on a stack.
  fileprivate func sequence(of indices: [Int], _ pictures: [PictureFacts]) -> [Int] {
    guard case .taken = self else { return indices }
    let times = indices.compactMap { index in
      pictures[index].fact(Self.taken)?.number.map { (time: $0, index: index) }
    }
    return times.sorted { ($0.time, $0.index) < ($1.time, $1.index) }.map(\.index)
  }

  /// Whether a picture belongs to the stack of the one before it.
  fileprivate func joins(_ picture: PictureFacts, to last: PictureFacts) -> Bool {
    guard let thumbnail = last.picture.pixelFacts?.thumbnail,
      let difference = picture.difference(from: thumbnail),
      difference <= Thumbnail.difference(ofMean: 24)
    else { return false }
    guard case .taken(let seconds) = self else { return true }
    guard let start = last.fact(Self.taken)?.number, let time = picture.fact(Self.taken)?.number
    else { return false }
    // Times are exact to a microsecond, and to less than that so long after 1970.
    return time - start <= seconds + 1e-6
  }
}

extension [PictureFacts] {
  /// The pictures in their order, with one for each stack: the best rated, and of these the sharpest,
  /// which has the others with it in the order in which they were taken.
  package func stacked(by rule: StackRule) -> [PictureFacts] {
    var covers: [PictureFacts?] = map(\.self)
    let folders = Dictionary(grouping: indices) {
      FilePath(self[$0].picture.source.name).folder
    }
    for indices in folders.values {
      let sequence = rule.sequence(of: indices, self)
      var rest = sequence[...]
      while let first = rest.first {
        let end =
          zip(rest, rest.dropFirst()).prefix { rule.joins(self[$1], to: self[$0]) }.count + 1
        let stack = rest.prefix(end)
        rest = rest.dropFirst(end)
        guard end > 1 else { continue }
        let cover = stack.max { self[$0].isWorse(than: self[$1]) } ?? first
        let others = stack.filter { $0 != cover }
        for index in others { covers[index] = nil }
        covers[cover] = self[cover].with(
          Lookalikes(
            original: self[cover].picture.lookalikes?.original,
            others: others.map { self[$0].picture }))
      }
    }
    return covers.compactMap(\.self)
  }
}

extension PictureFacts {
  fileprivate func isWorse(than other: PictureFacts) -> Bool {
    func worth(_ picture: PictureFacts) -> (Double, Double) {
      (picture.fact(StackRule.rating)?.number ?? 0, picture.picture.pixelFacts?.sharpness ?? 0)
    }
    return worth(self) < worth(other)
  }
}

extension PageDesign {
  /// The numbers of others that the tiles of stacks stand for, in their upper right corners if these have
  /// room.
  func badges(on tiles: [PlannedTile], _ pictures: [PictureFacts]) -> [PlannedText] {
    let lineHeight = TypeScale.lineHeight(scale.label)
    return tiles.compactMap { tile in
      guard let others = pictures[tile.index].picture.lookalikes?.others, !others.isEmpty,
        let image = tile.placement?.image
      else { return nil }
      let text = "+\(others.count)"
      let width = (text.count + 1) * lineHeight * 5 / 8
      let inset = lineHeight / 4
      guard width + 2 * inset <= image.width, lineHeight + 2 * inset <= image.height else {
        return nil
      }
      return PlannedText(
        .badge, text: text,
        area: PixelRect(
          x: image.maxX - inset - width, y: image.y + inset, width: width, height: lineHeight),
        size: scale.label, alignment: .center, overflow: .end)
    }
  }
}
