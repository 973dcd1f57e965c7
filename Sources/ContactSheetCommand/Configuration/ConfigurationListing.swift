internal import ContactSheet

/// A configuration as a configuration file, with comments that say where options are from.
///
/// As a configuration file it leads to the same options.
struct ConfigurationListing: CustomStringConvertible {
  private let configuration: Configuration

  init(_ configuration: Configuration) {
    self.configuration = configuration
  }

  var description: String {
    var lines: [String] = []
    var section = ""
    for option in configuration.catalog.settable {
      if option.section != section {
        section = option.section
        lines += (lines.isEmpty ? [] : [""]) + ["# \(section)"]
      }
      lines.append(line(for: option))
    }
    return lines.joined(separator: "\n")
  }

  private func line(for option: OptionCatalog.Option) -> String {
    if let entry = configuration.entries.first(where: { $0.setting.key == option.name }) {
      return "\(option.name) = \(entry.setting.value.toml)  # \(entry.origin)"
    }
    if let value = option.defaultSetting {
      return "\(option.name) = \(value.toml)  # default"
    }
    return "# \(option.name)" + (option.toldDefault.map { ": \($0)  # default" } ?? " is not set")
  }
}

extension OptionCatalog.Option {
  /// What the option is by itself; nil where its declaration does not say.
  fileprivate var defaultSetting: Setting.Value? {
    switch kind {
    case .flag: .flag(false)
    case .value: defaultValue.map(Setting.Value.text)
    case .list: .list([])
    }
  }

  /// What the help says of the default in parentheses, to be read by people.
  fileprivate var toldDefault: Substring? {
    guard let start = summary.firstRange(of: "(default: ")?.upperBound else { return nil }
    var depth = 1
    let end = summary[start...].firstIndex { character in
      depth += character == "(" ? 1 : character == ")" ? -1 : 0
      return depth == 0
    }
    return end.map { summary[start..<$0] }
  }
}

extension Setting.Value {
  /// The value in TOML: numbers as such, other values of options as strings.
  fileprivate var toml: String {
    switch self {
    case .flag(let isSet): "\(isSet)"
    case .text(let text): Int(text).map(String.init) == text ? text : text.tomlString
    case .list(let texts): "[\(texts.map(\.tomlString).joined(separator: ", "))]"
    }
  }
}

extension String {
  /// The text as a basic string of TOML.
  ///
  /// Source: TOML 1.0.0, "String": quotation marks, backslashes and control characters
  /// other than the tab are escaped. So is what would change how the line looks.
  fileprivate var tomlString: String {
    var text = "\""
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        text += #"\U"# + String(repeating: "0", count: 8 - digits.count) + digits
      default:
        if scalar == "\"" || scalar == "\\" { text += #"\"# }
        text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
