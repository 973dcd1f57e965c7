internal import SheetFiles
internal import SheetImaging
internal import SheetLayout
package import SheetModel
internal import SheetPictures
internal import SheetPlans
internal import SheetText
internal import SystemPackage

extension Sheet.Stack {
  /// The facts that this setting needs.
  package var keys: [FactKey] {
    switch self {
    case .taken: [.rating, .taken]
    case .likeness: [.rating]
    }
  }

  private static let limit = Thumbnail.difference(ofMean: 24)

  /// The stacks among the pictures of a folder, each in the order of its pictures.
  fileprivate func stacks(of indices: [Int], _ pictures: [PictureFacts]) -> [[Int]] {
    var sequence = indices.filter { pictures[$0].thumbnail != nil }
    if case .taken = self {
      let times = sequence.compactMap { index in
        pictures[index].fact(.taken)?.instant.map { (time: $0, index: index) }
      }
      sequence = times.sorted { ($0.time, $0.index) < ($1.time, $1.index) }.map(\.index)
    }
    let thumbnails = sequence.compactMap { pictures[$0].thumbnail }
    var firsts = ThumbnailIndex(self == .likeness ? thumbnails : [])
    var stacks: [[Int]] = []
    var numbers: [Int] = []
    for (place, index) in sequence.enumerated() {
      let joined: Int? =
        if place > 0, follows(place, thumbnails, sequence, pictures) {
          numbers[place - 1]
        } else if self == .likeness {
          firsts.nearest(to: place, 1, within: Self.limit).first.map { numbers[$0] }
        } else {
          nil
        }
      numbers.append(joined ?? stacks.count)
      if let joined {
        stacks[joined].append(index)
      } else {
        stacks.append([index])
        if self == .likeness { firsts.insert(place) }
      }
    }
    return stacks
  }

  /// Whether a picture belongs to the stack of the one before it.
  private func follows(
    _ place: Int, _ thumbnails: [Thumbnail], _ sequence: [Int], _ pictures: [PictureFacts]
  ) -> Bool {
    guard thumbnails[place].difference(from: thumbnails[place - 1]) <= Self.limit else {
      return false
    }
    guard case .taken(let seconds) = self else { return true }
    let times = [place - 1, place].compactMap { pictures[sequence[$0]].fact(.taken)?.instant }
    // Times are precise to the microsecond; stored as seconds since 1970, they have a rounding
    // error smaller than that.
    return times.count == 2 && times[1] - times[0] <= seconds + 1e-6
  }
}

extension [PictureFacts] {
  /// The pictures in order, with one cover for each stack.
  ///
  /// The cover is the highest-rated picture, or the sharpest among equally rated ones. It holds the
  /// other pictures of its stack in their order.
  package func stacked(by rule: Sheet.Stack) -> [PictureFacts] {
    var covers: [PictureFacts?] = map(\.self)
    let folders = Dictionary(grouping: indices) {
      FilePath(self[$0].picture.source.name).folder
    }
    for stack in folders.values.flatMap({ rule.stacks(of: $0, self) }) where stack.count > 1 {
      let cover = stack.max { self[$0].worth < self[$1].worth } ?? stack[0]
      let others = stack.filter { $0 != cover }
      for index in others { covers[index] = nil }
      covers[cover] = self[cover].with(
        Lookalikes(
          original: self[cover].picture.lookalikes?.original,
          others: others.map { self[$0].picture }))
    }
    return covers.compactMap(\.self)
  }
}

extension PageMetrics {
  /// The badges with the number of further pictures in each stack.
  ///
  /// They are in the top right corner of the cover, or in the bottom right corner if labels are at
  /// the top of pictures; a cover that is too small has none.
  func badges(on tiles: [PlannedTile], _ pictures: [PictureFacts]) -> [PlannedText] {
    let lineHeight = TypeScale.lineHeight(scale.label)
    let isAtBottom = labels.room?.position == .overTop
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
          x: image.maxX - inset - width,
          y: isAtBottom ? image.maxY - inset - lineHeight : image.y + inset, width: width,
          height: lineHeight),
        size: scale.label, alignment: .center, overflow: .end)
    }
  }
}
