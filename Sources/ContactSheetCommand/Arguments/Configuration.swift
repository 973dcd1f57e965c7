internal import ArgumentParser
internal import Glibc
internal import SheetFiles
internal import SheetModel
internal import SystemPackage

extension RawOptions {
  /// Combines the options with those of configuration files and presets.
  ///
  /// From strongest to weakest, the sources are the command line, its preset, the project file and
  /// the user's file. A file given with `--config` replaces the last two, and is trusted like the
  /// user's file. A preset that a file names ranks directly below that file's own options, and is
  /// not used if a stronger source names another one. The project file and its preset cannot raise
  /// limits.
  ///
  /// - Throws: `ValidationError` for an incorrect file or preset.
  func configured() throws -> RawOptions {
    let folders = ConfigurationFolders(isRead: configuration.noConfig != true)
    if let file = configuration.config { return try over([try folders.named(file)], in: folders) }
    let user = try folders.user()
    var userOnly = try over([user].compactMap(\.self), in: folders)
    userOnly.projectFile = folders.isRead ? ProjectFile.nearest : nil
    guard let file = userOnly.projectFile, let project = try folders.project(file) else {
      return userOnly
    }
    var all = try over([project, user].compactMap(\.self), in: folders).limited(to: userOnly)
    all.configurationFiles += userOnly.configurationFiles
    all.projectFile = file
    return all
  }

  /// Puts the options over those of `files`, strongest first, and over those of presets.
  private func over(
    _ files: [RawOptions], in folders: ConfigurationFolders
  ) throws -> RawOptions {
    var (layers, hasPreset) = ([RawOptions](), false)
    for options in [self] + files {
      layers.append(options)
      guard !hasPreset, let name = options.configuration.preset else { continue }
      layers.append(try folders.preset(name, namedAt: options.given["preset"]?.place))
      hasPreset = true
    }
    var result = over(Array(layers.dropFirst()))
    result.configurationFiles = layers.flatMap(\.configurationFiles)
    result.unreadFiles = layers.flatMap(\.unreadFiles)
    return result
  }
}

/// A configuration file that cannot be read.
private struct UnreadFile {
  let path: FilePath
  let reason: String

  private var text: String { "cannot read the configuration \(path.quoted): \(reason)" }

  /// The error that ends the run.
  var refusal: ValidationError { ValidationError("\(text); --no-config ignores it") }

  /// The note of a run that continues without the file.
  var note: Note {
    Note(
      .unreadConfiguration, about: .path(path), text,
      remedy: "add --no-config, or correct HOME and XDG_CONFIG_HOME")
  }
}

/// A file that cannot be read because it belongs to someone else, as when `HOME` belongs to root,
/// or because it is a link to a missing file.
private struct ForbiddenFile: Error {
  let file: UnreadFile
}

/// The folders of configuration files and of the user's presets.
private struct ConfigurationFolders {
  /// Whether configuration files are read.
  let isRead: Bool

  /// The options in the project file; nil if there is none, or if it is not trusted.
  func project(_ file: ProjectFile) throws -> RawOptions? {
    if file.refusal != nil { return nil }
    if let options = try self.file(file.path, kind: .project(file.folder)) { return options }
    // The file existed a moment ago.
    throw UnreadFile(path: file.path, reason: "it is missing").refusal
  }

  /// The options in a file given on the command line.
  func named(_ path: String) throws -> RawOptions {
    do {
      if let options = try file(FilePath(path), kind: .user) { return options }
    } catch let error as ForbiddenFile {
      throw error.file.refusal
    }
    throw ValidationError(
      "cannot read the configuration \(FilePath(path).quoted): it does not exist; correct the name")
  }

  /// The user's file; nil if there is none.
  ///
  /// A service may run with the `HOME` of another user, so a file that it may not read leads only
  /// to a note.
  func user() throws -> RawOptions? {
    guard isRead, let userFolder else { return nil }
    let path = userFolder.appending("config")
    do { return try file(path, kind: .user) } catch let error as ForbiddenFile {
      var none = RawOptions()
      none.unreadFiles = [error.file.note]
      return none
    }
  }

