package import SheetFiles
package import SheetImaging
package import SheetLayout
package import SheetModel
package import SheetPictures

/// The comparison shown by a sheet of two folders, with its results.
package struct PlannedComparison: Equatable, Sendable {
  /// When pixels count as different.
  package internal(set) var rule: ComparisonRule
  /// All pictures of both folders, in the order of the sheet, including those that the sheet does
  /// not show.
  package let pairs: [ComparedPair]

  package init(rule: ComparisonRule, pairs: [ComparedPair]) {
    (self.rule, self.pairs) = (rule, pairs)
  }
}

/// A pair of pictures, or a picture without a counterpart, and how they differ.
package struct ComparedPair: Equatable, Sendable {

  /// The path relative to both folders.
  package var path: String { name.text }
  package internal(set) var name: FileName
  /// The path of the earlier picture; nil if it is the same as the later one's.
  package var oldPath: String? { oldName?.text }
  package internal(set) var oldName: FileName?
  /// How the pictures differ.
  package internal(set) var status: FolderComparison.Status
  /// The status that the pair would have if its change were not allowed; nil if the change is not
  /// allowed.
  package internal(set) var allowedStatus: FolderComparison.Status?
  /// The pixel counts; nil if the pictures were not compared.
  package internal(set) var counts: Counts?

  /// The fraction of changed pixels, from 0 to 1; nil if the pictures could not be compared.
  ///
  /// It is 1 for a picture that was added or removed.
  package var share: Double? { counts?.share ?? ([.added, .removed].contains(status) ? 1 : nil) }

  /// The errors of the later picture relative to the earlier one; nil if unknown.
  ///
  /// For files with identical bytes, whose errors are not measured, this is ``PictureErrors/none``.
  package var errors: PictureErrors? { counts == .unchanged ? PictureErrors.none : counts?.errors }

  /// The fraction of changed pixels, as manifests store it; nil if the pictures could not be
  /// compared.
  var writtenShare: Double? {
    get { share }
    set { if let newValue { counts?.share = newValue } }
  }

  /// The status in words: `resized from 20 x 10 to 20 x 12`, or `colour profile` if only the
  /// profile differs.
  package var statusText: String {
    if status == .different, counts?.changed == 0 { return "colour profile" }
    // Pictures with different pixel shapes may have the same size in pixels.
    guard status == .resized, let sizes = counts?.sizes, sizes.before != sizes.after else {
      return status.rawValue
    }
    return "resized from \(sizes.before.width) x \(sizes.before.height) to "
      + "\(sizes.after.width) x \(sizes.after.height)"
  }

  /// How much two pictures differ.
  package struct Counts: Equatable, Sendable {
    /// The number of changed pixels, including pixels that only one of the pictures has.
    package internal(set) var changed: Int
    /// The number of pixels that differ only because of antialiasing.
    package internal(set) var smoothed: Int
    /// The number of changed pixels as a fraction of the pixels in either picture, from 0 to 1.
    package internal(set) var share: Double
    /// The largest colour difference among changed pixels that both pictures have, rounded to
    /// millionths; black and white are 1 apart.
    package internal(set) var largest: Double
    /// The bounding box of all changed pixels, in the upright picture; nil if there are none.
    package internal(set) var box: PixelRect?
    /// The regions of changed pixels, as in ``DifferenceCounts/regions``.
    package internal(set) var regions: [DifferenceCounts.Region] = []
    /// The errors of the later picture relative to the earlier one; nil if they were not measured,
    /// as for pictures of different sizes.
    package internal(set) var errors: PictureErrors?
    /// The sizes of both pictures as shown; nil if both their sizes and pixel shapes are the same.
    package internal(set) var sizes: Sizes?

    /// The sizes of two pictures.
    package struct Sizes: Equatable, Sendable {
      /// The size of the earlier picture.
      package internal(set) var before: PixelSize
      /// The size of the later picture.
      package internal(set) var after: PixelSize
    }

    /// No pixel has changed.
    package static let unchanged = Counts(changed: 0, smoothed: 0, share: 0, largest: 0, box: nil)
  }

  package init(
    _ name: FileName, from oldName: FileName? = nil, status: FolderComparison.Status,
    counts: Counts? = nil
  ) {
    (self.name, self.oldName, self.status, self.counts) = (name, oldName, status, counts)
  }

  /// The pair with its change allowed.
  package var allowed: ComparedPair {
    var pair = self
    (pair.status, pair.allowedStatus) = (.allowed, status)
    return pair
  }
}

extension ComparedPair.Counts {
  /// Creates the counts of two pictures, given their sizes as shown.
  package init(_ counts: DifferenceCounts, _ before: PixelSize?, _ after: PixelSize?) {
    var sizes: Sizes?
    if counts.isResized, let before, let after { sizes = Sizes(before: before, after: after) }
    self.init(
      changed: counts.changed, smoothed: counts.smoothed, share: counts.share,
      largest: (counts.largest * 1_000_000).rounded() / 1_000_000, box: counts.box,
      regions: counts.regions, errors: counts.errors, sizes: sizes)
  }
}

