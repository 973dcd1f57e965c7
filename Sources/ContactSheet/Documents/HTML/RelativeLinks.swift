internal import SheetFiles
internal import SheetPlans
internal import SystemPackage

/// Addresses of files, relative to a page that links to them.
///
/// Symbolic links in paths stay. A browser knows the path by which a page was opened, and not its
/// target.
final class RelativeLinks {
  private let workingFolder: FilePath
  /// The folder that the page is in.
  private let folder: FilePath
  /// The prefixes of the names of files, by their folders.
  private var known: [FilePath: HTML] = [:]

  /// Prepares links from the page at a path; nil if the page will be in the working folder.
  init(from page: FilePath?, workingFolder: FilePath = .workingFolder) {
    self.workingFolder = workingFolder
    folder = (page?.folder ?? ".").absolute(in: workingFolder)
  }

  /// The address of a file.
  func link(to file: FilePath) -> HTML {
    let folder = file.removingLastComponent()
    let beginning = known[folder] ?? way(to: folder.absolute(in: workingFolder))
    known[folder] = beginning
    return "\(beginning)\(HTML(path: file.nameBytes))"
  }

  /// The path from the page's folder to another, with a slash at its end unless it is empty.
  private func way(to other: FilePath) -> HTML {
    let way = folder.way(to: other)
    return way.isEmpty ? "" : "\(HTML(path: way.bytes))/"
  }
}

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
