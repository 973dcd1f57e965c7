public import SystemPackage

/// A file that tells `make` or `ninja` what a sheet was made from, in the syntax of Make.
public struct Depfile: Equatable, Sendable {
  /// Where it goes.
  public var output: SheetOutput
  /// Files that the sheet depends on besides those that its plan knows, such as a configuration.
  public var otherFiles: [FilePath]

  /// Creates a request for a depfile.
  public init(to output: SheetOutput, otherFiles: [FilePath] = []) {
    self.output = output
    self.otherFiles = otherFiles
  }
}

extension SheetPlan {
  /// The rule of the depfile: what the selected pages are made from; nil without a depfile.
  ///
  /// A folder in which a file of the run lies is left out, since it changes with every run; so is
  /// what the run itself writes, and what is neither file nor folder, such as a pipe.
  var rule: MakeRule? {
    guard let depfile = documents.depfile, let pages = try? selectedPages() else { return nil }
    let outputs = pages.map(\.output) + allDocuments.map(\.output)
    let places = Set(outputs.compactMap { try? ResolvedOutput($0).place })
    let outputFolders = Set(
      places.compactMap { if case .file(let place) = $0 { place.folder } else { nil } })
    let others = (findings.origins + depfile.otherFiles).filter { path in
      guard !path.starts(with: "/dev"), let status = try? path.stat() else { return false }
      switch status.type {
      case .directory: return !outputFolders.contains(FileIdentity(status))
      case .regular:
        let folder = FileIdentity(path.folder)
        return folder.map {
          !places.contains(.file(FilePlace(folder: $0, name: Array(path.nameBytes))))
        } ?? true
      default: return false
      }
    }
    let shown = pages.lazy.flatMap(\.tiles).map { pictures[$0.index] }
    var known: Set<FilePath> = []
    return MakeRule(
      targets: pages.compactMap(\.output.names?.path),
      prerequisites: ((shown + skipped).compactMap(\.path) + others).filter {
        known.insert($0).inserted
      })
  }
}
