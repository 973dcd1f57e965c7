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

  /// Lets the options override those of `files`, which are given strongest first, and of presets.
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
}
