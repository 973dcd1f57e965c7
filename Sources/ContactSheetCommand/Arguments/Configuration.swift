internal import ArgumentParser
internal import Glibc
internal import SheetFacts
internal import SheetFiles
internal import SheetRunning
internal import SystemPackage

extension RawOptions {
  /// The options, which override configuration files and presets.
  ///
  /// From the strongest to the weakest: the command line, its preset, the project's file, the
  /// user's file. A file of `--config` replaces the last two, and is trusted as the user's. A preset that a file names ranks right below that file's own options. It is not
  /// used if a stronger source names another. The project's file and its preset cannot raise
  /// limits.
  ///
  /// - Throws: `ValidationError` for a file or preset that is wrong.
  func configured() throws -> RawOptions {
    let folders = ConfigurationFolders(isRead: configuration.noConfig != true)
    if let file = configuration.config { return try over([try folders.named(file)], in: folders) }
    let user = try folders.user()
    var own = try over([user].compactMap(\.self), in: folders)
    own.projectFile = folders.isRead ? ProjectFile.nearest : nil
    guard let file = own.projectFile, let project = try folders.project(file) else { return own }
    var all = try over([project, user].compactMap(\.self), in: folders).limited(to: own)
    all.configurationFiles += own.configurationFiles
    all.projectFile = file
    return all
  }

  /// The options, which override files, strongest first, and presets.
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
    return result
  }
}

/// Folders of configuration files and of the user's presets.
private struct ConfigurationFolders {
  /// Whether configuration files are read.
  let isRead: Bool

  /// The options of the project's file; nil if it is not there, or not trusted.
  func project(_ file: ProjectFile) throws -> RawOptions? {
    try file.refusal == nil ? self.file(file.path, kind: .project(file.folder)) : nil
  }

  /// The options of a file that the command line names.
  func named(_ path: String) throws -> RawOptions {
    if let options = try file(FilePath(path), kind: .user) { return options }
    throw ValidationError(
      "cannot read the configuration \(FilePath(path).quoted): it does not exist; correct the name")
  }

  /// The user's file; nil if there is none.
  func user() throws -> RawOptions? {
    guard isRead, let userFolder else { return nil }
    return try file(userFolder.appending("config"), kind: .user)
  }

  /// Options of a preset: a preset of the user, or else of the program.
  ///
  /// An error begins with `place`, the line of the file that names the preset, if there is one.
  func preset(_ name: String, namedAt place: String?) throws -> RawOptions {
    let component = FilePath.Component(name)
    if isRead, let folder = presetFolder, let component, component.kind == .regular,
      let file = try file(folder.appending(component), kind: .preset, presetName: name)
    {
      return file
    }
    if let text = builtInPresets.first(where: { $0.key == name })?.value {
      return try ArgumentFile(text, origin: .preset(name, nil), kind: .preset).options
    }
    let known = ownPresets + builtInPresets.map(\.key)
    let meant = known.nearest(to: name).map { "did you mean '\($0.shortPrintable)'?" }
    throw ValidationError(
      "cannot use the preset '\(name.shortPrintable)'\(place.map { " (\($0))" } ?? ""): there are only "
        + "\(known.map(\.shortPrintable).listed("and")); \(meant ?? "choose one of them")")
  }

  /// The names of the user's presets, sorted.
  private var ownPresets: [String] {
    guard isRead, let entries = try? presetFolder?.folderEntries() else { return [] }
    return entries.map { String(decoding: $0.name, as: UTF8.self) }.filter { !$0.hasPrefix(".") }
      .sorted()
  }

  private var presetFolder: FilePath? { userFolder?.appending("presets") }

  /// The user's folder; nil if the user has no home.
  ///
  /// Source: XDG Base Directory Specification, which ignores a relative path.
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
  private func file(
    _ path: FilePath, kind: ArgumentFile.Kind, presetName: String? = nil
  ) throws -> RawOptions? {
    let text: String
    do {
      let folder: OpenFolder? =
        if case .project(let path) = kind { try OpenFolder(path) } else { nil }
      guard let contents = try path.configuration(below: folder) else { return nil }
      text = contents
    } catch {
      throw ValidationError(
        "cannot read the configuration \(path.quoted): \(error); --no-config ignores it")
    }
    let origin = presetName.map { GivenOption.Origin.preset($0, path) } ?? .file(path)
    return try ArgumentFile(text, origin: origin, kind: kind).options
  }
}

extension FilePath {
  /// The most bytes that a configuration file may hold, many times the length of all options.
  private static let maximumBytes = 1 << 14

  /// The text of a small regular file; nil if there is none.
  ///
  /// A pipe is never waited for. Messages quote the file, so a link may not lead out of a folder
  /// that comes from elsewhere.
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
