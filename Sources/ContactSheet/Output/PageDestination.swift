internal import SheetModel
internal import SheetPlanning
package import SheetPlans
package import SheetRendering

/// A page of a plan, and its destination.
package struct PageDestination: Sendable {
  package let page: SheetPage
  /// The destination of the page.
  package let output: SheetOutput
  /// The format of the page's file.
  package let format: SheetFormat

  /// Assigns an output to a page.
  package init(page: SheetPage, output: SheetOutput, format: SheetFormat) {
    (self.page, self.output, self.format) = (page, output, format)
  }
}

extension PageDestination {
  /// All pages of a plan, with their destinations.
  ///
  /// - Throws: ``ContactSheetError/noOutput`` if neither the request nor a manifest gives
  ///   destinations, and ``ContactSheetError/nothingGroups(_:_:)`` if a name asks for groups that
  ///   do not exist.
  static func pages(
    of planned: PlannedSheet, _ request: RenderRequest
  ) throws(ContactSheetError) -> [PageDestination] {
    let pages = planned.plan.pages
    let requested = try request.output.map { (output) throws(ContactSheetError) in
      let inOneFile = request.format(of: output).holdsPages
      if let names = try GroupedNames(output, groupedBy: planned.groups?.key) {
        return try names.outputs(of: pages, planned.groups, inOneFile: inOneFile)
      }
      return output.pages(
        pages.map(\.number), blocks: pages.map(\.block), inOneFile: inOneFile)
    }
    guard let outputs = requested ?? planned.suggestedOutputs else { throw .noOutput }
    return zip(pages, outputs).map {
      PageDestination(page: $0, output: $1, format: request.format(of: $1))
    }
  }
}