extension ComparedPair {
  /// The name of the only fact that is not a number.
  package static let statusName = "status"

  /// The names of all facts.
  package static let factNames = [
    statusName, "changed", "share", "largest", "mae", "rmse", "psnr", "ssim",
  ]

  /// The facts of the pair by name; unknown facts are nil.
  package var facts: [String: Fact?] {
    let (largest, errors) = (counts?.largest, errors)
    return Dictionary(
      uniqueKeysWithValues: zip(
        Self.factNames,
        [
          Fact(status.rawValue), counts.map { Fact($0.changed) },
          share.map { .rounded($0, as: Self.percent($0)) },
          largest.map { .rounded($0, as: "\(($0 * 1000).rounded() / 1000)") },
          errors.map { .measured($0.mae) }, errors.map { .measured($0.rmse) },
          // JSON cannot represent infinity.
          errors.map {
            $0.psnr.isFinite ? .measured($0.psnr, decimals: 2) : Fact("inf", number: .infinity)
          },
          errors?.ssim.map { .measured($0, decimals: 4) },
        ]))
  }

  /// A fraction as a percentage, such as `1.2 %`.
  ///
  /// Fractions below 1 % have two decimals, and tiny ones are written as `< 0.01 %`.
  package static func percent(_ share: Double) -> String {
    if share > 0, share < 0.000_05 { return "< 0.01 %" }
    let digits = share < 0.01 ? 100.0 : 10
    return "\((share * 100 * digits).rounded() / digits) %"
  }
}

/// How many pairs differ, on one line: `12 of 340 pairs differ; 2 added; 1 removed (allowed)`.
package struct ComparisonSummary: Equatable, Sendable {
  /// The number of pairs and single pictures with each status.
  private let numbers: [FolderComparison.Status: Int]
  /// The number of allowed pairs and pictures, by the status that they would otherwise have.
  private let allowed: [FolderComparison.Status: Int]

  package init(_ pairs: [ComparedPair]) {
    numbers = pairs.reduce(into: [:]) { $0[$1.status, default: 0] += 1 }
    allowed = pairs.reduce(into: [:]) { counts, pair in
      if pair.status == .allowed { counts[pair.allowedStatus ?? .different, default: 0] += 1 }
    }
  }

  private subscript(statuses: FolderComparison.Status...) -> Int {
    statuses.reduce(0) { $0 + (numbers[$1] ?? 0) }
  }

  /// Whether any difference was found that is not allowed.
  package var isAnyDifferent: Bool { numbers.keys.contains(where: \.isChange) }

  /// Whether any pair could not be compared.
  package var isAnyUnread: Bool { self[.unreadable] > 0 }

  /// Whether all pictures exist, can be read, and are equal.
  var areAllEqual: Bool { numbers.allSatisfy { $0.key == .equal } }
}

extension ComparisonSummary: CustomStringConvertible {
  /// The results on one line.
  ///
  /// Pictures without a counterpart are counted separately from pairs.
  package var description: String {
    if numbers.isEmpty { return "no images were compared" }
    let different = self[.different, .resized]
    let allowedPairs = (allowed[.different] ?? 0) + (allowed[.resized] ?? 0)
    let pairs = self[.equal, .unreadable, .ignored] + different + allowedPairs
    if areAllEqual {
      return pairs == 1
        ? "1 pair, which does not differ" : "\(pairs) pairs, none of which differs"
    }
    var parts: [String] = []
    if pairs > 1 {
      let verb = different <= 1 ? "differs" : "differ"
      parts.append("\(different == 0 ? "none" : "\(different)") of \(pairs) pairs \(verb)")
    } else if pairs == 1, self[.unreadable, .ignored] == 0 {
      parts.append("the only pair \(different == 0 ? "does not differ" : "differs")")
    }
    let singles = [FolderComparison.Status.added, .removed, .renamed]
    func counted(_ counts: [(Int, String)]) -> String? {
      let words = counts.filter { $0.0 > 0 }.map { "\($0) \($1)" }
      return words.isEmpty ? nil : words.listed("and")
    }
    let others = singles.map { (self[$0], $0.rawValue) }
    let permitted =
      [(allowedPairs, "changed")] + singles.map { (allowed[$0] ?? 0, $0.rawValue) }
    parts += [
      counted(others), counted(permitted).map { "\($0) (allowed)" },
      counted([
        (self[.unreadable], "\(pairs == 1 ? "pair " : "")could not be compared"),
        (self[.ignored], "\(pairs == 1 ? "pair " : "")not compared"),
      ]),
    ].compactMap(\.self)
    return parts.joined(separator: "; ")
  }
}
