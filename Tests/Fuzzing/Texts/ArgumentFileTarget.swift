import SystemPackage

@testable import ContactSheetCommand

/// Argument files: entries that were read can be written and read back; a user's file may use every
/// option that a project's may.
enum ArgumentFileTarget: FuzzTarget {
  static let name = "arguments"

  static func seeds() -> [[UInt8]] {
    let presets = builtInPresets.map { Array($0.value.utf8) }
    return presets
      + OptionCatalog.all.map { option in
        let value = option.isFlag ? "" : " \(option.standard ?? option.choices.first ?? "1")"
        return Array("\(option.flag)\(value)\n".utf8)
      }
  }

  static func check(_ bytes: [UInt8]) {
    let text = String(bytes)
    let project = try? ArgumentFile(text, origin: .file("fuzz"), kind: .project("."))
    let user = try? ArgumentFile(text, origin: .file("fuzz"), kind: .user)
    _ = try? ArgumentFile(text, origin: .preset("fuzz", nil), kind: .preset)
    if let project {
      expect(user?.lines == project.lines, "a user's file has fewer options than a project's")
    }
    guard let user else { return }
    let again = try? ArgumentFile(
      user.lines.joined(separator: "\n"), origin: .file("fuzz"), kind: .user)
    expect(again?.lines == user.lines, "\(user.lines) become \(again?.lines as Any)")
    _ = RawOptions().over([user.options])
  }
}

extension ArgumentFile {
  /// The entries as lines of a file.
  fileprivate var lines: [String] {
    options.entries.flatMap { entry in
      entry.texts.map { text in
        guard entry.option.isFlag else { return "\(entry.option.flag)=\(text)" }
        switch text {
        case Option.isSet: return entry.option.flag
        case Option.isUnset: return "--\(entry.option.inverseName)"
        default: return "\(entry.option.flag)=\(text)"
        }
      }
    }
  }
}
