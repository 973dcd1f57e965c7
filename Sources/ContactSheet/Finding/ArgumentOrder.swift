internal import SheetFiles
internal import SystemPackage

/// Puts arguments into natural order if a shell has put them into alphabetical order.
///
/// For `*.png` a shell writes `img1.png img10.png img2.png`, an order that no user chose. Any other
/// order is a user's choice, and is kept.
enum ArgumentOrder {
  /// What the position of an argument depends on.
  struct Argument {
    /// Its position among all inputs.
    let input: Int
    let path: FilePath
    let isFolder: Bool
  }

  /// The new positions of the arguments that do not keep their own, by input.
  ///
  /// Consecutive arguments are considered together, since `*/*.png` is a single pattern. If they
  /// are not in alphabetical order, each run of adjacent files, or of adjacent folders, is
  /// considered separately, unless there are several runs from the same folder.
  static func places(of arguments: [Argument]) -> [Int: Int] {
    var places: [Int: Int] = [:]
    func put(_ run: ArraySlice<Argument>) {
      let keys = run.map { PathKey.natural($0.path) }
      let sorted = keys.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
      for (position, index) in sorted.enumerated() where position != index {
        places[run[run.startIndex + index].input] = run[run.startIndex + position].input
      }
    }
    for stretch in arguments.runs(where: { $1.input == $0.input + 1 }) {
      if isAlphabetical(stretch) {
        put(stretch)
        continue
      }
      let runs = stretch.runs { Group($0) == Group($1) }
      let counts = Dictionary(runs.map { (Group($0[$0.startIndex]), 1) }, uniquingKeysWith: +)
      for run in runs where counts[Group(run[run.startIndex])] == 1 && isAlphabetical(run) {
        put(run)
      }
    }
    return places
  }

  /// What arguments from the same pattern have in common.
  private struct Group: Hashable {
    let folder: FilePath
    let isFolder: Bool

    init(_ argument: Argument) {
      folder = argument.path.folder
      isFolder = argument.isFolder
    }
  }

  /// Whether a shell would list the arguments in this order, in some locale.
  private static func isAlphabetical(_ arguments: ArraySlice<Argument>) -> Bool {
    collations.contains { collation in
      let keys = arguments.map { collation($0.path) }
      return zip(keys, keys.dropFirst()).allSatisfy { !$1.lexicographicallyPrecedes($0) }
    }
  }

  /// The orders in which shells compare names.
  ///
  /// In the C locale that is by bytes. Elsewhere it ignores case, with punctuation before digits
  /// and letters or, in older systems, without punctuation.
  ///
  /// The locale of this run is ignored, since the order must not depend on it.
  private static let collations: [@Sendable (FilePath) -> [UInt32]] = [
    { $0.bytes.map(UInt32.init) },
    { path in
      path.string.lowercased().unicodeScalars.map {
        $0.isLetterOrDigit ? $0.value + 1 << 21 : $0.value
      }
    },
    { path in path.string.lowercased().unicodeScalars.filter(\.isLetterOrDigit).map(\.value) },
  ]
}

extension Unicode.Scalar {
  fileprivate var isLetterOrDigit: Bool {
    properties.isAlphabetic || properties.numericType != nil
  }
}
