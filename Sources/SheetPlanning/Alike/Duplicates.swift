internal import SheetImaging
internal import SheetLayout
internal import SheetPictures
package import SheetText

/// What becomes of pictures that are copies of others.
public enum DuplicatePolicy: String, CaseIterable, Sendable {
  /// They are shown like all others.
  case show
  /// Their labels say what they are copies of.
  case mark
  /// They are left out.
  case skip
}

extension [PictureFacts] {
  /// The index of the picture that each is a copy of; nil for one that is none.
  ///
  /// A picture is a copy of the first ahead of it that is none itself, whose thumbnail differs by no
  /// more than 8 of 255 in the mean, and whose sides have the same ratio within 2 %; so are pictures with
  /// the same pixels. Pictures that could not be looked at are no copies.
  ///
  /// Those ahead lie in buckets by their brightness, which differs no more than thumbnails do: only the
  /// nearest buckets are searched.
  package func originals() -> [Int?] {
    let width = Thumbnail.difference(ofMean: 8) + 1
    var buckets: [Int: [Int]] = [:]
    return indices.map { index in
      guard let thumbnail = self[index].picture.pixelFacts?.thumbnail else { return nil }
      let bucket = thumbnail.brightness / width
      let originals = (bucket - 1...bucket + 1).compactMap { bucket in
        buckets[bucket]?.first { other in
          self[index].hasRatio(of: self[other])
            && self[other].difference(from: thumbnail).map { $0 < width } == true
        }
      }
      if originals.isEmpty { buckets[bucket, default: []].append(index) }
      return originals.min()
    }
  }

  /// The pictures, of which copies are marked or left out, those that are left out, and what to tell of
  /// them.
  package func treatingDuplicates(
    as policy: DuplicatePolicy
  ) -> (pictures: [PictureFacts], note: Note?) {
    guard policy != .show else { return (self, nil) }
    let copies = zip(self, originals())
    if policy == .mark {
      let marked = copies.map { picture, original in
        guard let original else { return picture }
        return picture.with(Lookalikes(original: self[original].stem.oneLine))
      }
      return (marked, nil)
    }
    let (kept, left) = (copies.filter { $1 == nil }, copies.filter { $1 != nil })
    guard let (first, original) = left.first, let original else { return (self, nil) }
    return (
      kept.map(\.0),
      Note(
        .copies, about: first.picture.source.name,
        "\(left.count) of \(count.counted("picture")) left out as \(left.count == 1 ? "a copy" : "copies") "
          + "of others; the first is \(first.stem.shortPrintable), a copy of "
          + self[original].stem.shortPrintable,
        [.count: left.count, .total: count])
    )
  }
}

extension PictureFacts {
  /// The difference of the thumbnail from another; nil where the picture could not be looked at.
  func difference(from thumbnail: Thumbnail) -> Int? {
    picture.pixelFacts?.thumbnail.difference(from: thumbnail)
  }

  /// The same facts of a picture that others have to do with.
  func with(_ lookalikes: Lookalikes) -> PictureFacts {
    with(picture.with(lookalikes))
  }

  fileprivate var stem: String { fact(FactKey("stem"))?.text ?? picture.source.name }

  /// Whether the sides have the ratio that those of another have, within 2 %.
  fileprivate func hasRatio(of other: PictureFacts) -> Bool {
    guard let size = picture.size, let otherSize = other.picture.size else { return false }
    let (one, two) = (size.width * otherSize.height, otherSize.width * size.height)
    return 100 * max(one, two) <= 102 * min(one, two)
  }
}
