internal import SheetPlans
internal import SystemPackage

/// The stacks of a sheet, with links to the pictures that it does not show.
struct StackLinks {
  private let sheet: ResolvedSheet
  /// The links; nil if pictures are not linked.
  private let links: RelativeLinks?

  /// Describes the stacks on the pages that are rendered.
  init(_ sheet: ResolvedSheet, _ links: RelativeLinks?) {
    (self.sheet, self.links) = (sheet, sheet.linksPictures ? links : nil)
  }

  /// The stacks, each after its cover; empty if there are none.
  var markup: some Sequence<HTML> {
    let stacks = sheet.renderedPages.lazy.flatMap(\.page.tiles).map(\.index)
      .filter { [plan = sheet.plan] in !plan.pictures[$0].stack.isEmpty }
    let isEmpty = stacks.first == nil
    return [
      AnySequence(isEmpty ? [] : ["<section id=\"stacks\">\n<h2>Stacks</h2>\n<ul>\n"]),
      AnySequence(stacks.map(item(of:))), AnySequence(isEmpty ? [] : ["</ul>\n</section>\n"]),
    ].joined()
  }

  private func item(of index: Int) -> HTML {
    let picture = sheet.plan.pictures[index]
    var item: HTML = "<li><bdi>\(picture.shownName)</bdi><span> and</span>"
    for (name, path) in zip(picture.stack, sheet.stackedPaths(of: index)) {
      let shown = PlannedPicture.shownName(name)
      if let links, let path {
        item += " <a href=\"\(links.link(to: path))\">\(shown)</a>"
      } else {
        item += " <bdi>\(shown)</bdi>"
      }
    }
    item += "</li>\n"
    return item
  }
}
