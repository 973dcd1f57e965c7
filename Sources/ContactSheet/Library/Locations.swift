public import FoundationEssentials
public import SheetModel
public import SystemPackage

// Paths may be strings, file URLs or `FilePath` values. A path that is not UTF-8 cannot be given,
// but the files in a given folder may have any name.

extension Sheet {
  /// Creates a sheet of the pictures in a folder.
  public init(folder: URL) { self.init(folder: folder.path) }

  /// Creates a sheet of the pictures in a folder.
  public init(folder: FilePath) { self.init(folder: folder.string) }

  /// Creates a sheet of files and folders.
  public init(files: [URL]) { self.init(files: files.map(\.path)) }

  /// Creates a sheet of files and folders.
  public init(files: [FilePath]) { self.init(files: files.map(\.string)) }

  /// Plans the sheet and renders it to a file, or to several files named after it.
  ///
  /// - Throws: ``ContactSheetError``, and `CancellationError` if the task is cancelled.
  @discardableResult
  public func render(
    to output: URL, overwrite: Overwriting = .sheetsOnly, options: RenderOptions = .init(),
    progress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) async throws -> Report {
    try await render(to: output.path, overwrite: overwrite, options: options, progress: progress)
  }

  /// Plans the sheet and renders it to a file, or to several files named after it.
  ///
  /// - Throws: ``ContactSheetError``, and `CancellationError` if the task is cancelled.
  @discardableResult
  public func render(
    to output: FilePath, overwrite: Overwriting = .sheetsOnly, options: RenderOptions = .init(),
    progress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) async throws -> Report {
    try await render(to: output.string, overwrite: overwrite, options: options, progress: progress)
  }
}

extension FolderComparison {
  /// Compares a folder or file with an earlier one.
  public init(_ after: URL, with before: URL) { self.init(after.path, with: before.path) }

  /// Compares a folder or file with an earlier one.
  public init(_ after: FilePath, with before: FilePath) {
    self.init(after.string, with: before.string)
  }
}
