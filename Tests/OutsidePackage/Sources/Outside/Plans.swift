import ContactSheet
import Foundation

/// Saves a plan, for another machine to render.
func save(_ plan: Sheet.Plan, to url: URL) throws {
  try JSONEncoder().encode(plan).write(to: url)
}

/// Restores a plan whose pictures are not files.
func restore(from url: URL, with pictures: [Sheet.Picture]) throws -> Sheet.Plan {
  let plan = try JSONDecoder().decode(Sheet.Plan.self, from: Data(contentsOf: url))
  return try Sheet.Plan(plan, pictures: pictures)
}

/// Whether a sheet would be the same if it were made again.
func isCurrent(_ manifest: String, of sheet: Sheet, root: String) async throws -> Bool {
  let old = try Sheet.Plan(contentsOf: manifest, root: root)
  let new = try await sheet.plan(for: "sheet.png")
  return old.pictures == new.pictures && old == new
}

/// An HTML image map that makes the pictures of a page clickable.
func imageMap(of page: Sheet.Plan.Page) -> String {
  let areas = page.tiles.map { (tile: Sheet.Plan.Tile) in
    let area = tile.image ?? tile.cell
    return "<area coords='\(area.x),\(area.y),\(area.maxX),\(area.maxY)' href='\(tile.picture)'"
      + (tile.label.map { " alt='\($0)'" } ?? "") + ">"
  }
  return "<img src='\(page.number).png' width='\(page.width)' height='\(page.height)'>"
    + "<map>\(areas.joined())</map>"
}

/// The maps of all pages, unless there is something to warn about.
func imageMaps(of plan: Sheet.Plan) -> [String] {
  guard plan.issues.allSatisfy({ $0.severity == .note }), plan.changes == nil else { return [] }
  return plan.pages.map(imageMap)
}
