internal import SheetText

extension OptionCatalog {
  /// The options that may stand in a configuration file.
  var settable: [Option] { options.filter { Self.reason(againstKey: $0.name) == nil } }

  /// Why an option cannot stand in a configuration file; nil where it can.
  static func reason(againstKey name: String) -> String? {
    switch name {
    case "help", "version", "print-config": "it asks for a text instead of a sheet"
    case "dry-run": "with it no run would write a sheet"
    case "files-from", "from-plan": "it names what a single run is about"
    case "no-config": "it would have to be known before the file is read"
    case "preset": "presets do not build on each other"
    default: nil
    }
  }

  /// Whether an option has an effect on a plan that was made before.
  func isTakenBesidePlan(_ name: String) -> Bool {
    name == "page" || ["Output", "Running"].contains(self[name]?.section)
  }

  /// The key that someone may have meant who wrote `word`.
  func key(resembling word: String) -> String? {
    let candidates = settable.map(\.name) + ["preset", "presets"]
    if word.count == 1, let option = word.first.flatMap({ self[$0] }) { return option.name }
    return candidates.nearest(to: String(word.map { $0 == "_" ? "-" : $0 }))
  }
}
