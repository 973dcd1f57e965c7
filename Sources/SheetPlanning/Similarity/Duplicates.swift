internal import SheetFiles
internal import SheetImaging
internal import SheetLayout
package import SheetModel
internal import SheetPictures

extension Sheet.Duplicates {
  /// The facts that this setting needs.
  var keys: [FactKey] { self == .show ? [] : [.rating, .taken] }

  /// Whether copies are shown and marked.
  package var marksCopies: Bool { self == .mark || self == .only }
}

extension [PictureFacts] {
  /// The index of each picture's original; nil if the picture is not a copy.
  ///
  /// The original is the best of several copies: the one with the most pixels. Among copies with
  /// equally many, it is the one with the highest rating, then one without compression losses, then
  /// the one with the most bytes, and then the first. Sharpness does not count: compression creates
  /// edges where there were none. Pictures are compared if their thumbnails, ratios and times
  /// suggest that they may be copies. Pictures that could not be analysed, or whose samples are too
  /// faint to be compared, are not copies.
  ///
  /// - Throws: `ContactSheetError`, and `CancellationError` if the task is cancelled.
  package func originals(workers: Int, within memory: Int = .max) async throws -> [Int?] {
    var search = CopySearch(self)
    let needed = search.needed
    // A miniature that was dropped is computed again when results are consumed, so memory is
    // reserved for the largest picture.
    var held = 0
    for index in needed {
      held = Swift.max(held, self[index].picture.takenBytes(reducingTo: CopyMiniature.side))
    }
    try await forEachInOrder(
      needed, workers: workers, within: memory, held: { _ in held }, holdsUntilConsumed: true
    ) { [self] index in
      (index, try self[index].picture.copyMiniature())
    } consume: { index, miniature in
      try search.add(index, miniature)
    }
    return search.originals
  }

  /// The pictures, with copies marked or left out, and a note on those left out.
  ///
  /// If only copies and their originals are wanted, the result may be empty.
  ///
  /// - Throws: `ContactSheetError`, and `CancellationError` if the task is cancelled.
  package func treatingDuplicates(
    as policy: Sheet.Duplicates, workers: Int, within memory: Int = .max
  ) async throws -> (pictures: [PictureFacts], note: Note?) {
    guard policy != .show else { return (self, nil) }
    let copies = zip(self, try await originals(workers: workers, within: memory))
    if policy.marksCopies {
      var marked: [PictureFacts] = copies.map { picture, original in
        guard let original else { return picture }
        let found = self[original]
        return picture.with(
          Lookalikes(
            original: Lookalikes.Original(
              label: found.name(besideCopy: picture).oneLine, name: found.picture.name)))
      }
      if policy == .only {
        let copied = Set(copies.compactMap(\.1))
        marked = marked.enumerated().filter { index, picture in
          copied.contains(index) || picture.picture.lookalikes?.original != nil
        }.map(\.element)
        let count = marked.count - copied.count
        let note = Note(
          .copies,
          "\(count) of \(self.count.counted("image")) \(count == 1 ? "is a copy" : "are copies") of "
            + "\(copied.count) \(copied.count == 1 ? "other" : "others")",
          [.count: count, .total: self.count])
        return (marked, marked.isEmpty ? nil : note)
      }
      return (marked, nil)
    }
    let (kept, left) = (copies.filter { $1 == nil }, copies.filter { $1 != nil })
    guard let (first, original) = left.first, let original else { return (self, nil) }
    return (
      kept.map(\.0),
      Note(
        .copies, about: first.picture.name,
        (left.count == 1
          ? "\(first.picture.name.path.quoted) is left out as a copy of "
          : "\(left.count) of \(count.counted("image")) are left out as copies of other images; the first is "
            + "\(first.picture.name.path.quoted), a copy of ")
          + self[original].picture.name.path.quoted,
        [.count: left.count, .total: count])
    )
  }
}

extension [PictureFacts] {
  /// The pictures in the same order, except that each copy follows its original if that is among
  /// them.
  var withCopiesBesideOriginals: [PictureFacts] {
    var copies: [FileName: [PictureFacts]] = [:]
    for picture in self {
      guard let original = picture.picture.lookalikes?.original else { continue }
      copies[original.name, default: []].append(picture)
    }
    var result: [PictureFacts] = []
    result.reserveCapacity(count)
    for picture in self where picture.picture.lookalikes?.original == nil {
      result.append(picture)
      result += copies.removeValue(forKey: picture.picture.name) ?? []
    }
    // The originals of these copies are not among the pictures.
    for picture in self {
      guard let original = picture.picture.lookalikes?.original else { continue }
      result += copies.removeValue(forKey: original.name) ?? []
    }
    return result
  }
}

