#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension OptionalLibrary {
  /// Where Linux distributions put libraries: Debian by processor, Fedora and others by width.
  private static let usualFolders = [
    "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib",
  ]

  /// Whether one of `fileNames` is a file where libraries usually are, found out without loading
  /// it: a large library takes longer to load than a small program to run.
  ///
  /// False does not say that the loader would not find it.
  public static func isInUsualPlace(_ fileNames: [String]) -> Bool {
    usualFolders.contains { folder in fileNames.contains { isFile(folder + "/" + $0) } }
  }

  private static func isFile(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }
}
