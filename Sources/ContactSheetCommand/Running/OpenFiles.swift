internal import ContactSheet
internal import SheetText
internal import SystemPackage

/// How many files this process may open beside those that are open already.
enum OpenFiles {
  /// What a run has open at once beside a picture for each worker: pages and documents on their
  /// way, a folder, a library with what it reads at its start.
  static let needed = 8

  /// The number of pictures that `workers` can have open at once.
  ///
  /// - Throws: `CommandError` where that is none.
  static func workers(upTo workers: Int) throws(CommandError) -> Int {
    let free = free(upTo: needed + workers)
    guard free > needed else {
      throw CommandError(
        "only \(free.counted("file")) can be opened, where \(needed + 1) are needed; raise the limit "
          + "of \(descriptorLimit()) (ulimit -n)")
    }
    return free - needed
  }

  /// How many files can be opened now, as far as anyone asks; opening them is what tells.
  private static func free(upTo count: Int) -> Int {
    var opened: [FileDescriptor] = []
    while opened.count < count, let next = try? FileDescriptor.standardError.duplicate() {
      opened.append(next)
    }
    for descriptor in opened { try? descriptor.close() }
    return opened.count
  }
}
