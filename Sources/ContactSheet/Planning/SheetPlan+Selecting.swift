public import SystemPackage

extension SheetPlan {
  /// The pages to render: the selected ones, without those that stay.
  ///
  /// - Throws: ``SheetError/noSuchPage(_:known:)`` if the selection goes beyond the pages.
  public func selectedPages() throws(SheetError) -> [SheetPage] {
    try selection.pages(of: pages).filter { !keptPages.contains($0.number) }
  }

  /// The same plan with other pages selected, other outputs or another encoding.
  ///
  /// - Parameters:
  ///   - pages: The pages to render.
  ///   - output: Where the sheet goes; nil to keep the pages' outputs.
  ///   - documents: The documents that are asked for.
  ///   - encoding: How the sheet is encoded; nil to keep that.
  ///   - maximumPixels: The maximum number of pixels of a page; nil to keep that.
  ///   - unreadablePolicy: What to do about pictures that cannot be read; nil to keep that. Tiles
  ///     keep their places, so one whose picture is to be skipped shows a placeholder.
  ///   - replacesForeignFiles: Whether files may be replaced that are neither a contact sheet nor one
  ///     of its documents.
  ///   - keepsUnchangedFiles: Whether a file stays that would be replaced by one of the same bytes.
  /// - Returns: A plan that has yet to be checked.
  public func replacing(
    pages: PageSelection = .all, output: SheetOutput? = nil,
    documents: SheetDocuments = SheetDocuments(), encoding: SheetEncoding? = nil,
    maximumPixels: PixelCount? = nil, unreadablePolicy: UnreadablePolicy? = nil,
    replacesForeignFiles: Bool = false, keepsUnchangedFiles: Bool = false
  ) -> SheetPlan {
    var plan = self
    plan.isChecked = false
    plan.selection = pages
    plan.documents = documents
    if let output {
      let outputs = output.pages(self.pages.map(\.number))
      for index in plan.pages.indices { plan.pages[index].output = outputs[index] }
    }
    if let encoding { plan.encoding = encoding }
    if let unreadablePolicy { plan.unreadablePolicy = unreadablePolicy }
    plan.replacesForeignFiles = replacesForeignFiles
    plan.keepsUnchangedFiles = keepsUnchangedFiles
    if let maximumPixels { plan.maximumPixels = maximumPixels }
    return plan
  }

  /// The same plan without those of the selected pages that are there and newer than a file, such
  /// as the one that the plan is from.
  ///
  /// A page is there if its file is a contact sheet; what that shows is not looked at.
  ///
  /// - Parameter file: The file that pages must be newer than.
  /// - Returns: A plan that has yet to be checked.
  /// - Throws: ``SheetError/plan(_:_:)`` if there is no such file, and
  ///   ``SheetError/noSuchPage(_:known:)`` if the selection goes beyond the pages.
  public func keepingPages(newerThan file: FilePath) throws(SheetError) -> SheetPlan {
    let modified: Duration
    do { modified = try file.stat().modified } catch {
      throw .plan(file, .unreadable(reason: "\(error)"))
    }
    var plan = self
    plan.isChecked = false
    for page in try selectedPages() {
      // Of two that are equally old, the page may be the older one.
      guard case .file(let path) = page.output, let status = try? path.stat(),
        status.modified > modified, SheetFormat.isOwnSheet(path)
      else { continue }
      plan.keptPages.insert(page.number)
    }
    return plan
  }
}
