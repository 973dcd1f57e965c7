import Glibc
import SystemPackage

extension Stat {
  /// The time of the last modification, since the start of 1970 in UTC.
  var modified: Duration {
    .seconds(st_mtim.tv_sec) + .nanoseconds(st_mtim.tv_nsec)
  }
}