  /// The options of a preset: the user's preset of this name or else the program's.
  ///
  /// If a file names the preset, an error begins with `place`, the line in that file.
  func preset(_ name: String, namedAt place: String?) throws -> RawOptions {
    let component = FilePath.Component(name)
    let builtIn = builtInPresets.first { $0.key == name }?.value
    var forbidden: ForbiddenFile?
    if isRead, let folder = presetFolder, let component, component.kind == .regular {
      do {
        let path = folder.appending(component)
        if let file = try file(path, kind: .preset, presetName: name) { return file }
      } catch let error as ForbiddenFile {
        if builtIn == nil { throw error.file.refusal }
        forbidden = error
      }
    }
    if let builtIn {
      var options = try ArgumentFile(builtIn, origin: .preset(name, nil), kind: .preset).options
      options.unreadFiles = [forbidden?.file.note].compactMap(\.self)
      return options
    }
    let known = userPresets + builtInPresets.map(\.key)
    let meant = known.nearest(to: name).map { "did you mean \($0.shellQuoted)?" }
    throw ValidationError(
      "cannot use the preset '\(name.shortPrintable)'\(place.map { " (\($0))" } ?? ""): there is no such "
        + "preset; write one of \(known.map(\.shortPrintable).listed())"
        + (meant.map { "; \($0)" } ?? ""))
  }

  /// The names of the user's presets, sorted.
  private var userPresets: [String] {
    guard isRead, let entries = try? presetFolder?.folderEntries() else { return [] }
    return entries.map { String(decoding: $0.name, as: UTF8.self) }.filter { !$0.hasPrefix(".") }
      .sorted()
  }

  private var presetFolder: FilePath? { userFolder?.appending("presets") }

  /// The user's folder; nil if the user has no home folder.
  ///
  /// Source: the XDG Base Directory Specification, according to which relative paths are ignored.
  private var userFolder: FilePath? {
    if let folder = environmentPath("XDG_CONFIG_HOME"), folder.isAbsolute {
      return folder.appending("contactsheet")
    }
    return environmentPath("HOME")?.appending(".config/contactsheet")
  }

  private func environmentPath(_ name: String) -> FilePath? {
    guard let value = unsafe getenv(name) else { return nil }
    let path = unsafe FilePath(platformString: value)
    return path.isEmpty ? nil : path
  }

  /// Reads a file; nil if there is none.
  ///
  /// - Throws: `ForbiddenFile` if the user may not read the file and it is not a project file, or
  ///   if it is a link to a missing file, and `ValidationError` for every other reason.
  private func file(
    _ path: FilePath, kind: ArgumentFile.Kind, presetName: String? = nil
  ) throws -> RawOptions? {
    let text: String
    do {
      let folder: OpenFolder? =
        if case .project(let path) = kind { try OpenFolder(path) } else { nil }
      guard let contents = try path.configuration(below: folder) else {
        if path.brokenLinkTarget == nil { return nil }
        throw ForbiddenFile(
          file: UnreadFile(path: path, reason: "it is a symbolic link to a missing file"))
      }
      text = contents
    } catch let error as ForbiddenFile {
      throw error
    } catch {
      let unread = UnreadFile(path: path, reason: "\(error)")
      if case .project = kind { throw unread.refusal }
      if case ContentsError.system(.permissionDenied) = error { throw ForbiddenFile(file: unread) }
      throw unread.refusal
    }
    let origin = presetName.map { GivenOption.Origin.preset($0, path) } ?? .file(path)
    return try ArgumentFile(text, origin: origin, kind: kind).options
  }
}

extension FilePath {
  /// The maximum number of bytes in a configuration file, many times the length of all options.
  private static let maximumBytes = 1 << 14

  /// The text of a small regular file; nil if there is none.
  ///
  /// This never waits for a pipe. Messages quote the file, so a link in a folder that somebody else
  /// has made must not lead out of that folder.
  fileprivate func configuration(below folder: OpenFolder?) throws -> String? {
    do {
      let bytes: [UInt8] = try contents(atMost: Self.maximumBytes, below: folder)
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw CommandError("it is not UTF-8")
      }
      return text
    } catch ContentsError.system(.noSuchFileOrDirectory), ContentsError.system(.notDirectory) {
      return nil
    } catch ContentsError.system(let error) where error.isOutside {
      throw CommandError("it is a symbolic link that leads out of the folder")
    } catch ContentsError.system(.isDirectory), ContentsError.notARegularFile {
      throw CommandError("it is not a regular file")
    }
  }

  /// Whether this is a link out of the working folder.
  fileprivate var leadsOut: Bool {
    do throws(ContentsError) {
      let folder = try? OpenFolder(".")
      let _: [UInt8] = try contents(atMost: 0, below: folder)
      return false
    } catch {
      if case .system(let error) = error { return error.isOutside }
      return false
    }
  }
}

