/// Options that cannot be given together, because they settle the same thing.
///
/// Within the command line, or within one file, that is an error, which the options' own
/// validation tells of. Between the two, the stronger one is meant: it makes the weaker
/// one go.
struct OptionExclusion: Sendable {
  /// Options, as far as they have certain values.
  struct Side: Sendable {
    let keys: Set<String>
    let concerns: @Sendable (String) -> Bool

    init(
      _ keys: [String], where concerns: @escaping @Sendable (String) -> Bool = { _ in true }
    ) {
      self.keys = Set(keys)
      self.concerns = concerns
    }

    func contains(_ setting: Setting) -> Bool {
      guard keys.contains(setting.key), let effect = setting.effect else { return false }
      return concerns(effect)
    }
  }

  let first: Side
  let second: Side

  /// Whether two settings cannot stand together.
  static func excludes(_ one: Setting, _ other: Setting) -> Bool {
    all.contains { exclusion in
      exclusion.first.contains(one) && exclusion.second.contains(other)
        || exclusion.first.contains(other) && exclusion.second.contains(one)
    }
  }

  private init(_ first: Side, _ second: Side) {
    self.first = first
    self.second = second
  }

  private static let all: [OptionExclusion] =
    [
      OptionExclusion(
        Side(["geometry"]), Side(["cell", "size", "paper", "gap", "margin", "scale", "upscale"])),
      OptionExclusion(Side(["cell"]), Side(["size"])),
      OptionExclusion(Side(["paper"]), Side(["size", "cell", "max-height", "sheet-aspect"])),
      // The ratio of cells is free only where the sheet's size is given.
      OptionExclusion(Side(["cell", "geometry"]), Side(["cell-aspect"])),
      OptionExclusion(Side(["tile"]), Side(["sheet-aspect", "grid-search"])),
      OptionExclusion(Side(["size"], where: isExact), Side(["sheet-aspect"])),
      OptionExclusion(
        Side(["layout"], where: { ["columns", "rows", "masonry"].contains($0) }),
        Side(["size"], where: isExact)),
      OptionExclusion(
        Side(["layout"], where: { $0 == "tiered" }), Side(["gap"], where: isUneven)),
      OptionExclusion(Side(["quiet"]), Side(["verbose"])),
    ] + ofLayouts

  /// An option that belongs to some layouts only is against all others.
  private static var ofLayouts: [OptionExclusion] {
    LayoutOptions.ownedByLayouts.map { option in
      let names = option.layouts.map(\.rawValue)
      return OptionExclusion(
        Side([String(option.name.dropFirst("--".count))]),
        Side(["layout"], where: { !names.contains($0) }))
    }
  }

  /// Whether a size tells of both directions.
  @Sendable private static func isExact(_ text: String) -> Bool { text.contains("x") }

  /// Whether a spacing is another in each direction.
  @Sendable private static func isUneven(_ text: String) -> Bool {
    SpacingLengths(text).map { $0.horizontal != $0.vertical } ?? false
  }
}
