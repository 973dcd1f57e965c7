package import SheetPlans
package import SheetRendering

/// A page of a plan, and its destination.
package struct PageDestination: Sendable {
  /// The page.
  package let page: SheetPage
  /// The destination of the page.
  package let output: SheetOutput
  /// The format of its file.
  package let format: SheetFormat

  /// Sends a page to an output.
  package init(page: SheetPage, output: SheetOutput, format: SheetFormat) {
    (self.page, self.output, self.format) = (page, output, format)
  }
}
