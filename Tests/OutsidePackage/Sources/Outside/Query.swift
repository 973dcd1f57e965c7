import ContactSheet

/// A parameter whose value the library does not accept.
struct QueryError: Error {
  let name: String
  let value: String
}

/// Sets the properties that the query of a URL names, such as `?size=800x600&filter=box`.
///
/// - Throws: ``QueryError``.
func apply(_ query: [String: String], to sheet: inout Sheet) throws {
  func parsed<Value>(_ name: String, _ parse: (String) -> Value?) throws -> Value? {
    guard let text = query[name] else { return nil }
    guard let value = parse(text) else { throw QueryError(name: name, value: text) }
    return value
  }
  func set<Value>(
    _ property: WritableKeyPath<Sheet, Value>, _ name: String, _ parse: (String) -> Value?
  ) throws {
    if let value = try parsed(name, parse) { sheet[keyPath: property] = value }
  }
  func set<Value>(
    _ property: WritableKeyPath<Sheet, Value?>, _ name: String, _ parse: (String) -> Value?
  ) throws {
    if let value = try parsed(name, parse) { sheet[keyPath: property] = value }
  }

  try set(\.size, "size", Sheet.Extent.init)
  try set(\.paper, "paper", Sheet.Paper.init)
  try set(\.gap, "gap", Sheet.Spacing.init)
  try set(\.margin, "margin", Sheet.Margins.init)
  try set(\.padding, "padding", Sheet.Length.init)
  try set(\.border, "border", Sheet.Line.init)
  try set(\.textColor, "text-color", Sheet.Color.init)
  try set(\.stack, "stack", Sheet.Stack.init)
  try set(\.stretch, "stretch", Sheet.Stretch.init)

  if let scaleBar = try parsed("scale-bar", Sheet.ScaleBar.init) {
    sheet.scaleBar = [Sheet.Rule(.all, scaleBar)]
    sheet.footer = "Scale: \(scaleBar.description)"
  }

  try set(\.scale, "scale", Sheet.Scaling.init(rawValue:))
  try set(\.align, "align", Sheet.Position.init(rawValue:))
  try set(\.filter, "filter", Sheet.Filter.init(rawValue:))
  try set(\.light, "light", Sheet.Light.init(rawValue:))
  try set(\.color, "color", Sheet.OwnColors.init(rawValue:))
  try set(\.depth, "depth") { Int($0).flatMap(Sheet.Depth.init(rawValue:)) }
  try set(\.edge, "edge", Sheet.Edge.init(rawValue:))
  try set(\.frames, "frames", Sheet.Frames.init(rawValue:))
  try set(\.orient.policy, "orient", Sheet.OwnOrientation.init(rawValue:))
  try set(\.duplicates, "duplicates", Sheet.Duplicates.init(rawValue:))
  try set(\.onError, "on-error", Sheet.UnreadablePictures.init(rawValue:))
  try set(\.groupBreak, "group-break", Sheet.GroupBreak.init(rawValue:))
  try set(\.order, "order", Sheet.ReadingOrder.init(rawValue:))
  try set(\.textAlign, "text-align", Sheet.TextAlignment.init(rawValue:))
  try set(\.labelPosition, "label-position", Sheet.LabelPosition.init(rawValue:))
  try set(\.insetPosition, "inset-position", Sheet.InsetPosition.init(rawValue:))

  switch query["layout"] {
  case "grid":
    sheet.layout = .grid(
      ratio: try parsed("ratio", Sheet.CellRatio.init) ?? .automatic,
      search: try parsed("search", Sheet.GridSearch.init(rawValue:)) ?? .compact)
  case "rows":
    sheet.layout = .rows(
      lastRow: try parsed("last-row", Sheet.LastRow.init(rawValue:)) ?? .left)
  case "tiered":
    let layers = query["layers"]?.split(separator: ",") ?? []
    sheet.layout = .tiered(layers.compactMap { Sheet.Tier(rawValue: String($0)) })
  case "matrix":
    sheet.layout = .matrix(
      rowHeading: try parsed("row-heading", Sheet.RowHeading.init(rawValue:)) ?? .left,
      columnHeading: try parsed("column-heading", Sheet.ColumnHeading.init(rawValue:)) ?? .auto,
      onClash: try parsed("on-clash", Sheet.Clash.init(rawValue:)) ?? .first)
  case let other?: throw QueryError(name: "layout", value: other)
  case nil: break
  }
  // `?turn=IMG_4021:left`
  if let turn = query["turn"]?.split(separator: ":"), turn.count == 2,
    let direction = Sheet.Turn(rawValue: String(turn[1]))
  {
    sheet.orient.turns.append(Sheet.Rule(.name(String(turn[0])), direction))
  }
}

/// The settings of a sheet as shown beside it, in the same notation.
func summary(of sheet: Sheet) -> [String] {
  var lines = ["background: \(sheet.background.description)"]
  if let size = sheet.size { lines.append("size: \(size.description)") }
  if let paper = sheet.paper { lines.append("paper: \(paper.description)") }
  if let gap = sheet.gap { lines.append("gap: \(gap.description)") }
  if let border = sheet.border { lines.append("border: \(border.description)") }
  if let stack = sheet.stack { lines.append("stack: \(stack.description)") }
  if let stretch = sheet.stretch { lines.append("stretch: \(stretch.description)") }
  if sheet.padding != 0 { lines.append("padding: \(sheet.padding.description)") }
  if case .grid(_, _, _, let ratio, _, _)? = sheet.layout {
    lines.append("ratio: \(ratio.description)")
  }
  lines += sheet.span.map { "span: \($0.description)" }
  let turns = Set(sheet.orient.turns.map(\.description))
  lines += turns.sorted().map { "turn: \($0)" }
  return lines
}
