internal import ContactSheet
internal import SheetText
internal import SystemPackage

/// Why a configuration cannot be used.
///
/// Descriptions name the file and the key, the reason, and what would do.
enum ConfigurationError: Error, Equatable {
  /// A file cannot be read or understood.
  case file(FilePath, FileProblem)
  /// A key of a file cannot stand as it does. Keys of tables have their table before them.
  case key(String, line: Int, in: FilePath, KeyProblem)
  /// There is no preset of the name that the command line or a file gives.
  case unknownPreset(String, known: [String], namedIn: FilePath?)
  /// A flag is both set and taken back on the command line.
  case bothWays(flag: String)

  /// What is wrong with a file as a whole.
  enum FileProblem: Error, Equatable {
    case unreadable(Errno)
    case notFile
    case tooLarge(limit: Int)
    case notUTF8
    case syntax(TOMLReader.SyntaxError)
  }

  /// What is wrong with one key.
  enum KeyProblem: Error, Equatable {
    case unknown(resembling: String?)
    case notSetting(reason: String)
    case wrongType(found: String, takes: String)
    case outsideFolder(path: String)
    case link(FilePath)
  }
}

extension ConfigurationError: CustomStringConvertible {
  var description: String {
    switch self {
    case .file(let path, .syntax(let error)):
      "'\(path.printable)', line \(error.line), column \(error.column): "
        + error.reason.shortPrintable
    case .file(let path, let problem):
      "cannot read the configuration '\(path.printable)': \(problem); --no-config does without it"
    case .key(let key, let line, let path, let problem):
      "'\(path.printable)', line \(line): \(key.shortPrintable): \(problem)"
    case .unknownPreset(let name, let known, let path):
      (path.map { "'\($0.printable)': preset: " } ?? "")
        + "there is no preset '\(name.shortPrintable)', "
        + "only \(known.map(\.shortPrintable).joined(separator: ", "))"
        + suggestion(known.nearest(to: name))
    case .bothWays(let flag):
      "--\(flag) and --no-\(flag) exclude each other"
    }
  }
}

extension ConfigurationError.FileProblem: CustomStringConvertible {
  var description: String {
    switch self {
    case .unreadable(let error): "\(error)"
    case .notFile: "it is not a regular file"
    case .tooLarge(let limit): "it is larger than \(limit) bytes"
    case .notUTF8: "it is not UTF-8"
    case .syntax(let error): error.reason.shortPrintable
    }
  }
}

extension ConfigurationError.KeyProblem: CustomStringConvertible {
  var description: String {
    switch self {
    case .unknown(let resembling):
      "there is no such key" + suggestion(resembling)
        + (resembling == nil ? "; keys are the long names of options, see --help" : "")
    case .notSetting(let reason):
      "this cannot stand in a file: \(reason)"
    case .wrongType(let found, let takes):
      "it takes \(takes), not \(found)"
    case .outsideFolder(let path):
      "'\(path.shortPrintable)' leads out of the folder, and a project's file reads and writes "
        + "nothing elsewhere; give it on the command line"
    case .link(let path):
      "'\(path.string.shortPrintable)' is a symbolic link, which a project's file does not follow; "
        + "remove the link, or give the option on the command line"
    }
  }
}

/// A guess at the name that was meant; nothing where none resembles.
private func suggestion(_ name: String?) -> String {
  name.map { "; did you mean '\($0)'?" } ?? ""
}

extension String {
  /// The beginning of the text, as a message may show it.
  fileprivate var shortPrintable: String {
    let limit = 200
    return count > limit ? String(prefix(limit)).printable + "…" : printable
  }
}
