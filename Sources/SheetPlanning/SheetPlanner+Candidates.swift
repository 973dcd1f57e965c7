internal import SheetFiles
internal import SheetLayout
internal import SheetPictures
internal import SheetPlans
internal import SheetText
internal import SystemPackage

extension SheetPlanner {
  struct Candidate {
    let facts: PictureFacts
    let weight: Double
    /// The room it has beyond that of others; nil for most.
    var room: PictureSpan.Room? { unusual?.value.room }
    /// Whether its label is set apart.
    var isBest: Bool {
      get { unusual?.value.isBest ?? false }
      set { unusual = Self.boxed(Unusual(room: room, isBest: newValue)) }
    }
    /// Its cell in a matrix; nil for other layouts.
    var cell: MatrixCell?

    private struct Unusual: Equatable {
      var room: PictureSpan.Room?
      var isBest = false
    }
    private var unusual: Boxed<Unusual>?

    private static func boxed(_ unusual: Unusual) -> Boxed<Unusual>? {
      unusual == Unusual() ? nil : Boxed(unusual)
    }

    init(facts: PictureFacts, weight: Double, room: PictureSpan.Room?, cell: MatrixCell?) {
      (self.facts, self.weight, self.cell) = (facts, weight, cell)
      unusual = Self.boxed(Unusual(room: room))
    }

    /// The part of the picture that is shown; nil for all of it.
    var part: PixelRect? { cell?.part }
    var picture: SheetPicture { facts.picture }
    /// The size of what is shown; nil if the picture could not be read.
    var shownSize: PixelSize? { part?.size ?? picture.size }
    /// The headings of its row and its column in a matrix.
    var lineFacts: [FactKey: Fact] { cell?.lineFacts ?? [:] }
  }

  /// The cell of a candidate in a matrix: a reference, as few sheets have any.
  final class MatrixCell {
    let place: Matrix.Place
    let lineFacts: [FactKey: Fact]
    let part: PixelRect?

    init(at place: Matrix.Place, of matrix: PictureMatrix) {
      self.place = place
      lineFacts = matrix.facts(at: place)
      part = matrix.parts[place]
    }
  }

  /// What matters most in a picture where it is cropped; nil where nobody says it.
  func focus(of candidate: Candidate, _ alignment: Alignment) -> Focus? {
    let path = FilePath(candidate.picture.source.name)
    return job.foci.last { $0.pattern.matches(path) }?.focus ?? candidate.facts.row?.focus
      ?? (alignment == .subject ? candidate.picture.faces?.focus : nil)
  }

  /// The note on regions of faces that do not count; nil if there are none.
  func noteOnFaces(_ candidates: [Candidate]) -> Note? {
    let others = candidates.filter { $0.picture.faces?.hasOthers == true }
    guard let first = others.first?.picture.source.name else { return nil }
    return Note(
      .foreignFaces, about: first,
      "regions of faces in \(others.count.counted("picture")) are passed over, as they are outside, or "
        + "of a picture with other sides; the first is \(FilePath(first).quoted)",
      [.count: others.count])
  }

  /// The note on pictures that are to take several cells of rows; nil if there are none.
  func noteOnRooms(_ candidates: [Candidate]) -> Note? {
    guard traits.takesSpans, !traits.hasEqualCells else { return nil }
    let count = candidates.count { $0.room != nil && $0.room != .row }
    if count == 0 { return nil }
    return Note(
      .vainSpans, "spans of cells have no effect on \(count.counted("picture")), as rows have none",
      remedy: "row gives a picture one of its own", [.count: count])
  }

  /// The pictures of groups with their weights, and with their places where these are known.
  func candidates(
    in groups: [PictureGroup], _ notes: inout [Note]
  ) -> [[Candidate]] {
    var clamped: [String] = []
    var weights = job.weights.values(of: groups.flatMap(\.members))[...]
    let candidates = groups.map { group in
      group.members.enumerated().map { index, picture in
        let weight = weights.removeFirst()
        let range = PictureWeight.range
        if !range.contains(weight) { clamped.append(picture.picture.source.name) }
        return Candidate(
          facts: picture, weight: min(max(weight, range.lowerBound), range.upperBound),
          room: spans.room(of: picture),
          cell: group.matrix.map { MatrixCell(at: $0.places[index], of: $0) })
      }
    }
    if let first = clamped.first {
      notes.append(
        Note(
          .limitedWeights, about: first,
          "\(clamped.count.counted("weight")) beyond 0.01 to 100 \(clamped.count == 1 ? "is" : "are") "
            + "taken as the nearest of these; the first is that of \(FilePath(first).quoted)",
          [.count: clamped.count]))
    }
    return candidates
  }

  /// Takes the pictures that cannot be read out of groups, if that is the policy for them.
  func takeUnreadable(
    outOf groups: inout [[Candidate]]
  ) throws(PictureError) -> [SheetPicture] {
    switch job.unreadablePolicy {
    case .placeholder:
      return []
    case .skip:
      let unreadable = groups.joined().compactMap { candidate in
        candidate.picture.damage.map(candidate.picture.damaged)
      }
      for index in groups.indices { groups[index].removeAll { $0.picture.damage != nil } }
      return unreadable
    case .fail:
      let unreadable = groups.joined().lazy.compactMap(\.picture.damage).first
      if let unreadable { throw .unreadable(unreadable) }
      return []
    }
  }

  /// A group without the pictures that were left out.
  struct KeptGroup {
    let name: String
    /// The indices of its pictures, of which there is at least one.
    let items: Range<Int>
    /// What its heading says of them: facts that all of them share, and aggregates.
    let common: [FactKey: Fact]
    /// Whether `{total}` is a column, or a part of names.
    let hasTotal: Bool
    /// Its rows and columns; nil for layouts without.
    let matrix: PictureMatrix?
  }
}
