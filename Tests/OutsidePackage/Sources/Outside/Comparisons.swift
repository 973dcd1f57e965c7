import ContactSheet

/// The comparison of a test suite's screenshots with their references.
func screenshots(of suite: String, onlySome: Bool) -> FolderComparison {
  var comparison = FolderComparison("\(suite)/actual", with: "\(suite)/expected")
  comparison.tolerance = 0.05
  comparison.ignoreAntialiasing = false
  comparison.ignoreArea = [
    Sheet.Rule(.name("header*"), Sheet.Area(x: 0, y: 0, width: .fraction(1), height: 48))
  ]
  comparison.masks = comparison.before.map { "\($0)/masks" }
  comparison.allow = [
    Sheet.Rule(.name("charts/*"), .pixels(.fraction(0.002))),
    Sheet.Rule(.name("map"), .pixels(20)), Sheet.Rule(.all, .condition("psnr >= 40")),
    Sheet.Rule(.name("new/*"), .added),
  ]
  if onlySome {
    let missing: [FolderComparison.Allowance] = [.removed, .nothing]
    comparison.allow += missing.map { Sheet.Rule(.all, $0) }
  }
  return comparison
}

/// A sheet of the differences between renderings and references in the same folders.
func differences(in folders: [String], show: String) -> Sheet {
  var comparison = FolderComparison(folders, matching: "{test}-actual => {test}-expected")
  comparison.measuresSimilarity = true
  comparison.showsHeat = true
  comparison.zoom = true
  comparison.show = FolderComparison.ShownPairs(rawValue: show) ?? .changed
  if comparison.match == nil { comparison.inputs += ["expected"] }
  var sheet = Sheet(comparing: comparison)
  sheet.title = sheet.compare?.match
  return sheet
}

/// The changes as a table in Markdown.
func table(of changes: FolderComparison.Changes) -> String {
  guard changes.isAnyDifferent || !changes.issues.isEmpty else { return "no changes" }
  let rows = changes.pairs.filter { $0.status != .equal }.map(row)
  return ([changes.description, "| picture | change | pixels | error |"] + rows)
    .joined(separator: "\n")
}

private func row(of pair: FolderComparison.Pair) -> String {
  let pixels = pair.changedPixels.map { "\($0) (\((pair.share ?? 0) * 100) %)" } ?? ""
  let measures = [
    ("largest", pair.largest), ("MAE", pair.mae), ("RMSE", pair.rmse), ("PSNR", pair.psnr),
    ("SSIM", pair.ssim),
  ]
  let errors = measures.compactMap { name, value in value.map { "\(name) \($0)" } }
  let path = pair.oldPath.map { "\($0) → \(pair.path)" } ?? pair.path
  let change = word(for: pair.status) + (pair.allowedStatus.map { ": \(word(for: $0))" } ?? "")
  return "| \(path) | \(change) | \(pixels) | \(errors.joined(separator: ", ")) |"
}

private func word(for status: FolderComparison.Status) -> String {
  switch status {
  case .equal: "equal"
  case .allowed: "allowed"
  case .different: "changed"
  case .resized: "resized"
  case .added: "new"
  case .removed: "gone"
  case .renamed: "moved"
  case .unreadable: "damaged"
  case .ignored: "not compared"
  }
}

/// The pairs with one of the statuses that a user has ticked, such as `resized`.
func pairs(_ changes: FolderComparison.Changes, having names: [String]) -> [FolderComparison.Pair] {
  let statuses = Set(names.compactMap(FolderComparison.Status.init(rawValue:)))
  return changes.pairs.filter { statuses.contains($0.status) }
}

/// The frames to draw on a changed picture: its regions, or else the area of all changes.
func highlights(on pair: FolderComparison.Pair) -> [Sheet.Rect] {
  let large = pair.regions.filter { (region: FolderComparison.Pair.Region) in
    region.changedPixels > 10
  }
  return large.isEmpty ? [pair.changedArea].compactMap(\.self) : large.map(\.area)
}
