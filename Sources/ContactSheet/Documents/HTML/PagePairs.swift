internal import SheetFiles
internal import SheetImaging
internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlanning
internal import SheetPlans
internal import SystemPackage

/// The pairs on a page: pictures side by side, wiped over each other, or flickering.
///
/// The style sheet shows pairs according to their status, and uses `resize` for wiping. Only pages
/// with embedded pictures have scripts, for searching, sorting and keyboard shortcuts.
struct PagePairs {
  /// The sizes of two pictures, shared by many pairs.
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
  /// Whether pictures are embedded, and pairs are shown instead of sheets.
  private let isInside: Bool
  private let rule: ComparisonRule?
  private var shapes: [Shape: Int] = [:]

  /// Collects the pairs embedded in a page, or the pairs on rendered sheets if the page has links.
  init(_ run: SheetRun, _ links: RelativeLinks, inside: EmbeddedPage?) {
    (isInside, rule) = (inside?.pairs != nil, inside?.rule)
    pairs = inside.map { $0.pairs ?? [] } ?? run.pairs(with: links)
    for shape in pairs.compactMap(Shape.init) where shapes[shape] == nil {
      shapes[shape] = shapes.count
    }
  }

  /// Whether the page has neither pairs nor the message that nothing differs.
  private var isEmpty: Bool { pairs.isEmpty && !isInside }

  /// Calls `body` with the rules of the style sheet: the look, the statuses shown, the sizes of
  /// boxes, and the fractions of boxes that pictures fill.
  func forEachRule(_ body: (TrustedText) -> Void) {
    if isEmpty { return }
    body(Self.look)
    for status in FolderComparison.Status.allCases {
      body("body:has(#show-\(status):not(:checked)) #pairs>.\(status){display:none}\n")
    }
    for (shape, number) in shapes.sorted(by: { $0.value < $1.value }) {
      let after = TilePlaces.share(shape.after, of: shape.width)
      let before = TilePlaces.share(shape.before, of: shape.width)
      body(
        """
        .w\(number){--w:\(shape.width)px;--r:\(shape.width)/\(shape.height);\
        --a:\(after)%;--b:\(before)cqw}

        """)
    }
    guard let rule, rule.heatNumbers != nil else { return }
    let colors = rule.heatAnchors.map { "rgb(\($0.red) \($0.green) \($0.blue))" as TrustedText }
    body(
      """
      #bar{margin:0}#bar>span{display:inline-block;width:5rem;height:.75rem;\
      background:linear-gradient(90deg,\(colors.joined(separator: ","))) 0/200%}
      #bar>span+span{background-position:100%}

      """)
  }

  /// Writes the controls, then the pairs, each below its path.
  func write(to html: HTMLWriter) {
    if isEmpty { return }
    html.block(.section, ["id": "tools", "aria-label": "Choice"]) { writeTools(to: html) }
    html.block(
      .section, ["id": "pairs", "class": areSmall ? "small" : nil, "aria-label": "Pairs"]
    ) {
      for (place, pair) in pairs.enumerated() {
        write(pair, isNear: place < Self.nearCount, to: html)
      }
    }
  }

  /// How many pairs load their pictures with the page; a screenshot does not wait for the others.
  private static let nearCount = 32
  /// The longest side that pictures may have if several pairs are to fit into a row.
  private static let smallSide = 128

  /// Whether all pictures are as small as icons.
  private var areSmall: Bool {
    pairs.lazy.flatMap { [$0.before, $0.after] }.compactMap { $0?.size }
      .allSatisfy { max($0.width, $0.height) <= Self.smallSide }
  }

