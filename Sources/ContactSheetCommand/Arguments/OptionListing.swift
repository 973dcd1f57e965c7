internal import SheetModel

/// The options in force, as a file of arguments.
///
/// A comment before each option names its source. Options that are not given are commented out and
/// show their defaults. If the listing is used as a configuration file, it sets the same options
/// again.
struct OptionListing: CustomStringConvertible {
  private let given: RawOptions

  init(given: RawOptions) { self.given = given }

  var description: String {
    var lines: [String] = []
    for section in OptionCatalog.sections {
      let options = OptionCatalog.options(of: section).filter { $0.isListed }
      if options.isEmpty { continue }
      lines += (lines.isEmpty ? [] : [""]) + ["# \(section.title)"]
      lines += options.flatMap(self.lines(for:))
    }
    return lines.joined(separator: "\n")
  }

  private func lines(for option: Option) -> [String] {
    guard let entry = given.given[option.name] else {
      return ["# \(option.flag)" + (option.shownDefault.map { ": \($0)" } ?? "") + " (default)"]
    }
    return ["# from \(entry.place ?? "the command line")"] + entry.lines
  }
}

extension Option {
  /// Whether the listing includes the option.
  ///
  /// A preset is replaced by its options.
  fileprivate var isListed: Bool {
    kind != .positional && onlyOnCommandLine == nil && name != "preset"
  }
}

extension GivenOption {
  /// The entry, as lines of a file.
  fileprivate var lines: [String] {
    if option.kind == .flag { return [hasEffect ? option.flag : "--\(option.inverseName)"] }
    return texts.map { text in
      if option.kind == .flagOrValue {
        switch text {
        case Option.isSet: return option.flag
        case option.nothing, "": return "--\(option.inverseName)"
        default: return "\(option.flag)=\(text)"
        }
      }
      let line = "\(option.flag)=\(text)"
      // A line end would end the value, and a blank at the end would be dropped. Control characters
      // are never printed.
      guard text == text.printableLine, text.last != " " else {
        return "# \(option.flag) '\(text.printable)' is in effect, "
          + "but cannot be written on one line"
      }
      return text.isEmpty || text.hasPrefix(" ") ? line : "\(option.flag) \(text)"
    }
  }
}
