internal import ArgumentParser
internal import SheetText

/// A mistake in the command line that the argument parser does not explain well: an unknown
/// option, a value that looks like an option, or a wrong value.
struct CommandLineMistake: CustomStringConvertible {
  let description: String

  /// Finds the first mistake in arguments that the parser has refused; nil where it is another.
  init?(in arguments: [String]) {
    var rest = arguments[...]
    while let argument = rest.popFirst(), argument != "--" {
      guard argument.hasPrefix("-"), argument != "-" else { continue }
      let name = argument.prefix { $0 != "=" }
      guard let option = OptionCatalog.option(written: String(name)) else {
        if let joined = OptionCatalog.option(written: String(argument.prefix(2))) {
          // As in -j4; -rj4 is left to the parser.
          if joined.kind == .value, let text = Self.about(argument.dropFirst(2), of: joined) {
            description = text
            return
          }
        }
        let isLong = argument.hasPrefix("--") || Self.isLongWithOneDash(name)
        guard isLong, !Self.isFlag(name) else { continue }
        description =
          "There is no option '\(name.description.shortPrintable)'; "
          + OtherWords.remedy(forOption: String(name), inFile: false)
        return
      }
      let isJoined = name != argument
      if option.kind == .flag {
        guard isJoined else { continue }
        let value = String(argument[name.endIndex...].dropFirst())
        description = "\(option.flag) takes no value, but '\(value.shortPrintable)' is given"
        return
      }
      guard let value = isJoined ? argument[name.endIndex...].dropFirst() : rest.popFirst()?[...]
      else { return nil }
      let followsDash = !isJoined && value.hasPrefix("-") && value != "-"
      if let text = followsDash
        ? Self.aboutDash(String(value), of: option) : Self.about(value, of: option)
      {
        description = text
        return
      }
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

  /// What is wrong with a value; nil for nothing.
  private static func about(_ value: Substring, of option: OptionFacts) -> String? {
    do { _ = try option.reading(String(value)) } catch {
      return "The value '\(String(value).shortPrintable)' is invalid for '\(option.flag) "
        + "<\(option.valueName)>': \(error)"
    }
    return nil
  }

  private static func aboutDash(_ value: String, of option: OptionFacts) -> String {
    let needed = "\(option.flag) takes <\(option.valueName)>"
    guard OptionCatalog.option(written: value) == nil, !value.hasPrefix("--") else {
      return "\(needed), but '\(value.shortPrintable)' follows it"
    }
    return about(value[...], of: option)
      ?? "\(needed); write \(option.flag)=\(value.shortPrintable) for a value that begins with a dash"
  }
}