/// The configuration file of a project: that of the working folder, or else the nearest one above
/// it in the same repository.
///
/// A file above the working folder may be a trap in a shared folder, as `/tmp/.git` was for git
/// (CVE-2022-24765). So the file and all folders up to the root of the repository must belong to
/// the user and be on the same file system. The file in the working folder itself is read whoever
/// owns it, since in a container its owner may be another user. In a comparison, another user's
/// file is an error instead, because it could make the comparison pass.
struct ProjectFile: Sendable {
  private static let name: FilePath = ".contactsheet"

  /// The folder of the file, to which its paths are confined.
  let folder: FilePath
  /// Why the file is not read; nil if it is read.
  let refusal: String?
  /// Whether another user owns the file, although it is read.
  var isForeign = false
  /// Whether the file is a link to a missing file.
  var isMissing = false

  /// The path of the file.
  var path: FilePath { folder == "." ? Self.name : folder.pushing(Self.name) }

  /// The file that applies to the working folder; nil if there is none.
  static var nearest: ProjectFile? {
    func status(of path: FilePath) -> Stat? { try? path.stat(followTargetSymlink: false) }
    if let own = status(of: name) {
      var owners = [own] + name.furtherLinks.compactMap(status(of:))
      if own.type == .symbolicLink {
        do { owners.append(try name.stat()) } catch {
          // Somebody made the link in order to use the settings to which it led at the time. For a
          // link that leads out of the folder, reading reports the same error whether or not there
          // is a file, so that nobody learns what exists elsewhere.
          if [.noSuchFileOrDirectory, .notDirectory].contains(Errno(error)), !name.leadsOut {
            return ProjectFile(
              folder: ".", refusal: "it is a symbolic link to a missing file", isMissing: true)
          }
        }
      }
      return ProjectFile(
        folder: ".", refusal: nil,
        isForeign: owners.contains { $0.userID != .effective })
    }
    let folders = FilePath.repositoryFolders
    for folder in folders {
      guard let file = status(of: folder.pushing(name)) else { continue }
      let all = folders.compactMap { status(of: $0.pushing(".")) }
      let git = folders.last.flatMap { status(of: $0.pushing(".git")) }
      let isForeign = (all + [file, git].compactMap(\.self)).contains { $0.userID != .effective }
      let refusal: String? =
        file.type != .regular
        ? "it is not a regular file"
        : isForeign
          ? "another user owns it, or its repository, or a folder between them"
          : Set((all + [file]).map(\.deviceID)).count > 1
            ? "its repository spans several file systems" : nil
      return ProjectFile(folder: folder, refusal: refusal)
    }
    return nil
  }

  /// The note on a file that is not read; nil if it is read.
  var note: Note? {
    refusal.map {
      Note(
        .foreignConfiguration, about: .path(path), "\(path.quoted) is not read: \($0)",
        remedy: isMissing ? "correct the link" : "name it with --config if you trust it")
    }
  }
}

extension ProjectFile {
  /// The error if a comparison would be made without the project's settings, or with settings that
  /// belong to another user; nil if the project's settings are read and belong to this user.
  ///
  /// In either case, the comparison might be less strict than intended, and pass.
  func fault(isComparing: Bool) -> ContactSheetError? {
    guard isComparing, isForeign || refusal != nil else { return nil }
    return ContactSheetError(
      .notComparable,
      "cannot compare: the settings of the project in \(path.quoted) are not read: "
        + (refusal ?? "another user owns the file"),
      remedy: isMissing
        ? "correct the link, or use --no-config"
        : "name the file with --config \(path.shellQuoted) if you trust it, or use --no-config")
  }
}

/// The options in force, as a file of arguments.
///
/// A comment before each option names its source. Options that are not given are commented out and
/// show their defaults. If the listing is used as a configuration file, it sets the same options
/// again.
struct OptionListing: CustomStringConvertible {
  private let given: RawOptions

  /// Lists the options in force.
  init(given: RawOptions) { self.given = given }

  /// The lines of the file.
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
