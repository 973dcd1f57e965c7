internal import SheetImaging
internal import SheetLayout
internal import SheetPlanning
internal import SheetPlans
internal import SheetText
internal import SystemPackage

/// The pairs on a page, of which one picture lies over the other and is wiped away.
///
/// The style sheet wipes, by `resize`, and shows pairs by their statuses. Scripts are only on pages with
/// pictures inside, for searching and ordering.
struct PagePairs {
  /// A picture beside a page, by its link, or inside it.
  enum Image {
    case linked(HTML, size: PixelSize)
    case inside(EmbeddedPicture)

    fileprivate var size: PixelSize {
      switch self {
      case .linked(_, let size): size
      case .inside(let picture): picture.size
      }
    }
  }

  /// Sizes of two pictures, which many pairs share.
  private struct Shape: Hashable {
    let (before, after, height): (Int, Int, Int)
    var width: Int { max(before, after) }

    /// The shape of a pair; nil if a picture is missing.
    init?(_ pair: Pair<Image>) {
      guard let old = pair.before?.size, let new = pair.after?.size else { return nil }
      (before, after, height) = (old.width, new.width, max(old.height, new.height))
    }
  }

  private let pairs: [Pair<Image>]
  /// Whether pictures are inside, and pairs stand instead of sheets.
  private let isInside: Bool
  private let rule: ComparisonRule?
  private var shapes: [Shape: Int] = [:]

  /// Collects the pairs inside a page, or the pairs on rendered sheets if the page has links.
  init(_ sheet: RunSheet, _ links: RelativeLinks, inside: EmbeddedPage?) {
    isInside = inside?.pairs != nil
    rule = inside?.rule
    pairs =
      inside.map { ($0.pairs ?? []).map { pair in pair.map { .inside($0) } } }
      ?? sheet.pairs(with: links)
    for shape in pairs.compactMap(Shape.init) where shapes[shape] == nil {
      shapes[shape] = shapes.count
    }
  }

  /// The rules of the style sheet: shown statuses, the sizes of boxes, and the shares of pictures in
  /// them.
  var rules: some Sequence<HTML> {
    let statuses = (isInside ? ComparedPair.Status.allCases : []).lazy.map { status -> HTML in
      let name = status.rawValue
      return "body:has(#show-\(name):not(:checked)) #pairs>.\(name){display:none}\n"
    }
    let sizes = shapes.sorted { $0.value < $1.value }.lazy.map { [isInside] shape, number -> HTML in
      let (name, ratio): (HTML, HTML) = (".w\(number)", "\(shape.width)/\(shape.height)")
      let after = TilePlaces.percent(shape.after, of: shape.width)
      let before = TilePlaces.containerPercent(shape.before, of: shape.width)
      return isInside
        ? "\(name){--w:\(shape.width)px;--r:\(ratio);--a:\(after);--b:\(before)}\n"
        : """
        \(name){width:\(shape.width)px;aspect-ratio:\(ratio)}
        \(name)>img{width:\(after)}
        \(name) img+span img{width:\(before)}

        """
    }
    return [AnySequence(statuses), AnySequence(sizes), AnySequence(bar == nil ? [] : [barLook])]
      .joined()
  }

  /// The bar of colours for the amount of change; nil if colours do not show it.
  private var bar: HTML? {
    guard let numbers = rule?.heatNumbers else { return nil }
    return """
      <p id="bar">changed by \(numbers[0]) <span></span> \(numbers[1]) <span></span> \(numbers[2])</p>

      """
  }

  private var barLook: HTML {
    let colors = ChangeColors.anchors.map { "rgb(\($0.red) \($0.green) \($0.blue))" }
    return """
      #bar{margin:0}#bar>span{display:inline-block;width:5rem;height:.75rem;\
      background:linear-gradient(90deg,\(colors.joined(separator: ","))) 0/200%}
      #bar>span+span{background-position:100%}

      """
  }

  /// The pairs, each under its path, below their tools; nothing if there are none beside a page.
  var pieces: some Sequence<ArraySlice<UInt8>> {
    let beginning: HTML =
      isInside
      ? "\(tools)<section id=\"pairs\" aria-label=\"Pairs\">\n"
      : """
      <section id="pairs">
      <h2>Before and after</h2>
      <p>Drag the corner of the picture at the left, as it was, over the one as it is.</p>

      """
    let isEmpty = !isInside && pairs.isEmpty
    return [
      (isEmpty ? [] : [beginning]).pieces(of: 1),
      AnySequence(pairs.lazy.flatMap { isInside ? article(of: $0) : wipe(of: $0) }),
      (isEmpty ? [] : ["</section>\n"]).pieces(of: 1),
    ].joined()
  }

  private var tools: HTML {
    let counts = pairs.compactMap { $0.result }.reduce(into: [:]) { $0[$1.status, default: 0] += 1 }
    var statuses: HTML = ""
    for status in ComparedPair.Status.allCases {
      guard let count = counts[status] else { continue }
      let checked: HTML = status.isShown ? " checked" : ""
      statuses += """
        <label><input type="checkbox" id="show-\(status.rawValue)"\(checked)>\(status.rawValue) \
        (\(count))</label>

        """
    }
    return """
      <section id="tools" aria-label="Choice">
      <fieldset><legend>Show</legend>
      \(statuses)</fieldset>
      <fieldset><legend>View</legend>
      <label><input type="radio" name="view" id="view-side" checked>side by side</label>
      <label><input type="radio" name="view" id="view-wipe">wipe</label>
      <label><input type="radio" name="view" id="view-flicker">flicker</label>
      <label><input type="radio" name="view" id="view-difference">difference</label>
      </fieldset>
      <fieldset hidden><label>Path <input type="search"></label>
      <label><input type="checkbox" id="by-share">most changed first</label>
      <output></output>
      <kbd>J K: next, previous; 1 to 4: view; ← →: wipe; S: order; /: path</kbd></fieldset>
      \(bar ?? "")\
      </section>

      """
  }

