internal import SheetFiles
internal import SheetModel
internal import SheetPictures
internal import SystemPackage

/// The overlays in a folder, found by the paths of the pictures over which they are drawn.
///
/// An overlay has the same relative path as its picture, but in the folder of overlays. Its name
/// may have another extension, the picture's extension and its own, or a suffix that all overlays
/// share, as in `img_mask.png` for `img.jpg`; pictures may then share a suffix as well.
struct OverlayNames {
  /// The indices of overlays by their paths below the folder, and by these paths without
  /// extensions.
  private var paths = SpelledNames<Int>()
  private var stems = SpelledNames<Int>()
  private let folder: FilePath
  private let suffixes: [ArraySlice<UInt8>]

  /// Collects the names of overlays, which are given in natural order.
  init(of overlays: [FoundImage], below folder: FilePath) {
    self.folder = folder
    var names: [ArraySlice<UInt8>] = []
    for (index, overlay) in overlays.enumerated() {
      let path = overlay.path.bytes(below: folder)
      let stem = path.withoutExtension
      paths[path] = index
      if stems[stem] == nil { stems[stem] = index }
      names.append(stem.fileName)
    }
    suffixes = names.commonSuffixes
  }

  /// Finds the overlay of each picture.
  ///
  /// - Parameters:
  ///   - pictures: The pictures.
  ///   - inputCount: The number of inputs that led to the pictures. The path of a picture in the
  ///     only folder begins below that folder; any other path may begin at any of its folders.
  /// - Returns: The index of the overlay of each picture; nil for pictures without one.
  /// - Throws: `CancellationError` when the task is cancelled.
  func indices(
    of pictures: [SheetPicture], inputCount: Int
  ) throws(CancellationError) -> [Int?] {
    let names = pictures.map { $0.pathsBelow(isOnlyInput: inputCount == 1) }
    let plain = names.map { overlay(at: $0, replacing: nil) }
    if plain.contains(where: { $0 != nil }) || suffixes.isEmpty { return plain }
    guard let pair = try suffixPair(for: names) else { return plain }
    return names.map { overlay(at: $0, replacing: pair) }
  }

  /// The ending of a picture's name, and what replaces it in the name of the overlay.
  private typealias SuffixPair = (picture: ArraySlice<UInt8>, overlay: ArraySlice<UInt8>)

  private func overlay(at paths: [ArraySlice<UInt8>], replacing suffix: SuffixPair?) -> Int? {
    for path in paths {
      let stem = path.withoutExtension
      if let suffix {
        guard stem.fileName.count > suffix.picture.count, stem.ends(with: suffix.picture) else {
          continue
        }
        if let index = stems[stem.dropLast(suffix.picture.count) + suffix.overlay] { return index }
      } else if let index = self.paths[path] ?? stems[stem] ?? stems[path] {
        return index
      }
    }
    return nil
  }

  /// The pair of suffixes by which the most pictures have an overlay; nil if no picture has one by
  /// any pair.
  private func suffixPair(
    for names: [[ArraySlice<UInt8>]]
  ) throws(CancellationError) -> SuffixPair? {
    // The first pictures show which suffixes there are.
    let few = names.filter { !$0.isEmpty }.prefix(500)
    let ofPictures = few.compactMap { $0.last?.withoutExtension.fileName }.commonSuffixes
    var best: (pair: SuffixPair, count: Int)?
    for ofPicture in [[]] + ofPictures {
      for ofOverlay in suffixes + [[]] {
        if Task.isCancelled { throw CancellationError() }
        let pair = (ofPicture, ofOverlay)
        let count = few.count { overlay(at: $0, replacing: pair) != nil }
        if count > best?.count ?? 0 { best = (pair, count) }
      }
    }
    return best?.pair
  }
}

extension SheetPicture {
  /// The paths that an overlay of the picture may have below its folder, in order of preference;
  /// empty for a picture that is not a file.
  fileprivate func pathsBelow(isOnlyInput: Bool) -> [ArraySlice<UInt8>] {
    guard let path else { return [] }
    let shortest = inputFolder.map { path.bytes(below: $0) } ?? path.nameBytes
    if isOnlyInput, inputFolder != nil { return [shortest] }
    var paths: [ArraySlice<UInt8>] = []
    var rest = path.bytes[...]
    while !rest.isEmpty, rest.count >= shortest.count {
      rest = rest.drop { $0 == slash }
      paths.append(rest)
      rest = rest.drop { $0 != slash }
    }
    return paths
  }
}

private let slash = UInt8(ascii: "/")

extension ArraySlice<UInt8> {
  /// The last component of the path.
  fileprivate var fileName: ArraySlice<UInt8> {
    lastIndex(of: slash).map { self[($0 + 1)...] } ?? self
  }

  /// The path without the extension of its last component.
  fileprivate var withoutExtension: ArraySlice<UInt8> {
    let name = fileName
    return name.dropFirst().lastIndex(of: UInt8(ascii: ".")).map { self[..<$0] } ?? self
  }
}

extension [ArraySlice<UInt8>] {
  /// The suffixes that all names share, each of which begins with a separator; the shortest first.
  ///
  /// If there are many, only the shortest ones and the longest are tried, since untrusted names may
  /// consist of separators.
  fileprivate var commonSuffixes: [ArraySlice<UInt8>] {
    guard var common = first else { return [] }
    for name in self {
      let shared = zip(common.reversed(), name.reversed()).prefix { $0 == $1 }.count
      common = common.suffix(shared)
    }
    var starts = common.indices.reversed().filter { "_-. ".utf8.contains(common[$0]) }
    let most = 8
    if starts.count > most { starts = starts.prefix(most) + starts.suffix(1) }
    return starts.map { common[$0...] }
  }
}
