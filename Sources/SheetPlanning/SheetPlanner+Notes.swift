internal import SheetFacts
internal import SheetFiles
internal import SheetPictures
internal import SystemPackage

extension SheetPlanner {
  /// The notes on numbers, faces and spans of cells that pictures lack.
  func notes(on pictures: [PictureFacts]) -> [Note] {
    var notes: [Note] = []
    let keys = job.texts.pageKeys + (job.texts.heading?.keys ?? [])
    for key in keys where [.min, .max, .mean].contains(key.aggregate) {
      let facts = pictures.lazy.compactMap { $0.fact(key.ofEach) }
      if !facts.isEmpty, facts.flatMap(\.items).allSatisfy({ $0.number == nil }) {
        notes.append(
          Note(
            .missingNumbers,
            "{\("\(key)".shortPrintable)} needs numbers, and no picture has one"))
      }
    }
    if let best = job.best, !pictures.contains(where: \.rareTraits.isBest) {
      notes.append(
        Note(.noneBest, "no label is emphasized, as no picture has a number by '\(best.template)'"))
    }
    let others = pictures.filter { $0.picture.faces?.hasOthers == true }
    if let first = others.first?.picture.name {
      notes.append(
        Note(
          .foreignFaces, about: first,
          "regions of faces in \(others.count.counted("picture")) are ignored, as they are outside, or of a "
            + "picture of other proportions; the first is \(first.path.quoted)",
          [.count: others.count]))
    }
    let traits = job.layout.traits
    let count = pictures.count { $0.rareTraits.room != nil && $0.rareTraits.room != .row }
    if count > 0, traits.takesSpans, !traits.hasEqualCells {
      notes.append(
        Note(
          .vainSpans,
          "spans of cells have no effect on \(count.counted("picture")), as rows have none",
          remedy: "row gives a picture one of its own", [.count: count]))
    }
    return notes
  }
}
