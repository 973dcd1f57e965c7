internal import ArgumentParser

/// A mistake in the command line that the argument parser does not explain: an option that there is
/// not, or a value that looks like an option.
struct CommandLineMistake: CustomStringConvertible {
  let description: String

  /// Finds the first mistake in arguments that the parser has refused; nil where it is another.
  init?(in arguments: [String]) {
    var rest = arguments[...]
    while let argument = rest.popFirst(), argument != "--" {
      guard argument.hasPrefix("-"), argument != "-" else { continue }
      let name = argument.prefix { $0 != "=" }
      guard let option = OptionCatalog.option(written: String(name)) else {
        let isLong = argument.hasPrefix("--") || Self.isLongWithOneDash(name)
        guard isLong, !Self.isFlag(name) else { continue }
        description =
          "There is no option '\(name.description.shortPrintable)'; "
          + OtherWords.remedy(forOption: String(name), inFile: false)
        return
      }
      guard option.kind != .flag, name == argument, let value = rest.first else { continue }
      if value.hasPrefix("-"), value != "-" {
        description = Self.aboutValue(value, of: option)
        return
      }
      rest.removeFirst()
    }
    return nil
  }

  /// Whether a flag is taken back by an argument, or it is one of the parser's own.
  private static func isFlag(_ name: Substring) -> Bool {
    name == "--help" || OptionCatalog.flag(takenBackBy: String(name)) != nil
  }

  /// Whether an option is written with one dash, as in `montage -geometry`.
  private static func isLongWithOneDash(_ name: Substring) -> Bool {
    name.count > 2
      && (OptionCatalog.option(written: "-\(name)") != nil
        || OtherWords.options.contains { $0.words.contains(String(name.dropFirst())) })
  }

  private static func aboutValue(_ value: String, of option: OptionFacts) -> String {
    let needed = "\(option.flag) takes <\(option.valueName)>"
    guard OptionCatalog.option(written: value) == nil, !value.hasPrefix("--") else {
      return "\(needed), but '\(value.shortPrintable)' follows it"
    }
    do { try option.check(value) } catch {
      return "The value '\(value.shortPrintable)' is invalid for '\(option.flag) "
        + "<\(option.valueName)>': \(error)"
    }
    return "\(needed); write \(option.flag)=\(value.shortPrintable) for a value that begins with a "
      + "dash"
  }
}
