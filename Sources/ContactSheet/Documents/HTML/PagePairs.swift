internal import SheetFiles
internal import SheetImaging
internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlanning
internal import SheetPlans
internal import SystemPackage

/// The pairs on a page: pictures side by side, one over the other, or one after the other.
///
/// The style sheet shows pairs by their statuses, and wipes by `resize`. Scripts are only on pages with
/// pictures inside, for searching, ordering and keys.
struct PagePairs {
  /// Sizes of two pictures, which many pairs share.
  private struct Shape: Hashable {
    let (before, after, height): (Int, Int, Int)
    var width: Int { max(before, after) }

    /// The shape of a pair; nil if a picture is missing.
    init?(_ pair: Pair<PageImage>) {
      guard let old = pair.before?.size, let new = pair.after?.size else { return nil }
      (before, after, height) = (old.width, new.width, max(old.height, new.height))
    }
  }

  private let pairs: [Pair<PageImage>]
  /// Whether pictures are inside, and pairs are shown instead of sheets.
  private let isInside: Bool
  private let rule: ComparisonRule?
  private var shapes: [Shape: Int] = [:]

  /// Collects the pairs inside a page, or the pairs on rendered sheets if the page has links.
  init(_ sheet: ResolvedSheet, _ links: RelativeLinks, inside: EmbeddedPage?) {
    (isInside, rule) = (inside?.pairs != nil, inside?.rule)
    pairs = inside.map { $0.pairs ?? [] } ?? sheet.pairs(with: links)
    for shape in pairs.compactMap(Shape.init) where shapes[shape] == nil {
      shapes[shape] = shapes.count
    }
  }

  /// Whether the page has neither pairs nor the message that nothing differs.
  private var isEmpty: Bool { pairs.isEmpty && !isInside }

