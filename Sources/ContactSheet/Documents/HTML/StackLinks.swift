internal import SheetPlans
internal import SystemPackage

/// The stacks on a sheet, with links to the pictures that it does not show.
struct StackLinks {
  private let run: SheetRun
  /// The links; nil if pictures are not linked.
  private let links: RelativeLinks?

  /// Describes the stacks on the rendered pages.
  init(_ run: SheetRun, _ links: RelativeLinks?) {
    (self.run, self.links) = (run, run.request.linksPictures ? links : nil)
  }

  /// Writes the stacks, each after its cover; nothing if there are none.
  func write(to html: HTMLWriter) {
    let covers = run.renderedPages.lazy.flatMap(\.page.tiles).map(\.index)
      .filter { [plan = run.plan] in !plan.pictures[$0].stack.isEmpty }
    if covers.first == nil { return }
    html.block(.section, ["id": "stacks"]) {
      html.line(.h2, text: "Stacks")
      html.block(.ul) { for cover in covers { writeStack(of: cover, to: html) } }
    }
  }

  private func writeStack(of cover: Int, to html: HTMLWriter) {
    let picture = run.plan.pictures[cover]
    html.line(.li) {
      html.element(.bdi, text: picture.shownName)
      html.element(.span, text: " and")
      for (name, path) in zip(picture.stack, run.stackedPaths(of: cover)) {
        let shown = PlannedPicture.shownName(name)
        html.text(" ")
        if let links, let path {
          html.element(.a, ["href": .address(links.link(to: path))], text: shown)
        } else {
          html.element(.bdi, text: shown)
        }
      }
    }
  }
}
