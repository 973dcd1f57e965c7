import Foundation
public import Testing

/// Something that a test needs but not every machine has, such as a library, font or permission.
///
/// Tests ask for it with `.needs(…)`. Where it is missing, they are skipped and the log says why.
/// Each need is declared once: here, or beside the fixture that cannot do without it.
public struct Need: Sendable {
  /// What is needed, and the package that provides it if that is not clear from the name.
  public let name: String
  /// Whether this machine has it.
  public let isMet: @Sendable () -> Bool

  /// Creates a need; `isMet` may be called several times.
  public init(_ name: String, isMet: @escaping @Sendable () -> Bool) {
    (self.name, self.isMet) = (name, isMet)
  }

  /// A program on the `PATH`.
  public static func program(_ name: String, of package: String? = nil) -> Need {
    Need(package.map { "\(name) (\($0))" } ?? name) {
      let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
      return path.split(separator: ":").contains {
        FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
      }
    }
  }

  /// A library that is found at run time.
  public static func library(_ fileName: String, of package: String) -> Need {
    Need(package) { InstalledLibrary(fileName) != nil }
  }

  /// Little CMS, which reads LUT-based profiles.
  public static let littleCMS = library("liblcms2.so.2", of: "liblcms2-2")
  /// ISA-L, which decodes faster.
  public static let isal = library("libisal.so.2", of: "libisal2")
  /// Pango, with or without fonts.
  public static let pango = library("libpangocairo-1.0.so.0", of: "libpangocairo-1.0-0")

  /// Several needs as one.
  public static func all(_ needs: [Need]) -> Need {
    Need(needs.map(\.name).joined(separator: " and ")) { needs.allSatisfy { $0.isMet() } }
  }

  /// A file system that accepts any bytes as a name, not only UTF-8.
  public static let namesOfAnyBytes = Need("a file system that accepts names that are not UTF-8") {
    let folder = TemporaryFolder()
    let name = Array(folder.url.path.utf8CString.dropLast()) + [47, -1, 0]
    return mkdir(name, 0o700) == 0
  }

  /// A user who is bound by permissions, as root usually is not.
  public static let boundByPermissions = Need("a user who is bound by permissions, unlike root") {
    let folder = TemporaryFolder()
    let path = folder.url.appending(path: "closed").path
    return mkdir(path, 0o000) == 0 && access(path, R_OK) != 0
  }

  /// A user who may give files to other users, as usually only root can.
  public static let givingFilesAway = Need("a user who may give files away, as root may") {
    let folder = TemporaryFolder()
    return chown(folder.url.path, 12345, gid_t.max) == 0
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips a test or a suite on a machine that lacks anything it needs.
  public static func needs(_ needs: Need...) -> Self {
    let all = Need.all(needs)
    return .enabled(if: all.isMet(), "needs \(all.name)")
  }
}
