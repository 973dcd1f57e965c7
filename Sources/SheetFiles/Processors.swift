internal import Glibc
internal import SystemPackage

/// The processors that this process may use.
package enum Processors {
  /// The number of available processors, at least 1.
  ///
  /// Respects `taskset`, and a container's processor set and share of processor time.
  package static var available: Int {
    let allowed = allowed(by: text(of: "/proc/self/status") ?? "")
    let count = allowed ?? max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN)))
    let share = share(ofGroups: text(of: "/proc/self/cgroup") ?? "", in: "/sys/fs/cgroup")
    return min(count, share ?? count)
  }

  /// The number of processors in text in the format of `/proc/self/status`; nil if the text gives
  /// none.
  ///
  /// Glibc declares `sched_getaffinity` to Swift only with `_GNU_SOURCE`; the kernel also writes
  /// the set of processors to that file, as hexadecimal digits with commas.
  static func allowed(by status: String) -> Int? {
    let name = "Cpus_allowed:"
    guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix(name) }) else {
      return nil
    }
    let count = line.dropFirst(name.count).reduce(0) {
      $0 + ($1.hexDigitValue?.nonzeroBitCount ?? 0)
    }
    return count > 0 ? count : nil
  }

  /// The smallest share of processor time that the control groups of the process allow.
  ///
  /// Source: Linux documentation, admin-guide/cgroup-v2, `cpu.max`; scheduler/sched-bwc for version
  /// 1.
  ///
  /// - Parameters:
  ///   - groups: Text in the format of `/proc/self/cgroup`.
  ///   - root: The folder where control groups are mounted.
  /// - Returns: The share, rounded up to whole processors; nil if no group sets a limit.
  static func share(ofGroups groups: String, in root: FilePath) -> Int? {
    groups.split(separator: "\n").flatMap { line -> [Int] in
      let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3 else { return [] }
      let isUnified = fields[1].isEmpty
      guard isUnified || fields[1].split(separator: ",").contains("cpu") else { return [] }
      // A group's limit applies to its members. In a container, outer groups are not mounted.
      var group = isUnified ? root : root.appending(String(fields[1]))
      var shares = [share(of: group, isUnified)]
      for component in FilePath(String(fields[2])).components where component.kind == .regular {
        group.append(component)
        shares.append(share(of: group, isUnified))
      }
      return shares.compactMap(\.self)
    }.min()
  }

  /// The number of processors that one group may use, at least 1; nil if it has no limit.
  private static func share(of group: FilePath, _ isUnified: Bool) -> Int? {
    let texts =
      isUnified
      ? (text(of: group.appending("cpu.max")) ?? "").split(whereSeparator: \.isWhitespace)
      : ["cpu.cfs_quota_us", "cpu.cfs_period_us"].compactMap { text(of: group.appending($0)) }
        .flatMap { $0.split(whereSeparator: \.isWhitespace) }
    guard texts.count == 2, let quota = Int(texts[0]), let period = Int(texts[1]), quota > 0,
      period > 0
    else { return nil }
    return max(1, quota / period + (quota % period > 0 ? 1 : 0))
  }

  private static func text(of path: FilePath) -> String? {
    (try? path.beginning(upTo: 1 << 14)).map { String(decoding: $0, as: UTF8.self) }
  }
}
