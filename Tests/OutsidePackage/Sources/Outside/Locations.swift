import ContactSheet
import FoundationEssentials
import SystemPackage

/// Makes a sheet beside a folder, for an application that works with URLs.
func makeSheet(of folder: URL) async throws -> Sheet.Report {
  try await Sheet(folder: folder).render(to: folder.appendingPathExtension("png"))
}

/// Makes a sheet of dropped files.
func makeSheet(of files: [URL], at output: URL) async throws {
  try await Sheet(files: files).render(to: output, overwrite: .anyFile)
}

/// Makes a sheet of a folder, for a tool that works with system calls.
func makeSheet(of folder: FilePath) async throws -> Sheet.Report {
  try await Sheet(folder: folder).render(to: folder.appending("sheet.png"))
}

/// Makes a sheet of files, with a depfile beside it.
func makeSheet(of files: [FilePath], at output: FilePath) async throws {
  var options = Sheet.RenderOptions()
  options.depfile = output.string + ".d"
  try await Sheet(files: files).render(to: output, options: options)
}

/// Whether two screenshots are equal.
func areEqual(_ one: URL, _ other: URL) async throws -> Bool {
  try await !FolderComparison(one, with: other).run().isAnyDifferent
}

/// Whether two folders are equal.
func areEqual(_ one: FilePath, _ other: FilePath) async throws -> Bool {
  try await !FolderComparison(one, with: other).run().isAnyDifferent
}
