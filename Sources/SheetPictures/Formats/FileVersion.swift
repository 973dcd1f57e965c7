internal import SheetFiles
internal import SystemPackage

/// The state of a file at one time.
struct FileVersion: Hashable, Sendable {
  private let file: FileIdentity
  private let size: Int64
  private let modified: Duration

  /// The current state of an open file; nil if the system does not say.
  init?(_ descriptor: FileDescriptor) {
    guard let status = try? descriptor.stat() else { return nil }
    file = FileIdentity(status)
    (size, modified) = (status.size, status.modified)
  }
}
