internal import Foundation
internal import PackagePlugin

/// Remakes a sheet of a target's pictures when one of them changes, and adds it to the target's
/// resources.
///
/// The command runs in the target's folder, so names on the sheet do not depend on the machine. A
/// file named `.contactsheet` in that folder sets the options. The user's own configuration is
/// ignored, because it differs from machine to machine.
@main
struct ResourceSheetPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let module = target.sourceModule else { return [] }
    let pictures = Set(module.sourceFiles.flatMap { pictureFiles(at: $0.url.path) }).sorted()
    guard !pictures.isEmpty else { return [] }
    let folder = module.directoryURL.path
    let command = try context.tool(named: "ContactSheetCommand").url.path
    let sheet = context.pluginWorkDirectoryURL.appending(path: "contact-sheet.png")
    return [
      .buildCommand(
        displayName: "Making a contact sheet of \(target.name)",
        executable: URL(filePath: "/bin/sh"),
        arguments: [
          "-c", Self.script, folder, sheet.path, command, "--on-error", "fail", "-o", "-",
        ] + (optionFiles(in: folder).isEmpty ? ["--no-config", "--"] : ["--"])
          + pictures.map { name(of: $0, in: folder) },
        environment: ["XDG_CONFIG_HOME": "/dev/null"],
        inputFiles: ([command] + pictures + optionFiles(in: folder)).map { URL(filePath: $0) },
        outputFiles: [sheet])
    ]
  }

  /// Runs a command in a folder, and replaces a sheet with its output if the bytes differ.
  ///
  /// SwiftPM runs build commands without a working folder, and relinks the contact sheet command
  /// even if nothing in it has changed. Standard output takes only a single page, so options that
  /// would give several pages cause an error instead of leaving an old sheet under the one name
  /// that SwiftPM knows.
  private static let script = """
    cd "$0" && sheet=$1 && shift && "$@" >"$sheet.new" || exit
    cmp -s "$sheet.new" "$sheet" || mv "$sheet.new" "$sheet"
    """

  /// A picture, or the pictures in a folder; a folder that is copied as a whole stands for its
  /// files.
  private func pictureFiles(at path: String) -> [String] {
    let inside = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return ([path] + inside.map { "\(path)/\($0)" })
      .filter { pictureExtensions.contains(URL(filePath: $0).pathExtension.lowercased()) }
  }

  /// The options file, and the files in the target's folder that it mentions.
  private func optionFiles(in folder: String) -> [String] {
    let file = "\(folder)/.contactsheet"
    guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return [] }
    let named = text.split(separator: "\n").compactMap { line in
      line.split(maxSplits: 1) { $0 == " " || $0 == "=" }.last.map { "\(folder)/\($0)" }
    }
    return [file] + named.filter { FileManager.default.isReadableFile(atPath: $0) }
  }

  private func name(of file: String, in folder: String) -> String {
    file.hasPrefix("\(folder)/") ? String(file.dropFirst(folder.count + 1)) : file
  }
}
