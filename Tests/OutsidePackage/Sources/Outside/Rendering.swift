import ContactSheet

/// Renders one page of a plan, with a bar that shows the progress.
func renderPage(_ number: Int, of plan: Sheet.Plan, replacing: Sheet.Overwriting) async throws {
  var options = Sheet.RenderOptions()
  options.pages = number...number
  options.keepsUnchanged = true
  let report = try await plan.render(
    to: "page.png", overwrite: replacing, options: options, progress: show)
  print(report.pages.map(\.path))
}

/// Draws a bar of 40 characters.
@Sendable func show(_ progress: Sheet.Progress) {
  let bar = String(repeating: "█", count: Int(progress.fraction * 40))
  print("\(bar) \(progress.finishedTiles)/\(progress.tiles)", terminator: "\r")
}

/// Renders the share of one of several machines.
func renderShare(_ number: Int, of count: Int, of sheet: Sheet) async throws -> Sheet.Report {
  var options = Sheet.RenderOptions()
  let shard: Sheet.RenderOptions.Shard = .init(number, of: count)
  options.shard = shard
  options.skipsExisting = true
  return try await sheet.render(to: "pages-%03d.png", overwrite: .sheetsOnly, options: options)
}

/// Builds a report with its documents, for make.
func build(_ sheet: Sheet, named name: String, in folder: String) async throws -> Sheet.Report {
  var options = Sheet.RenderOptions()
  options.manifest = "\(folder)/\(name).json"
  options.depfile = "\(folder)/\(name).d"
  options.html = "\(folder)/\(name).html"
  options.embed = 1 << 20
  options.includesLinks = false
  options.root = folder
  options.maxBytes = 5_000_000
  return try await sheet.render(
    to: "\(folder)/\(name).pdf", overwrite: .anyFile, options: options)
}

/// A sheet in the format that a client accepts.
func render(_ sheet: Sheet, accepting type: String) async throws -> [UInt8] {
  let format: Sheet.Format =
    switch type {
    case "application/pdf": .pdf
    case "image/jpeg": .jpeg(quality: 80)
    default: .png
    }
  return try await sheet.render(as: format)
}

/// Sends a sheet while it is being made, and returns how many pages it has.
func stream(
  _ sheet: Sheet, to client: @escaping @Sendable ([UInt8]) throws -> Void
) async throws -> Int {
  try await sheet.render(as: .pdf, into: client).pages.count
}

/// Sends a page of a plan.
func stream(
  _ plan: Sheet.Plan, to client: @escaping @Sendable ([UInt8]) throws -> Void
) async throws {
  try await plan.render(as: .png, into: client)
}
