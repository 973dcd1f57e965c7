internal import CLibraries
internal import SheetModel
internal import Synchronization

/// The loaded Pango library, which lays out and draws text in any installed font, using cairo.
package struct PangoLibrary: Sendable {
  /// The Debian package that contains the library.
  package static let packageName = "libpangocairo-1.0-0"

  /// The installed library, loaded on first use; nil if it is missing or too old, or if the system
  /// lacks the memory or the threads for it.
  package static let installed =
    hasRoom && clibrary_load(.pango) == .ready ? PangoLibrary() : nil

  /// Whether the library is installed; loads it only if it is not in a standard folder.
  package static var isInstalled: Bool { clibrary_is_installed(.pango) }

  /// Whether the system has the memory and threads that Pango needs; without them, Pango aborts the
  /// program or hangs.
  ///
  /// Pango maps fonts of tens of megabytes, and searches them with its own threads. The threads of
  /// a run must leave these resources to it.
  static let hasRoom = clibrary_has_room(megabytesNeeded << 20, 16)
  static let megabytesNeeded = 512

  private init() {}
}

/// The lock that lets only one thread of the process use Pango at a time, as CLibraries requires.
///
/// Pango itself allows one thread per font map.
enum PangoLock {
  private static let mutex = Mutex(())

  /// Runs `body` while no other thread uses Pango; `body` must not lock again.
  static func withLock<Result>(_ body: () -> Result) -> Result {
    mutex.withLock { _ in body() }
  }
}
