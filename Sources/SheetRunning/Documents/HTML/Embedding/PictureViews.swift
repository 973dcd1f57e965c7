internal import SheetLayout
internal import SheetPlans

/// The pictures of tiles inside a page, for viewing one by one.
///
/// The picture that the address names fills the window. So viewing works without a script.
struct PictureViews {
  private let inside: EmbeddedPage
  private let plan: SheetPlan
  /// The pictures that are inside, in the order of their tiles.
  private let indices: [Int]

  init(_ sheet: ResolvedSheet, _ inside: EmbeddedPage) {
    (self.inside, plan) = (inside, sheet.plan)
    indices = sheet.renderedPages.flatMap(\.page.tiles).map(\.index)
      .filter { inside.pictures[$0] != nil }
  }

  /// The views; empty if there are none.
  var pieces: DocumentPieces {
    if indices.isEmpty { return DocumentPieces([]) }
    return HTML.pieces(
      "<section id=\"pictures\" aria-label=\"Pictures\">\n",
      DocumentPieces(indices.indices.lazy.flatMap(view(at:))), end: "</section>\n")
  }

  private func view(at place: Int) -> AnySequence<ArraySlice<UInt8>> {
    let index = indices[place]
    guard let picture = inside.pictures[index] else { return AnySequence([]) }
    let name = plan.pictures[index].shownName
    func link(_ place: Int, _ relation: HTML, _ text: HTML) -> HTML {
      guard indices.indices.contains(place) else { return "" }
      return """
        <a href="#picture-\(indices[place])" rel="\(relation)" title="\(text)"></a>

        """
    }
    let size = "\(picture.size.width) × \(picture.size.height) pixels"
    let note = picture.isReduced ? ", smaller in this page" : ""
    let beginning: HTML = "<figure id=\"picture-\(index)\" tabindex=\"-1\">\n"
    let end: HTML = """
      \(link(place - 1, "prev", "Previous"))\(link(place + 1, "next", "Next"))\
      <figcaption><bdi>\(name)</bdi> <span>\(place + 1) of \(indices.count), \(size)\(note)</span>
      <label><input type="checkbox">Full size</label>
      <a href="#tile-\(index)" rel="up">Close</a></figcaption>
      </figure>

      """
    let image = PageImage.inside(picture)
      .tag(" loading=\"lazy\" decoding=\"async\" alt=\"\(name)\"")
    return HTML.pieces(beginning, image, end: end)
  }
}
