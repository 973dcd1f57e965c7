internal import SheetFiles
internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlanning
internal import SheetPlans
internal import SheetRendering
internal import SystemPackage

extension Sheet {
  /// A sheet before it is rendered: its pages, the position of each picture, its text and its
  /// style.
  ///
  /// A plan is `Codable` and complete: its JSON renders to the same bytes here and on other
  /// machines. Only pictures that are not files have to be supplied again.
  public struct Plan: Sendable {
    private(set) var planned: PlannedSheet
    var maxPixels = PixelCount.standard.value
    var maxMemory = ByteLimit.standardMemory.value

    init(_ planned: PlannedSheet, maxPixels: Int, maxMemory: Int) {
      (self.planned, self.maxPixels, self.maxMemory) = (planned, maxPixels, maxMemory)
    }

    /// Reads a plan or the manifest of a sheet.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - root: The folder that contains all pictures and pages; nil if they may be anywhere.
    /// - Throws: ``ContactSheetError``.
    public init(contentsOf path: String, root: String? = nil) throws {
      planned = try PlannedSheet(contentsOf: FilePath(path), root: root.map { FilePath($0) })
    }

    /// Creates a plan from a decoded plan and its pictures that are not files, in any order.
    ///
    /// These pictures are matched by their identifiers (``Sheet/Picture/id``). Pictures that are
    /// files are read from the paths in the plan.
    ///
    /// - Throws: ``ContactSheetError`` if one of the plan's pictures is missing, or if one of
    ///   `pictures` is not in the plan.
    public init(_ plan: Plan, pictures: [Picture]) throws {
      self = plan
      planned = try planned.supplied(with: pictures.sources)
    }

    mutating func set(quality: Int) { planned.plan.encoding.quality = .level(quality) }

    /// The names of the pictures, in the order of the sheet.
    public var pictures: [String] { planned.plan.pictures.map(\.name) }

    /// The pages of the sheet, in order.
    public var pages: [Page] { planned.plan.pages.map { Page($0, planned.plan) } }

    /// The results of a comparison; nil if nothing is compared.
    public var changes: FolderComparison.Changes? {
      planned.plan.comparison.map { FolderComparison.Changes($0.pairs, issues: issues) }
    }

    /// The notes on the plan so far.
    public var issues: [Issue] { planned.notes.all.map(Issue.init) }
  }
}

extension Sheet.Plan: Equatable {
  /// Whether both plans render to the same sheet.
  public static func == (one: Sheet.Plan, other: Sheet.Plan) -> Bool {
    one.planned.plan == other.planned.plan
  }
}

extension Sheet.Plan: Codable {
  /// Decodes a plan and checks every number; pictures are not accessed.
  public init(from decoder: any Decoder) throws {
    planned = PlannedSheet(try SheetPlan(from: decoder))
  }

  /// Encodes the plan in the form of a manifest.
  public func encode(to encoder: any Encoder) throws { try planned.plan.encode(to: encoder) }
}

extension Sheet.Plan {
  /// A page of a plan.
  public struct Page: Equatable, Sendable {
    /// The number, counted from 1.
    public let number: Int
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// The tiles, in the order of the pictures.
    public let tiles: [Tile]

    init(_ page: SheetPage, _ plan: SheetPlan) {
      (number, width, height) = (page.number, page.size.width, page.size.height)
      tiles = page.tiles.map { Tile($0, plan.pictures[$0.index].name) }
    }
  }

  /// The position of one picture on its page.
  public struct Tile: Equatable, Sendable {
    /// The name of the picture.
    public let picture: String
    /// The area of the cell.
    public let cell: Sheet.Rect
    /// The area of the picture in the cell; nil if the picture could not be read.
    public let image: Sheet.Rect?
    /// The text of the label; nil if there is none, or no room for it.
    public let label: String?

    init(_ tile: PlannedTile, _ picture: String) {
      (self.picture, cell) = (picture, Sheet.Rect(tile.cell))
      (image, label) = (tile.placement.map { Sheet.Rect($0.image) }, tile.label?.text)
    }
  }
}

extension Sheet {
  /// Finds the pictures, reads their headers and lays them out.
  ///
  /// Pixels are decoded only if a property depends on them, for example in a comparison. The work
  /// runs on its own threads and ends if the task is cancelled.
  ///
  /// - Parameter output: The destination of the sheet, whose older pages are left out; nil if
  ///   unknown.
  /// - Returns: The plan.
  /// - Throws: ``ContactSheetError``, and `CancellationError` if the task is cancelled.
  public func plan(for output: String? = nil) async throws -> Plan {
    try await plan(for: output, isDocument: output.isDocument)
  }