/// A search for copies.
///
/// Each picture is decoded once more so that it can be added.
struct CopySearch {
  private let pictures: [PictureFacts]
  /// The possible originals of each picture: pictures that rank before it, the most similar first.
  private var candidates: [Int: [Int]] = [:]
  /// Pictures that may be copies or originals, group by group, the best of each group first.
  private(set) var needed: [Int] = []
  private(set) var originals: [Int?]
  /// For each original and size, the last copy without compression losses.
  private var exact: [Int: [PixelSize: (index: Int, difference: Int)]] = [:]
  private var held: [Int: CopyMiniature] = [:]
  private var bytesHeld = 0

  /// The maximum number of possible originals for a picture.
  ///
  /// It is low, so that many similar pictures take little time.
  private static let maximumCandidates = 8
  private static let maximumBytesHeld = 64 << 20

  init(_ pictures: [PictureFacts]) {
    self.pictures = pictures
    originals = pictures.map { _ in nil }
    let ranked = pictures.ranked(pictures.indices.filter { pictures[$0].thumbnail != nil })
    var index = ThumbnailIndex(ranked.compactMap { pictures[$0].thumbnail })
    var groups = Array(pictures.indices)
    func group(_ index: Int) -> Int {
      var index = index
      while groups[index] != index {
        groups[index] = groups[groups[index]]
        index = groups[index]
      }
      return index
    }
    for place in ranked.indices {
      let picture = ranked[place]
      let similar = index.nearest(
        to: place, Self.maximumCandidates, within: pictures[picture].largestDifference)
      let found = similar.map { ranked[$0] }.filter {
        pictures[picture].mayBeCopy(of: pictures[$0])
      }
      index.insert(place)
      if found.isEmpty { continue }
      candidates[picture] = found
      for other in found { groups[group(picture)] = group(other) }
    }
    let members = Dictionary(grouping: ranked, by: group).values.filter { $0.count > 1 }
    needed = members.sorted { $0[0] < $1[0] }.flatMap(\.self)
  }

  /// Finds the original of the next picture: the most similar of its candidates.
  mutating func add(_ index: Int, _ miniature: CopyMiniature?) throws {
    guard let miniature else { return }
    // A candidate that is itself a copy stands for its original.
    var compared: Set<Int> = []
    var best: (original: Int, difference: Int)?
    for candidate in candidates[index] ?? [] {
      let original = originals[candidate] ?? candidate
      guard compared.insert(original).inserted,
        original == candidate || pictures[index].mayBeCopy(of: pictures[original]),
        let difference = try self.difference(of: index, miniature, from: original)
      else { continue }
      if difference < best?.difference ?? .max { best = (original, difference) }
      if difference == 0 { break }
    }
    if let best, try isMostSimilar(index, miniature, best.original, best.difference) {
      originals[index] = best.original
    }
    if bytesHeld + miniature.byteCount > Self.maximumBytesHeld { (held, bytesHeld) = ([:], 0) }
    held[index] = miniature
    bytesHeld += miniature.byteCount
  }

  private func difference(
    of index: Int, _ miniature: CopyMiniature, from other: Int
  ) throws -> Int? {
    guard let shown = try held[other] ?? pictures[other].picture.copyMiniature() else { return nil }
    return miniature.difference(
      from: shown, losing: pictures[index].loss(from: pictures[other]))
  }

  /// Whether no different picture of the same size is more similar to the original; a less similar
  /// one no longer counts as a copy.
  ///
  /// Two drawings may differ by less than resizing alone would change them. So if lossless pictures
  /// of the same size differ, only one of them counts as a copy.
  private mutating func isMostSimilar(
    _ index: Int, _ miniature: CopyMiniature, _ original: Int, _ difference: Int
  ) throws -> Bool {
    guard pictures[index].loss(from: pictures[original]) != .nothing,
      pictures[index].loss(from: pictures[index]) == .nothing,
      let size = pictures[index].picture.size
    else { return true }
    if let rival = exact[original]?[size],
      try self.difference(of: index, miniature, from: rival.index) == nil
    {
      if rival.difference <= difference { return false }
      originals[rival.index] = nil
    }
    exact[original, default: [:]][size] = (index, difference)
    return true
  }
}

