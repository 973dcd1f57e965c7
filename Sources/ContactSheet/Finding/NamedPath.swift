import SystemPackage

/// A path as an argument or a list gives it.
struct NamedPath {
  let path: FilePath
  let mustExist: Bool

  /// What is at the path; nil where nothing is and nothing has to be.
  func status() throws(FindError) -> Stat? {
    let status: Stat
    do throws(Errno) {
      status = try path.stat()
    } catch .noSuchFileOrDirectory where mustExist {
      throw .missing(path)
    } catch {
      if mustExist { throw .unreadable(path, error) }
      return nil
    }
    switch status.type {
    case .directory, .regular: return status
    default: throw .notAFile(path)
    }
  }
}
