internal import ArgumentParser
internal import SheetFiles
internal import SheetModel
internal import SheetPlanning
internal import SystemPackage

/// A file of arguments: a configuration file or a preset.
///
/// Each line is an option and its value, as in `--gap 4`, `--gap=4` or `-r`. Everything after the
/// first blank or `=` is the value; there are no quotation marks. Blanks around a line are ignored,
/// and so are empty lines and lines that begin with `#`.
struct ArgumentFile {
  /// Where a file comes from, which determines the options that it may set.
  enum Kind: Equatable {
    /// The user's own file, which may set everything that is not meant for a single run.
    case user
    /// A folder's file, which somebody else may have written. Its paths are relative to that
    /// folder.
    case project(FilePath)
    /// A preset, which cannot name another preset.
    case preset
  }

  private(set) var options = RawOptions()

  private let origin: GivenOption.Origin
  private let kind: Kind

  /// Reads the text of a file.
  ///
  /// - Throws: `ValidationError` for the first incorrect line, with the file and the line number.
  init(_ text: String, origin: GivenOption.Origin, kind: Kind) throws {
    self.origin = origin
    self.kind = kind
    var text = Substring(text)
    if text.first == "\u{FEFF}" { text.removeFirst() }
    let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
      .map(\.trimmingBlanks)
    // Requirements come first, because a program that is too old for the file may not know the
    // options on earlier lines.
    for readsRequirements in [true, false] {
      for (index, line) in lines.enumerated()
      where !line.isEmpty && line.first != "#" && line.isRequirement == readsRequirements {
        do { try read(line, number: index + 1) } catch {
          throw ValidationError("cannot read \(origin.place ?? ""), line \(index + 1): \(error)")
        }
      }
    }
    options.configurationFiles = [origin.path].compactMap(\.self)
  }

  private mutating func read(_ line: Substring, number: Int) throws {
    let name = line.prefix { $0 != "=" && !$0.isBlank }
    let rest = line[name.endIndex...]
    let value = rest.isEmpty ? nil : rest.first == "=" ? rest.dropFirst() : rest.trimmingBlanks
    let (option, written) = try setting(
      String(name), value.map(String.init), isAssigned: rest.first == "=")
    let text = located(written, for: option)
    guard !text.unicodeScalars.contains("\0") else {
      throw CommandError("\(option.flag): the value contains a NUL character; remove it")
    }
    let earlier = option.kind == .value ? [] : options.given[option.name]?.texts ?? []
    do {
      try options.set(option, earlier + [text], origin, line: number)
    } catch {
      throw CommandError("\(option.flag) \(text.shortPrintable): \(error)")
    }
    if case .project(let folder) = kind,
      let objection = option.inProject?.objection(text, below: folder)
    {
      throw CommandError("\(option.flag): \(objection)")
    }
  }

  /// The text of an option; in a project file, a path is relative to that file's folder.
  private func located(_ text: String, for option: Option) -> String {
    guard case .project(let folder) = kind, folder != ".", let rule = option.inProject,
      !["", "-"].contains(text), !Option.unsets(text, nothing: option.nothing)
    else { return text }
    return rule.located(text, in: folder)
  }

  /// The option on a line, and its value.
  private func setting(
    _ name: String, _ value: String?, isAssigned: Bool
  ) throws(CommandError) -> (Option, String) {
    if let option = OptionCatalog.flag(unsetBy: name) {
      guard value == nil else {
        let written = name.shortPrintable
        throw CommandError("\(written) takes no value; write only \(written)")
      }
      return (option, Option.isUnset)
    }
    guard let option = OptionCatalog.option(written: name), option.kind != .positional else {
      throw Self.noOption(name, value)
    }
    if let reason = option.onlyOnCommandLine {
      throw CommandError(
        "\(option.flag) cannot be in a file: \(reason); give it on the command line")
    }
    if kind == .preset, option.name == "preset" {
      throw CommandError(
        "\(option.flag) cannot be in a preset: a preset cannot use another; leave it out")
    }
    switch (option.kind, value) {
    case (.flag, nil), (.flagOrValue, nil): return (option, Option.isSet)
    case (.flagOrValue, let value?) where !isAssigned:
      throw CommandError(
        "the value of \(option.flag) must follow =; write \(option.flag)=\(value.shortPrintable)")
    case (.flag, _):
      throw CommandError("\(option.flag) takes no value; --\(option.inverseName) unsets it")
    case (_, let value?): return (option, value)
    case (_, nil):
      throw CommandError("\(option.flag) needs <\(option.valueName)>; write \(option.flag)=VALUE")
    }
  }

