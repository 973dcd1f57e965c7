internal import SheetModel
internal import SystemPackage

/// Mistakes in the command line that the argument parser does not explain well.
///
/// These are an unknown option, a value that looks like an option, and an invalid value.
enum CommandLineMistake {
  /// The first mistake in arguments that the parser has refused, or has taken for a request for
  /// help.
  ///
  /// Nil if the mistake is none of those that ``CommandLineMistake`` covers.
  static func first(in arguments: [String]) -> String? {
    // A request for a text such as the help is not a mistake, even if only the parser knows the
    // option.
    let textFlags =
      OptionCatalog.options(of: VersionOptions.self).map(\.flag)
      + ["--help", "-h", "--generate-completion-script", "--experimental-dump-help"]
    if arguments.contains(where: textFlags.contains) { return nil }
    var rest = arguments[...]
    while let argument = rest.popFirst(), argument != "--" {
      guard argument.hasPrefix("-"), argument != "-" else { continue }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let (name, value) = (String(parts[0]), parts.count == 2 ? String(parts[1]) : nil)
      let mistake: String?
      switch (OptionCatalog.option(written: name), value) {
      case (nil, let value?) where textFlags.contains(name):
        mistake =
          "\(name) takes no value, but '\(value.shortPrintable)' is given; write only \(name)"
      case (nil, _):
        mistake = about(argument, named: name, value ?? rest.first.flatMap(possibleValue))
      case (let option?, nil) where option.isFlag: continue
      case (let option?, let value?) where option.kind == .flag:
        mistake =
          "\(option.flag) takes no value, but '\(value.shortPrintable)' is given; write only \(option.flag)"
      case (let option?, let value?): mistake = about(value, of: option)
      case (let option?, nil):
        mistake = about(rest.popFirst(), after: option)
      }
      if let mistake { return mistake }
    }
    return nil
  }

  /// The mistake of writing a space before a number that its option takes only after `=`; nil if
  /// there is no such mistake, or if the number is the name of a file.
  static func detachedValue(in arguments: [String]) -> String? {
    let arguments = arguments.prefix { $0 != "--" }
    for (argument, value) in zip(arguments, arguments.dropFirst()) {
      guard value.first?.isNumber == true,
        let option = OptionCatalog.option(written: argument), option.kind == .flagOrValue,
        about(value, of: option) == nil,
        (try? FilePath(value).stat(followTargetSymlink: false)) == nil
      else { continue }
      let name = value.shortPrintable
      return "cannot read '\(name)': it does not exist; "
        + "write \(option.flag)=\(value.shellWord) if it is meant as a value"
    }
    return nil
  }

  /// The mistake of writing a condition as several arguments, as in `--where rating '>=4'`; nil if
  /// there is none, or if the rest of the condition is the name of a file.
  static func dividedCondition(in arguments: [String]) -> String? {
    var rest = arguments.prefix { $0 != "--" }[...]
    while let argument = rest.popFirst() {
      let fact: String
      if argument == "--where", let value = rest.popFirst() {
        fact = value
      } else if argument.hasPrefix("--where=") {
        fact = String(argument.dropFirst("--where=".count))
      } else {
        continue
      }
      guard let word = rest.first, word.first?.isComparisonSign == true,
        !fact.contains(where: \.isComparisonSign),
        (try? FilePath(word).stat(followTargetSymlink: false)) == nil
      else { continue }
      let isWhole = !word.allSatisfy(\.isComparisonSign)
      let condition = ([fact] + rest.prefix(isWhole ? 1 : 2)).joined(separator: " ")
      guard (try? Condition(condition)) != nil else { continue }
      let hint: Advice = "\(typing: "--where", condition)"
      return
        "cannot read '\(word.shortPrintable)': it does not exist; write \(hint) for the condition"
    }
    return nil
  }

