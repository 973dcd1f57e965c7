internal import SystemPackage

/// Options that suit a purpose, under a name.
struct Preset: Equatable, Sendable {
  let name: String
  let settings: [Setting]
  /// The configuration file that defines it; nil for those of the program.
  let file: FilePath?

  /// The presets of the program.
  static let builtIn = [
    // A photographer's proof: five pictures side by side with their names, large and crisp
    // enough to choose from.
    Preset(
      "proof",
      [
        "tile": "5x6", "cell": "320x320", "gap": "16x24", "margin": 32, "sharpen": "0.7",
        "dpi": 150, "label": "{name}", "footer": "{page} / {pages}", "font": "auto 9",
      ]),
    // A gallery on a dark page: squares without waste, packed as small as they get.
    Preset(
      "web",
      [
        "size": 1600, "cell-aspect": 1, "gap": 4, "margin": 4, "scale": "fill", "radius": 4,
        "sharpen": "0.5", "background": "#111111", "compression": 9,
      ]),
    // Pages to print: four pictures side by side with their names.
    Preset(
      "print",
      [
        "paper": "A4", "dpi": 300, "margin": "10mm", "tile": "4x6", "gap": "24x48",
        "sharpen": "0.7", "background": "white", "label": "{name}",
        "footer": "{page} / {pages}", "font": "auto 8",
      ]),
    // A step of a build: nothing but errors is said, a picture that cannot be read is one, and
    // the type does not depend on what is installed.
    Preset(
      "pipeline",
      [
        "quiet": true, "progress": "never", "on-error": "fail", "sort": "name", "compression": 6,
        "font": "builtin",
      ]),
  ]

  private init(_ name: String, _ settings: KeyValuePairs<String, Setting.Value>) {
    self.init(name: name, settings: settings.map { Setting(key: $0, value: $1) }, file: nil)
  }

  init(name: String, settings: [Setting], file: FilePath?) {
    self.name = name
    self.settings = settings
    self.file = file
  }
}