  /// The error for a line that does not begin with an option.
  private static func noOption(_ name: String, _ value: String?) -> CommandError {
    if name.hasPrefix("-") {
      return CommandError("there is no \(Synonyms.noOption(name, value: value, inFile: true))")
    }
    let remedy = OptionCatalog.option(named: name).map { "write \($0.flag)" }
    return CommandError(
      "'\(name.shortPrintable)' is not an option; "
        + (remedy ?? "name images on the command line"))
  }
}

extension Substring {
  /// Whether the line sets the option that requires a version of the program.
  fileprivate var isRequirement: Bool { prefix { $0 != "=" && !$0.isBlank } == "--require" }
}

/// What may be done with a file that an option in a project file names.
///
/// A folder that somebody else has made must not cause a run to read or write files outside it,
/// follow links out of it, wait for a program at the other end of a pipe, or exceed an
/// ``Option/limit``.
enum ProjectRule: Sendable {
  /// A file or folder to be read; it is examined when the line is read.
  case input
  /// A file to be read, optionally followed by a height.
  case logo
  /// A folder or file to be read; a pattern or condition that selects pictures may precede it, and
  /// a colour or an opacity may follow it.
  case overlay
  /// A file to be read, if the value begins with `file:`.
  case watermark
  /// A file to be written; it is examined when it is opened, because its name may depend on
  /// pictures.
  case output
  /// A file to be written, optionally after a format, as in `pdf:sheet`.
  case sheet

  /// The value with its path, which is relative to `folder`, made relative to the working folder.
  func located(_ text: String, in folder: FilePath) -> String {
    func inFolder(_ path: String) -> String { folder.pushing(FilePath(path)).string }
    switch self {
    case .input, .logo, .output: return inFolder(text)
    case .sheet:
      let name = SheetName(text)
      if name.isStandardOutput { return text }
      return text.dropLast(name.path.count) + inFolder(name.path)
    case .overlay:
      let (pictures, overlay) = WrittenOverlay.parts(of: text, in: folder)
      // A value without a path would become the path of the folder itself, so it is kept as
      // written, and the mistake is reported.
      if WrittenOverlay(String(overlay)).path.isEmpty { return text }
      return pictures + inFolder(String(overlay))
    case .watermark:
      guard let path = WrittenWatermark(text).path else { return text }
      return WrittenWatermark.file(inFolder(path)).text
    }
  }

  /// The path in a value; nil if the value names no file.
  private func path(in text: String) -> String? {
    switch self {
    case .input, .output: text
    case .sheet: SheetName(text).path
    case .logo: WrittenLogo(text).path
    case .overlay: WrittenOverlay(String(WrittenOverlay.parts(of: text).overlay)).path
    case .watermark: WrittenWatermark(text).path
    }
  }

  /// Why a value is refused in a project file; nil if it is accepted.
  func objection(_ text: String, below folder: FilePath) -> String? {
    guard let text = path(in: text), !text.isEmpty else { return nil }
    if text == "-" {
      return "'-' is a pipe or a terminal, but a project file may name only files; give "
        + "it on the command line"
    }
    guard self != .output, self != .sheet else { return nil }
    let path = FilePath(text)
    let kind: (name: String, verb: String)
    do throws(Errno) {
      switch try OpenFolder(folder).file(at: path, followsLast: false).status?.type {
      case .regular, .directory, nil: return nil
      case .symbolicLink: kind = ("symbolic link", "follow")
      default: kind = ("pipe or device", "use")
      }
    } catch {
      guard error.isOutside else { return nil }
      return "\(path.quoted) leads out of the folder, and a project file reads "
        + "and writes only inside it; give it on the command line"
    }
    return "\(path.quoted) is a \(kind.name), which a project file does not "
      + "\(kind.verb); remove it, or give the option on the command line"
  }
}

extension Character {
  fileprivate var isBlank: Bool { self == " " || self == "\t" }
}

extension Substring {
  /// The text without spaces and tabs at either end.
  var trimmingBlanks: Substring {
    let start = drop(while: \.isBlank)
    return start.lastIndex { !$0.isBlank }.map { start[...$0] } ?? ""
  }
}