  /// Writes the choices of what to show, and the colour scale for the amount of change.
  private func writeTools(to html: HTMLWriter) {
    func writeChoice(
      _ id: String, _ text: String, isChosen: Bool, _ type: HTMLWriter.Value,
      of group: String? = nil
    ) {
      html.line(.label) {
        html.element(
          .input,
          [
            "type": type, "name": group.map { .text($0) }, "id": .text(id),
            "checked": isChosen ? .present : nil,
          ])
        html.text(text)
      }
    }
    let counts = pairs.compactMap { $0.result }.reduce(into: [:]) { $0[$1.status, default: 0] += 1 }
    if !counts.isEmpty {
      html.line(.fieldset) {
        html.line(.legend, text: "Show")
        for status in FolderComparison.Status.allCases {
          guard let count = counts[status] else { continue }
          writeChoice(
            "show-\(status.rawValue)", "\(status.rawValue) (\(count))", isChosen: status.isShown,
            "checkbox")
        }
      }
    }
    html.line(.fieldset) {
      html.line(.legend, text: "View")
      // On sheets, pairs are already side by side.
      for (view, text) in [("side", "side by side"), ("wipe", "wipe"), ("flicker", "flicker")] {
        writeChoice(
          "view-\(view)", text, isChosen: view == (isInside ? "side" : "wipe"), "radio", of: "view")
      }
      if isInside {
        writeChoice("view-difference", "difference", isChosen: false, "radio", of: "view")
      }
    }
    if isInside { writeSearch(to: html) }
    if let numbers = rule?.heatNumbers {
      html.line(.p, ["id": "bar"]) {
        html.text("changed by: \(numbers[0]) ")
        html.element(.span)
        html.text(" \(numbers[1]) ")
        html.element(.span)
        html.text(" \(numbers[2])")
      }
    }
  }

  /// Writes the search field and the list of keyboard shortcuts.
  private func writeSearch(to html: HTMLWriter) {
    html.line(.fieldset, ["hidden": .present]) {
      html.line(.label) {
        html.text("Path ")
        html.element(.input, ["type": "search"])
      }
      html.line(.label) {
        html.element(.input, ["type": "checkbox", "id": "by-share"])
        html.text("most changed first")
      }
      html.line(.output)
      html.element(
        .kbd, text: "J K: next, previous; 1 to 4: view; ← →: wipe; S: order; /: path")
    }
  }

  /// Writes a pair with its results, if known, and links to pictures next to the page.
  private func write(_ pair: Pair<PageImage>, isNear: Bool, to html: HTMLWriter) {
    let images = zip(
      ["before", "after", "difference"], [pair.before, pair.after, pair.difference]
    )
    .compactMap { name, image in image.map { (name: name, image: $0) } }
    let result = pair.result
    html.block(
      .article,
      [
        "class": result.map { .text($0.status.rawValue) },
        "data-share": result.map { "\($0.share ?? 0)" }, "tabindex": "-1",
      ]
    ) {
      let paths = [pair.oldPath, pair.path].compactMap(\.?.string)
      html.line(.h2, text: paths.joined(separator: " → "))
      if let result {
        let note = images.contains { $0.image.isReduced } ? ", shown smaller here" : ""
        html.line(.p, text: result.description + note)
      }
      let links = images.compactMap { name, image in image.link.map { (name, $0) } }
      if !links.isEmpty {
        html.line(.p) {
          for (name, link) in links { html.line(.a, ["href": .address(link)], text: name) }
        }
      }
      let shape = Shape(pair).flatMap { shapes[$0] }
      html.block(.section, ["class": "sides\(shape.map { " both w\($0)" } ?? "")"]) {
        for (name, image) in images {
          html.block(.figure, ["class": .text(name)]) {
            image.write(loading: isNear ? .withPage : .lazilyAside, description: name, to: html)
            html.line(.figcaption, text: name)
          }
        }
      }
    }
  }
}

extension FolderComparison.Status {
  /// Whether pairs with this status have their pictures embedded, and are shown initially.
  var isShown: Bool { !isAccepted }
}

extension ComparedPair {
  /// The status and the amount of change: `different, 1.2 %, 300 pixels`.
  fileprivate var description: String {
    guard let counts, counts.changed > 0 else { return statusText }
    return "\(statusText), \(Self.percent(counts.share)), \(counts.changed.counted("pixel"))"
  }
}

extension SheetRun {
  /// The pairs of rendered tiles that show a difference, with links to both pictures.
  fileprivate func pairs(with links: RelativeLinks) -> [Pair<PageImage>] {
    guard request.linksPictures else { return [] }
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
  /// It names the two folders without the ending their paths share. Only the last component of an
  /// absolute path is shown. If a side has no folder or more than three, as can happen with
  /// templates for names, the title is `Comparison`.
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
        // An absolute path would tell strangers about this machine, and its last component is
        // enough to tell the folders apart.
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
  fileprivate var shownEnd: FilePath { FilePath(root: nil, lastComponent.map { [$0] } ?? []) }
}

extension [FilePath] {
  /// Two paths without the ending they share.
  var withoutCommonEnd: [FilePath] {
    var paths = self
    while let last = paths[0].lastComponent, paths[1].lastComponent == last {
      paths[0].removeLastComponent()
      paths[1].removeLastComponent()
    }
    return paths
  }
}