  /// The rules of the style sheet: the look, shown statuses, sizes of boxes, and the fractions of
  /// boxes that pictures fill.
  var rules: some Sequence<HTML> {
    let statuses = ComparedPair.Status.allCases.lazy.map { status -> HTML in
      let name = status.rawValue
      return "body:has(#show-\(name):not(:checked)) #pairs>.\(name){display:none}\n"
    }
    let sizes = shapes.sorted { $0.value < $1.value }.lazy.map { shape, number -> HTML in
      let after = TilePlaces.percent(shape.after, of: shape.width)
      let before = TilePlaces.containerPercent(shape.before, of: shape.width)
      return """
        .w\(number){--w:\(shape.width)px;--r:\(shape.width)/\(shape.height);--a:\(after);--b:\(before)}

        """
    }
    let rules = [AnySequence([Self.look]), AnySequence(statuses), AnySequence(sizes)]
    return (isEmpty ? [] : rules + [AnySequence(bar == nil ? [] : [barLook])]).joined()
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

  /// The pairs, each under its path, below their tools.
  var pieces: DocumentPieces {
    if isEmpty { return DocumentPieces([]) }
    let look: HTML = areSmall ? " class=\"small\"" : ""
    return HTML.pieces(
      "\(tools)<section id=\"pairs\"\(look) aria-label=\"Pairs\">\n",
      DocumentPieces(
        pairs.enumerated().lazy.flatMap { article(of: $1, isNear: $0 < Self.nearCount) }),
      end: "</section>\n")
  }

  /// The first pairs, whose pictures load with the page: a screenshot does not wait for later ones.
  private static let nearCount = 32
  /// The longest side of pictures of which several pairs stand in a row.
  private static let smallSide = 128

  /// Whether all pictures are as small as icons.
  private var areSmall: Bool {
    pairs.lazy.flatMap { [$0.before, $0.after] }.compactMap { $0?.size }
      .allSatisfy { max($0.width, $0.height) <= Self.smallSide }
  }

  private var tools: HTML {
    func fieldset(_ legend: HTML, _ choices: [(attributes: HTML, isChosen: Bool, text: HTML)])
      -> HTML
    {
      let labels = choices.reduce(into: "" as HTML) { html, choice in
        let state: HTML = choice.isChosen ? " checked" : ""
        html += "<label><input \(choice.attributes)\(state)>\(choice.text)</label>\n"
      }
      return choices.isEmpty ? "" : "<fieldset><legend>\(legend)</legend>\n\(labels)</fieldset>\n"
    }
    let counts = pairs.compactMap { $0.result }.reduce(into: [:]) { $0[$1.status, default: 0] += 1 }
    let statuses = ComparedPair.Status.allCases.compactMap { status in
      counts[status].map { count -> (HTML, Bool, HTML) in
        let name = status.rawValue
        return ("type=\"checkbox\" id=\"show-\(name)\"", status.isShown, "\(name) (\(count))")
      }
    }
    // Sheets have pairs side by side.
    let views: [(HTML, isFirst: Bool, HTML)] = [
      ("side", isInside, "side by side"), ("wipe", !isInside, "wipe"),
      ("flicker", false, "flicker"),
    ]
    let difference: [(HTML, Bool, HTML)] = isInside ? [("difference", false, "difference")] : []
    let choices = (views + difference).map {
      ("type=\"radio\" name=\"view\" id=\"view-\($0)\"" as HTML, $1, $2)
    }
    let search: HTML = """
      <fieldset hidden><label>Path <input type="search"></label>
      <label><input type="checkbox" id="by-share">most changed first</label>
      <output></output>
      <kbd>J K: next, previous; 1 to 4: view; ← →: wipe; S: order; /: path</kbd></fieldset>

      """
    return """
      <section id="tools" aria-label="Choice">
      \(fieldset("Show", statuses))\(fieldset("View", choices))\(isInside ? search : "")\(bar ?? "")\
      </section>

      """
  }

  /// A pair with its findings, if they are known, and links to pictures beside the page.
  private func article(
    of pair: Pair<PageImage>, isNear: Bool
  ) -> AnySequence<ArraySlice<UInt8>> {
    let names: [HTML] = ["before", "after", "difference"]
    let images = Array(zip(names, [pair.before, pair.after, pair.difference]))
    let result = pair.result.map { result -> (attributes: HTML, text: HTML) in
      let note = images.contains { $1?.isReduced == true } ? ", smaller in this page" : ""
      let share = "\(result.share ?? 0)"
      return (
        " class=\"\(result.status.rawValue)\" data-share=\"\(share)\"",
        "<p>\(result.description)\(note)</p>\n"
      )
    }
    let links = images.reduce(into: "" as HTML) { links, image in
      guard let link = image.1?.link else { return }
      links += "<a href=\"\(link)\">\(image.0)</a>\n"
    }
    let addresses: HTML = links.bytes.isEmpty ? "" : "<p>\(links)</p>\n"
    let shape = Shape(pair).flatMap { shapes[$0] }
    let paths = [pair.oldPath, pair.path].compactMap(\.?.string)
    let beginning: HTML = """
      <article\(result?.attributes ?? "") tabindex="-1">
      <h2>\(paths.joined(separator: " → "))</h2>
      \(result?.text ?? "")\(addresses)\
      <section class="sides\(shape.map { " both w\($0)" as HTML } ?? "")">

      """
    let figures = images.map { name, image -> AnySequence<ArraySlice<UInt8>> in
      guard let image else { return AnySequence([]) }
      let beginning: HTML = "<figure class=\"\(name)\">\n"
      let loading: HTML = isNear ? "" : " loading=\"lazy\" decoding=\"async\""
      let tag = image.tag("\(loading) alt=\"\(name)\"")
      let end: HTML = "<figcaption>\(name)</figcaption>\n</figure>\n"
      return HTML.pieces(beginning, tag, end: end)
    }
    return HTML.pieces(
      beginning, DocumentPieces(figures.joined()), end: "</section>\n</article>\n")
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

extension ResolvedSheet {
  /// The pairs of rendered tiles that show a difference, with links to both pictures.
  fileprivate func pairs(with links: RelativeLinks) -> [Pair<PageImage>] {
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
        path: FilePath(picture.name), before: .beside(links.link(to: old), size: before),
        after: .beside(links.link(to: new), size: after))
    }
  }

  /// The title of a comparison's page, such as `shots against approved`; nil if nothing is compared.
  ///
  /// It names the two folders, without the components that both paths end with. Of an absolute
  /// path, it has only the last component. It is `Comparison` if there are many folders, as with
  /// templates for names, or none.
  var comparisonTitle: String? {
    guard plan.comparison != nil else { return nil }
    let files =
      compared?.filter { !$0.isRenamed && $0.sides.count == 2 }
      .map { $0.sides.map(\.picture.name.path) }
      ?? plan.pictures.compactMap { picture in
        picture.counterpart.map { [$0.source.path, picture.source.path] }
      }
    let folders = files.map(\.withoutCommonEnd)
    let areFolders = folders != files
    let sides = [0, 1].map { side in
      var names: [String] = []
      for (file, folder) in zip(files, folders) where !areFolders || file != folder {
        // An absolute path tells strangers about this machine, and its last component distinguishes
        // the folders.
        let path = folder[side].isAbsolute ? folder[side].shownEnd : folder[side]
        let name = path.isEmpty ? "." : path.string.oneLine
        if names.count <= Self.mostNames, !names.contains(name) { names.append(name) }
      }
      return names
    }
    guard sides.allSatisfy({ (1...Self.mostNames).contains($0.count) }) else { return "Comparison" }
    return sides.reversed().map { $0.joined(separator: ", ") }.joined(separator: " against ")
  }

  private static var mostNames: Int { 3 }
}

extension FilePath {
  /// The last component alone.
  fileprivate var shownEnd: FilePath { FilePath(root: nil, lastComponent.map { [$0] } ?? []) }
}

extension [FilePath] {
  /// Two paths without the components that both end with.
  var withoutCommonEnd: [FilePath] {
    var paths = self
    while let last = paths[0].lastComponent, paths[1].lastComponent == last {
      paths[0].removeLastComponent()
      paths[1].removeLastComponent()
    }
    return paths
  }
}