  /// The mistake in an argument that looks like an option; nil if the parser reports it.
  private static func about(
    _ argument: String, named name: String, _ value: String?
  ) -> String? {
    guard name.hasPrefix("--") || isLongWithOneDash(name) else { return aboutLetters(of: argument) }
    if OptionCatalog.flag(unsetBy: name) != nil { return nil }
    let remedy = remedy(ifFile: argument).map { "option '\(name.shortPrintable)'; \($0)" }
    return "there is no \(remedy ?? Synonyms.noOption(name, value: value, inFile: false))"
  }

  /// The argument after an unknown option, if it may be the option's value; nil for an option and
  /// for a file.
  private static func possibleValue(_ argument: String) -> String? {
    if argument.hasPrefix("-"), argument.dropFirst().first?.isNumber != true { return nil }
    return (try? FilePath(argument).stat(followTargetSymlink: false)) == nil ? argument : nil
  }

  /// The mistake in one-letter options that share a dash, as in `-rq`, or in a joined value, as in
  /// `-j4`.
  private static func aboutLetters(of argument: String) -> String? {
    for (index, letter) in zip(argument.indices, argument).dropFirst() {
      guard let option = OptionCatalog.option(written: "-\(letter)") else {
        let place = argument.count > 2 ? " in '\(argument.shortPrintable)'" : ""
        return "there is no option '\("-\(letter)".shortPrintable)'\(place); "
          + (remedy(ifFile: argument) ?? "-h lists the most used")
      }
      guard option.isFlag else {
        // The parser accepts a joined value only after the first letter.
        let value = String(argument[argument.index(after: index)...])
        return argument[..<index].count == 1 ? about(value, of: option) : nil
      }
    }
    return nil
  }

  /// Another way to write a file name that looks like an option; nil if there is no such file.
  private static func remedy(ifFile argument: String) -> String? {
    if (try? FilePath(argument).stat(followTargetSymlink: false)) == nil { return nil }
    return "write \("./\(argument)".shellQuoted) for the file"
  }

  /// Whether an option is written with a single dash, as in `montage -geometry`.
  private static func isLongWithOneDash(_ name: String) -> Bool {
    name.count > 2
      && (OptionCatalog.option(written: "-\(name)") != nil
        || Synonyms.replacement(for: String(name.dropFirst())) != nil)
  }

  /// The mistake in the argument after an option; nil if there is none.
  private static func about(_ value: String?, after option: Option) -> String? {
    let needed = "\(option.flag) needs <\(option.valueName)>"
    guard let value else { return "\(needed), but nothing follows it; add a value" }
    guard value.hasPrefix("-"), value != "-" else { return about(value, of: option) }
    guard OptionCatalog.option(written: value) == nil, !value.hasPrefix("--") else {
      return "\(needed), but '\(value.shortPrintable)' follows it; put a value between them"
    }
    return about(value, of: option)
      ?? "\(needed); write \(option.flag)=\(value.shellWord) for a value that begins with a dash"
  }

  /// The mistake in a value; nil if there is none.
  private static func about(_ value: String, of option: Option) -> String? {
    do { try option.check(value) } catch {
      // A condition that calculates with parts of file names is usually meant as a pattern.
      let template = error as? TemplateError
      let isCalculation = template?.isCalculation == true
      return
        "cannot use '\(value.shortPrintable)' as \(option.flag) <\(option.valueName)>: \(error)"
        + (isCalculation && option.flag == "--where" ? calculationRemedy(value) : "")
        + (template?.isCalculatedToken == true ? ", which --table reads" : "")
    }
    return nil
  }

  /// The options that choose the images that a condition with a calculation was meant to choose, as
  /// the end of a message about the mistake.
  private static func calculationRemedy(_ condition: String) -> String {
    guard let rest = condition.firstMatch(of: /%\s*([2-9]|[1-9][0-9]{1,8})(?![0-9.])/) else {
      return " with --include"
    }
    return " with --include, or use --every \(rest.1) for one image in \(rest.1)"
  }

  /// A message from the parser, or a mistake, in the form that all messages share.
  static func standardized(_ message: String) -> String {
    if message.isEmpty || message.hasPrefix("cannot ") { return message }
    return "cannot read the options: \(message.prefix(1).lowercased())\(message.dropFirst())"
      + (message.contains("; ") ? "" : "; --help lists them all")
  }
}
