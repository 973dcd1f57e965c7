internal import SheetLayout

/// Pictures that differ, above one another, with a handle that wipes between them.
///
/// The picture as it was lies in a box over the other, which the reader makes wider and narrower: `resize`
/// of style sheets, so that no script is needed.
struct PairWipes {
  /// A tile that shows what changed, with the sizes of the two pictures.
  private struct Pair {
    let index: Int
    let heading: String
    let (before, after): (PixelSize, PixelSize)
  }

  /// Sizes of pictures, which many pairs share.
  private struct Shape: Hashable {
    let (before, after, height): (Int, Int, Int)

    init(_ pair: Pair) {
      (before, after) = (pair.before.width, pair.after.width)
      height = max(pair.before.height, pair.after.height)
    }

    var width: Int { max(before, after) }
  }

  private let pairs: [Pair]
  private let sheet: RunSheet
  private let links: RelativeLinks
  private var shapes: [Shape: Int] = [:]

  /// Collects the pairs on the pages that are rendered; none where pictures are not to be linked.
  init(_ sheet: RunSheet, _ links: RelativeLinks, isEmpty: Bool = false) {
    (self.sheet, self.links) = (sheet, links)
    guard sheet.linksPictures, !isEmpty else {
      pairs = []
      return
    }
    let pictures = sheet.plan.pictures
    let sizes = Dictionary(
      pictures.lazy.filter { $0.comparedWith == nil }.compactMap { picture in
        picture.size.map { (picture.name, $0) }
      }, uniquingKeysWith: { one, _ in one })
    pairs = sheet.renderedPages.flatMap(\.page.tiles).compactMap { tile in
      let picture = pictures[tile.index]
      guard let other = picture.comparedWith, let before = sizes[other],
        let after = sizes[picture.name]
      else { return nil }
      return Pair(index: tile.index, heading: picture.name, before: before, after: after)
    }
    for pair in pairs where shapes[Shape(pair)] == nil { shapes[Shape(pair)] = shapes.count }
  }

  /// The rules of the style sheet: the sizes of boxes, and the shares of pictures in them.
  var rules: some Sequence<HTML> {
    shapes.sorted { $0.value < $1.value }.lazy.map { shape, number -> HTML in
      let (width, place) = (shape.width, ".w\(number)" as HTML)
      return """
        \(place){width:\(width)px;aspect-ratio:\(width)/\(shape.height)}
        \(place)>img{width:\(TilePlaces.percent(shape.after, of: width))}
        \(place) img+span img{width:\(TilePlaces.containerPercent(shape.before, of: width))}

        """
    }
  }

  /// The pairs, each under its path; nothing where there are none.
  var markup: some Sequence<HTML> {
    let beginning: HTML = """
      <section id="pairs">
      <h2>Before and after</h2>
      <p>Drag the corner of the picture at the left, as it was, over the one as it is.</p>

      """
    let articles = pairs.lazy.map(article(of:))
    return [
      AnySequence(pairs.isEmpty ? [] : [beginning]), AnySequence(articles),
      AnySequence(pairs.isEmpty ? [] : ["</section>\n"]),
    ].joined()
  }

  private func article(of pair: Pair) -> HTML {
    guard let before = sheet.comparedPath(of: pair.index), let after = sheet.path(of: pair.index),
      let shape = shapes[Shape(pair)]
    else { return "" }
    let (old, new) = (links.link(to: before), links.link(to: after))
    return """
      <article>
      <h3>\(pair.heading)</h3>
      <p class="wipe w\(shape)"><img src="\(new)" loading="lazy" alt="after"><span>\
      <img src="\(old)" loading="lazy" alt="before"></span></p>
      <p><a href="\(old)">before</a> <a href="\(new)">after</a></p>
      </article>

      """
  }
}