  /// Plans the sheet for an output, which is a document with pages or a picture.
  func plan(for output: String?, isDocument: Bool) async throws -> Plan {
    do {
      try checkPictures()
      let job = try resolved(for: SheetDestination(isDocument: isDocument))
      let output = try output.map { try SheetOutput(path: $0) }
      let planned = try await WorkerThreads.run { workers in
        try await job.plan(for: output, workers: workers)
      }
      return Plan(planned, maxPixels: maxPixels, maxMemory: maxMemory)
    } catch {
      throw ContactSheetError.caught(error)
    }
  }

  /// Plans the sheet and renders it to a file, or to several files named after it.
  ///
  /// - Throws: ``ContactSheetError``, and `CancellationError` if the task is cancelled.
  @discardableResult
  public func render(
    to output: String, overwrite: Overwriting = .sheetsOnly, options: RenderOptions = .init(),
    progress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) async throws -> Report {
    try await plan(for: output).render(
      to: output, overwrite: overwrite, options: options, progress: progress)
  }

  /// Returns the text of a template for each picture, in the order of the sheet, without making a
  /// sheet.
  ///
  /// - Throws: ``ContactSheetError``, and `CancellationError` if the task is cancelled.
  public func list(_ template: String) async throws -> [String] {
    do {
      try checkPictures()
      let job = try resolved()
      let form = ListingForm.template(
        try parsed(template, .list) { try PictureTemplate($0, others: .any) })
      return try await WorkerThreads.run { workers in
        var lines: [String] = []
        _ = try await job.list(as: form, workers: workers) { lines.append($0) }
        return lines.joined().split(separator: "\n", omittingEmptySubsequences: false).dropLast()
          .map(String.init)
      }
    } catch {
      throw ContactSheetError.caught(error)
    }
  }
}

extension Sheet {
  /// The facts of a picture.
  public struct Facts: Sendable {
    /// The name of the picture.
    public let picture: String
    /// The facts by name, without those that the picture lacks.
    public let values: [String: FactValue]

    /// A fact; nil if the picture lacks it.
    public subscript(name: String) -> FactValue? { values[name] }
  }

  /// Returns the facts of each picture, in the order of the sheet, without making a sheet.
  ///
  /// ```swift
  /// import ContactSheet
  ///
  /// for picture in try await Sheet(folder: "photos").facts(of: ["taken", "text:Title"]) {
  ///   if case .time(let time) = picture["taken"] { print(picture.picture, time.year) }
  /// }
  /// ```
  ///
  /// - Parameter names: Names as written between the braces of a template, such as `taken` or
  ///   `text:Title`.
  /// - Returns: The facts of each picture.
  /// - Throws: ``ContactSheetError``, and `CancellationError` if the task is cancelled.
  public func facts(of names: [String]) async throws -> [Facts] {
    do {
      try checkPictures()
      let job = try resolved()
      let all = try names.map { name in
        try parsed("{\(name)}", .list) { try PictureTemplate($0, others: .any) }
      }
      let template = try parsed(names.map { "{\($0)}" }.joined(), .list) {
        try PictureTemplate($0, others: .any)
      }
      return try await WorkerThreads.run { workers in
        var facts: [Facts] = []
        _ = try await job.list(template, workers: workers) { pictures in
          facts += pictures.map { picture in
            let values = zip(names, all).compactMap { name, template in
              template.body.value(from: picture.fact).map { (name, FactValue($0)) }
            }
            return Facts(
              picture: picture.picture.name.text,
              values: Dictionary(values) { first, _ in first })
          }
        }
        return facts
      }
    } catch {
      throw ContactSheetError.caught(error)
    }
  }
}

extension Sheet {
  /// Checks that the sheet has pictures, or inputs in which to look for them.
  private func checkPictures() throws(ContactSheetError) {
    guard !(inputs.isEmpty && filesFrom.isEmpty && pictures.isEmpty) || compare != nil else {
      throw ContactSheetError(
        .noPictures, "cannot make a sheet: it has no images",
        remedy: "name a folder, files or images")
    }
  }
}

extension String? {
  /// Whether the path is a document with pages, such as a PDF.
  fileprivate var isDocument: Bool {
    map { !SheetFormat.named(FilePath($0)).isPicture } ?? false
  }
}