extension [PictureFacts] {
  /// Indices of pictures, the best first: by pixels, then by rating, losses, bytes and position.
  fileprivate func ranked(_ indices: [Int]) -> [Int] {
    let merits = Dictionary(uniqueKeysWithValues: indices.map { ($0, self[$0].merits) })
    return indices.sorted { one, two in
      guard let first = merits[one], let second = merits[two], first != second else {
        return one < two
      }
      return first.lexicographicallyPrecedes(second, by: >)
    }
  }
}

extension PictureFacts {
  /// The thumbnail; nil if the pixels are unknown, or too faint to be compared.
  var thumbnail: Thumbnail? { picture.pixelFacts.flatMap { $0.isFaint ? nil : $0.thumbnail } }

  /// What makes a picture the best of several copies, most important first: its number of pixels,
  /// its rating, whether its compression is lossless, and its number of bytes.
  fileprivate var merits: [Double] {
    let isLossless = picture.readableHeader?.isLossy == false
    return [
      Double(picture.size.map { $0.width * $0.height } ?? 0), fact(.rating)?.number ?? 0,
      isLossless ? 1 : 0, Double(picture.found?.size ?? 0),
    ]
  }

  /// The rating and sharpness, by which the pictures of a stack are compared.
  var worth: (rating: Double, sharpness: Double) {
    (fact(.rating)?.number ?? 0, picture.pixelFacts?.sharpness ?? 0)
  }

  /// These facts, with the picture's relation to pictures that look like it.
  func with(_ lookalikes: Lookalikes) -> PictureFacts {
    with(picture.with(lookalikes))
  }

  /// Records the pictures that belong in this picture's cell, but have no room there.
  mutating func hide(_ pictures: [SheetPicture]) {
    let known = picture.lookalikes
    self = with(
      Lookalikes(original: known?.original, others: known?.others ?? [], cellmates: pictures))
  }

  private var stem: String { fact(FactKey("stem"))?.text ?? picture.source.name }

  /// The name of an original in the label of a copy: as short as it can be without being the name of
  /// the copy itself.
  fileprivate func name(besideCopy copy: PictureFacts) -> String {
    guard stem == copy.stem else { return stem }
    let path = picture.source.name
    let (own, other) = (PathText(path), PathText(copy.picture.source.name))
    if own.folder != other.folder { return "\(own.folder)/\(stem)" }
    return own.name == other.name ? path : own.name
  }

  /// The time that is recorded in the picture itself.
  ///
  /// A time in its name does not count, because messaging apps name a copy after the time at which
  /// it was sent.
  private var recordedTime: Double? {
    isDatedByName ? nil : fact(.taken)?.number
  }

  /// Whether the aspect ratios are the same to within 2 % or rounding, and the recorded times do
  /// not differ.
  fileprivate func mayBeCopy(of other: PictureFacts) -> Bool {
    guard let size = picture.size, let otherSize = other.picture.size else { return false }
    if let time = recordedTime, let otherTime = other.recordedTime,
      time != otherTime
    {
      return false
    }
    let (one, two) = (size.width * otherSize.height, otherSize.width * size.height)
    let sides = max(size.width + size.height, otherSize.width + otherSize.height)
    return 100 * max(one, two) <= 102 * min(one, two) || 2 * abs(one - two) < sides
  }

  /// The maximum difference between thumbnails at which the picture may be a copy of a larger one.
  ///
  /// A small picture has more noise, because each pixel of its thumbnail averages only a few
  /// pixels.
  fileprivate var largestDifference: Int {
    let side = picture.size.map { min($0.width, $0.height) } ?? 0
    return Thumbnail.difference(ofMean: 8) + Thumbnail.difference(ofMean: 640) / max(1, side)
  }

  /// What a picture may have lost as a copy: detail if either picture is compressed with losses, or
  /// else size if their sizes differ.
  fileprivate func loss(from other: PictureFacts) -> CopyMiniature.Loss {
    if [picture, other.picture].contains(where: { $0.readableHeader?.isLossy == true }) {
      return .detail
    }
    return picture.size == other.picture.size ? .nothing : .size
  }
}
