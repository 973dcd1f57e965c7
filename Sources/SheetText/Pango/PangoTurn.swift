internal import Synchronization

/// The turn to use Pango, which one thread of the process has at a time.
///
/// Pango allows one thread for each font map, but below them all is one cache of cairo's
/// for glyphs, and threads that use different maps at once now and then crash or hang there
/// (seen with cairo 1.16 and Pango 1.50, in a few lines of C, too).
enum PangoTurn {
  private static let turn = Mutex(())

  /// Runs `body` when no other thread uses Pango.
  ///
  /// `body` must not take a turn itself.
  static func take<Result>(_ body: () -> Result) -> Result {
    turn.withLock { _ in body() }
  }
}
