internal import ContactSheet
internal import Glibc
internal import SystemPackage

/// The text of a configuration file that exists.
struct ConfigurationText: Equatable, Sendable {
  /// For whom a file speaks.
  enum Scope: String, Sendable {
    /// A person's own, for all that the person does.
    case user
    /// A folder's, which may have come from someone else.
    case project
  }

  /// The most bytes that a file may hold, which is many times what all options come to.
  static let largestSize = 1 << 14

  let path: FilePath
  let scope: Scope
  let text: String

  /// The files that there are, weakest first: the user's, then that of the working directory.
  ///
  /// Folders above the working directory are not searched: what a file says of paths is
  /// meant from where the program runs.
  ///
  /// - Throws: ``ConfigurationError/file(_:_:)`` for a file that is there and cannot be read.
  static func all() throws(ConfigurationError) -> [ConfigurationText] {
    var texts: [ConfigurationText] = []
    if let path = userPath, let text = try ConfigurationText(path, scope: .user) {
      texts.append(text)
    }
    if let text = try ConfigurationText(".contactsheet.toml", scope: .project) {
      texts.append(text)
    }
    return texts
  }

  /// The path of the user's file; nil for a user without a home.
  ///
  /// Source: XDG Base Directory Specification, which wants a path that is not absolute ignored.
  private static var userPath: FilePath? {
    if let folder = environmentPath("XDG_CONFIG_HOME"), folder.isAbsolute {
      return folder.appending("contactsheet/config.toml")
    }
    return environmentPath("HOME")?.appending(".config/contactsheet/config.toml")
  }

  private static func environmentPath(_ name: String) -> FilePath? {
    guard let value = unsafe getenv(name) else { return nil }
    let path = unsafe FilePath(platformString: value)
    return path.isEmpty ? nil : path
  }

  /// Reads a file; nil where there is none.
  private init?(_ path: FilePath, scope: Scope) throws(ConfigurationError) {
    do throws(ConfigurationError.FileProblem) {
      guard let bytes = try path.configurationBytes() else { return nil }
      guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
      self.init(path: path, scope: scope, text: text)
    } catch {
      throw .file(path, error)
    }
  }

  init(path: FilePath, scope: Scope, text: String) {
    self.path = path
    self.scope = scope
    self.text = text
  }
}

extension FilePath {
  /// The bytes of a small regular file; nil where there is none.
  ///
  /// A pipe is not waited for.
  fileprivate func configurationBytes() throws(ConfigurationError.FileProblem) -> [UInt8]? {
    do {
      let file = try FileDescriptor.open(self, .readOnly, options: [.closeOnExec, .nonBlocking])
      return try file.closeAfter {
        guard try file.stat().type == .regular else {
          throw ConfigurationError.FileProblem.notFile
        }
        let bytes = try file.beginning(upTo: ConfigurationText.largestSize + 1)
        guard bytes.count <= ConfigurationText.largestSize else {
          throw ConfigurationError.FileProblem.tooLarge(limit: ConfigurationText.largestSize)
        }
        return bytes
      }
    } catch Errno.noSuchFileOrDirectory, Errno.notDirectory {
      return nil
    } catch let problem as ConfigurationError.FileProblem {
      throw problem
    } catch {
      throw .unreadable(error as? Errno ?? .ioError)
    }
  }
}