  /// A pair with its pictures inside.
  private func article(of pair: Pair<Image>) -> AnySequence<ArraySlice<UInt8>> {
    guard let result = pair.result else { return AnySequence([]) }
    let pictures = [pair.before, pair.after, pair.difference].map { image -> EmbeddedPicture? in
      if case .inside(let picture)? = image { picture } else { nil }
    }
    let shape = Shape(pair).flatMap { shapes[$0] }
    let note = pictures.contains { $0?.isReduced == true } ? ", smaller in this page" : ""
    let beginning: HTML = """
      <article class="\(result.status.rawValue)" data-share="\("\(result.share ?? 0)")" tabindex="-1">
      <h2>\([result.oldPath, result.path].compactMap(\.self).joined(separator: " → "))</h2>
      <p>\(result.description)\(note)</p>
      <section class="sides\(shape.map { " both w\($0)" as HTML } ?? "")">

      """
    let names: [HTML] = ["before", "after", "difference"]
    let figures = zip(names, pictures).map { name, picture -> AnySequence<ArraySlice<UInt8>> in
      guard let picture else { return AnySequence([]) }
      let beginning: HTML = "<figure class=\"\(name)\">\n"
      let image = picture.image(" loading=\"lazy\" decoding=\"async\" alt=\"\(name)\"")
      let end: HTML = "<figcaption>\(name)</figcaption>\n</figure>\n"
      return AnySequence([[beginning].pieces(of: 1), image, [end].pieces(of: 1)].joined())
    }
    return AnySequence(
      ([[beginning].pieces(of: 1)] + figures + [["</section>\n</article>\n"].pieces(of: 1)])
        .joined())
  }

  /// A pair with links to its pictures.
  private func wipe(of pair: Pair<Image>) -> AnySequence<ArraySlice<UInt8>> {
    guard case .linked(let old, _)? = pair.before, case .linked(let new, _)? = pair.after,
      let shape = Shape(pair).flatMap({ shapes[$0] })
    else { return AnySequence([]) }
    let article: HTML = """
      <article>
      <h3>\(pair.path.string)</h3>
      <p class="wipe w\(shape)"><img src="\(new)" loading="lazy" alt="after"><span>\
      <img src="\(old)" loading="lazy" alt="before"></span></p>
      <p><a href="\(old)">before</a> <a href="\(new)">after</a></p>
      </article>

      """
    return [article].pieces(of: 1)
  }
}

extension ComparedPair.Status {
  /// Whether pairs of this status have their pictures inside a page, and are shown at first.
  var isShown: Bool { self != .equal && self != .allowed }
}

extension ComparedPair {
  /// The status and the amount of change: `different, 1.2 %, 300 pixels`.
  fileprivate var description: String {
    guard let counts, counts.changed > 0 else { return statusText }
    return "\(statusText), \(Self.percent(counts.share)), \(counts.changed.counted("pixel"))"
  }
}

extension RunSheet {
  /// The pairs of rendered tiles that show a difference, with links to both pictures.
  fileprivate func pairs(with links: RelativeLinks) -> [Pair<PagePairs.Image>] {
    guard linksPictures else { return [] }
    let sizes = Dictionary(
      plan.pictures.lazy.filter { $0.comparedWith == nil }.compactMap { picture in
        picture.size.map { (picture.name, $0) }
      }, uniquingKeysWith: { one, _ in one })
    return renderedPages.lazy.flatMap(\.page.tiles).map(\.index).compactMap { index in
      let picture = plan.pictures[index]
      guard let other = picture.comparedWith, let before = sizes[other],
        let after = sizes[picture.name], let old = comparedPath(of: index),
        let new = path(of: index)
      else { return nil }
      return Pair(
        path: FilePath(picture.name), before: .linked(links.link(to: old), size: before),
        after: .linked(links.link(to: new), size: after))
    }
  }

  /// The title of a comparison's page, such as `shots against approved`; nil if nothing is compared.
  ///
  /// It has the folders: the names of pairs without their common ends. It is `Comparison` if there are
  /// many folders, as with templates for names, or none, as without any counterpart.
  var comparisonTitle: String? {
    guard plan.comparison != nil else { return nil }
    let files =
      compared?.filter { !$0.isRenamed && $0.sides.count == 2 }
      .map { $0.sides.map { FilePath($0.picture.source.name) } }
      ?? plan.pictures.compactMap { picture in
        picture.comparedWith.map { [FilePath($0), FilePath(picture.name)] }
      }
    let folders = files.map(\.withoutCommonEnd)
    let areFolders = folders != files
    var sides: [[String]] = [[], []]
    for (file, folder) in zip(files, folders) where !areFolders || file != folder {
      for (side, path) in folder.enumerated() {
        let name = path.isEmpty ? "." : path.string.oneLine
        if sides[side].count <= Self.mostNames, !sides[side].contains(name) {
          sides[side].append(name)
        }
      }
    }
    guard sides.allSatisfy({ (1...Self.mostNames).contains($0.count) }) else { return "Comparison" }
    return sides.reversed().map { $0.joined(separator: ", ") }.joined(separator: " against ")
  }

  private static var mostNames: Int { 3 }
}

extension [FilePath] {
  /// Two paths without the components that both end with.
  fileprivate var withoutCommonEnd: [FilePath] {
    var paths = self
    while let last = paths[0].lastComponent, paths[1].lastComponent == last {
      paths[0].removeLastComponent()
      paths[1].removeLastComponent()
    }
    return paths
  }
}
