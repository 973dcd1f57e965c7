internal import SheetFiles
internal import SystemPackage

/// Orders arguments by the numbers in their names if a shell has put them into alphabetical order.
///
/// For `*.png` a shell passes `img1.png img10.png img2.png`, an order that no user chose. Only
/// numbers are reordered, since a user may have typed `GT bicubic lanczos ours`. Any other order of
/// arguments is the user's choice, and is kept.
enum ArgumentOrder {
  /// What the position of an argument depends on.
  struct Argument {
    /// The argument's position among all inputs.
    let input: Int
    let path: FilePath
    let isFolder: Bool
  }

  /// The new positions of the arguments that move, by input.
  ///
  /// Consecutive arguments are considered together, since `*/*.png` is a single pattern. If they
  /// are not in alphabetical order, each run of adjacent files, or of adjacent folders, is
  /// considered separately, unless there are several runs from the same folder.
  static func places(of arguments: [Argument]) -> [Int: Int] {
    var places: [Int: Int] = [:]
    /// Sorts arguments by their numbers; false if they are not in alphabetical order.
    func put(_ run: ArraySlice<Argument>) -> Bool {
      guard let collation = collations.first(where: { $0.sorts(run) }) else { return false }
      let keys = run.map { collation.keyWithNumbers(of: $0.path) }
      let sorted = keys.indices.sorted { one, other in
        keys[one] == keys[other]
          ? one < other : keys[one].lexicographicallyPrecedes(keys[other])
      }
      for (position, index) in sorted.enumerated() where position != index {
        places[run[run.startIndex + index].input] = run[run.startIndex + position].input
      }
      return true
    }
    for stretch in arguments.runs(where: { $1.input == $0.input + 1 }) {
      if put(stretch) { continue }
      let runs = stretch.runs { Group($0) == Group($1) }
      let counts = Dictionary(runs.map { (Group($0[$0.startIndex]), 1) }, uniquingKeysWith: +)
      for run in runs where counts[Group(run[run.startIndex])] == 1 { _ = put(run) }
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

  /// An order in which shells compare names.
  private struct Collation: Sendable {
    /// The elements of a path that are compared, in order.
    let key: @Sendable (FilePath) -> [UInt32]
    /// The elements that stand for decimal digits.
    let digits: ClosedRange<UInt32>
    /// The elements to compare if numbers are compared by value, including the punctuation that
    /// separates numbers; nil if they equal the elements of ``key``.
    var dividedKey: (@Sendable (FilePath) -> [UInt32])?

    /// Whether a shell would list the arguments in this order.
    func sorts(_ arguments: ArraySlice<Argument>) -> Bool {
      let keys = arguments.map { key($0.path) }
      return zip(keys, keys.dropFirst()).allSatisfy { !$1.lexicographicallyPrecedes($0) }
    }

    /// The key with the number of digits before each number, so that longer numbers sort after
    /// shorter ones.
    func keyWithNumbers(of path: FilePath) -> [UInt32] {
      var (result, rest) = ([UInt32](), (dividedKey ?? key)(path)[...])
      while let first = rest.first {
        let number = rest.prefix(while: digits.contains)
        guard !number.isEmpty else {
          result.append(first)
          rest.removeFirst()
          continue
        }
        let digits = number.drop { $0 == self.digits.lowerBound }
        result += [self.digits.lowerBound, UInt32(digits.count)] + digits
        rest = rest[number.endIndex...]
      }
      return result
    }
  }

  /// The orders in which shells compare names.
  ///
  /// The C locale compares bytes. Other locales ignore case, and sort punctuation before digits and
  /// letters or, on older systems, ignore it.
  ///
  /// The locale of this run is ignored, because the order must not depend on it.
  private static let collations = [
    Collation(key: { $0.bytes.map(UInt32.init) }, digits: digits),
    Collation(
      key: { path in
        path.string.lowercased().unicodeScalars.map {
          $0.isLetterOrDigit ? $0.value + afterSigns : $0.value
        }
      }, digits: digits.lowerBound + afterSigns...digits.upperBound + afterSigns),
    Collation(
      key: { path in
        path.string.lowercased().unicodeScalars.filter(\.isLetterOrDigit).map(\.value)
      }, digits: digits,
      dividedKey: { path in
        // Punctuation between digits separates two numbers, as in 1_10; elsewhere it is ignored.
        let scalars = Array(path.string.lowercased().unicodeScalars)
        return scalars.indices.compactMap { index in
          if scalars[index].isLetterOrDigit { return scalars[index].value }
          let isDivider =
            index > 0 && index + 1 < scalars.count && digits.contains(scalars[index - 1].value)
            && digits.contains(scalars[index + 1].value)
          return isDivider ? 0 : nil
        }
      }),
  ]
  private static let digits = UInt32(UInt8(ascii: "0"))...UInt32(UInt8(ascii: "9"))
  /// An offset larger than the value of any punctuation character.
  private static let afterSigns: UInt32 = 1 << 21
}

extension Unicode.Scalar {
  fileprivate var isLetterOrDigit: Bool {
    properties.isAlphabetic || properties.numericType != nil
  }
}
