internal import SheetFiles
internal import SheetImaging
internal import SheetLayout
package import SheetModel
internal import SheetPictures
internal import SheetPlans
package import SystemPackage

/// The rules of an option, with the names in their conditions resolved.
package struct PictureRules<Value: Sendable>: Sendable {
  /// The rules, in the order of the options.
  package let all: [ResolvedRule<Value>]
  private let form: RuleForm<Value>

  /// Resolves the conditions of rules to known facts.
  ///
  /// - Throws: ``ContactSheetError/condition(_:_:)`` for the first condition with a name that is
  ///   not a fact, or whose fact is not yet known when the rules are used.
  init(
    _ rules: [PictureRule<Value>], as form: RuleForm<Value>, _ names: FactNames
  ) throws(ContactSheetError) {
    self.form = form
    all = try rules.map { (rule) throws(ContactSheetError) in
      try ResolvedRule(rule, about: form.subject, names)
    }
  }

  /// The facts that the conditions need.
  package var keys: [FactKey] { all.flatMap(\.keys) }

  /// Checks that numeric facts are compared with numbers.
  ///
  /// - Throws: ``ContactSheetError/condition(_:_:)`` for the first condition that fails this check.
  package func checkNumbers(of pictures: [PictureFacts]) throws(ContactSheetError) {
    for rule in all { try rule.checkNumbers(of: pictures) }
  }

  /// The values for a picture, in the order of their rules.
  func values(of picture: PictureFacts) -> [Value] {
    all.lazy.filter { $0.holds(for: picture) }.map(\.rule.value)
  }

  /// The value of the last rule that applies to a picture; nil if none does.
  package func value(of picture: PictureFacts) -> Value? {
    lastIndex(for: picture).map { all[$0].rule.value }
  }

  /// The index of the last rule that applies to a picture; nil if none does.
  package func lastIndex(for picture: PictureFacts) -> Int? {
    all.lastIndex { $0.holds(for: picture) }
  }

  /// The notes about rules that apply to none of the pictures.
  package func notes(on pictures: [PictureFacts]) -> [Note] {
    if pictures.isEmpty { return [] }
    let cameras =
      form.subject == .foundPictures
      ? Set(pictures.lazy.compactMap { $0.fact(.camera)?.text }).sorted() : []
    return all.flatMap { $0.notesOnWords(of: pictures) }
      + notes(amongCameras: cameras) { rule in pictures.contains(where: rule.holds) }
  }

  /// The notes about rules that apply to none of the pairs, before they are compared.
  package func notes(onPairs pairs: [(path: FilePath, sides: [PictureFacts])]) -> [Note] {
    notes { rule in pairs.contains { rule.holds(forPairAt: $0.path, $0.sides) } }
  }

  /// The notes on rules without effect.
  ///
  /// An outdated rule may hide a later mistake.
  func notes(
    amongCameras cameras: [String] = [], unless hasEffect: (ResolvedRule<Value>) -> Bool
  ) -> [Note] {
    all.filter { $0.rule.pictures != .all && !hasEffect($0) }.map { rule in
      Note(
        .staleRule,
        "no \(form.subject.noun) matches '\(rule.rule.source.shortPrintable)', which \(form.effect)",
        remedy: rule.remedy(amongCameras: cameras)
          ?? (form.isText ? rule.remedyIfText : nil) ?? "correct the rule, or leave it out")
    }
  }
}

/// A rule with the names in its condition resolved.
package struct ResolvedRule<Value: Sendable>: Sendable {
  /// The rule as written.
  package let rule: PictureRule<Value>
  private let selection: Selection

  private enum Selection {
    case all
    case pattern(Glob)
    /// A pattern for names, and one in lower case for camera names.
    case nameOrCamera(Glob, GlobPattern)
    case condition(ResolvedCondition)
  }

  fileprivate init(
    _ rule: PictureRule<Value>, about subject: RuleSubject, _ names: FactNames
  ) throws(ContactSheetError) {
    self.rule = rule
    switch rule.pictures {
    case .all: selection = .all
    case .pattern(let text) where subject == .foundPictures:
      selection = .nameOrCamera(
        Glob(text), GlobPattern(Array(text.lowercased().utf8)[...]))
    case .pattern(let text): selection = .pattern(Glob(text))
    case .condition(let condition):
      selection = .condition(
        try ResolvedCondition(condition, names, unknown: subject.unknownFacts))
    }
  }

  /// The names of the known cameras and, if the pattern occurs in one of these names, a pattern
  /// that matches the name.
  ///
  /// Nil if no camera is known, or if the rule has a condition.
  fileprivate func remedy(amongCameras cameras: [String]) -> Remedy? {
    guard case .pattern(let pattern) = rule.pictures, !cameras.isEmpty else { return nil }
    let known: Remedy =
      "the \(cameras.count == 1 ? "camera is" : "cameras are") \(cameras.map(\.shortPrintable).listed("and"))"
    guard cameras.contains(where: { $0.lowercased().contains(pattern.lowercased()) }) else {
      return known
    }
    let value = rule.source.dropFirst(pattern.count)
    return "\(known); write \("*\(pattern)*\(value)".shellQuoted)"
  }

  /// How to write the rule if all of it is meant as a value; nil if it has wildcards or a folder.
  fileprivate var remedyIfText: Remedy? {
    if rule.pictures.plainName == nil { return nil }
    return
      "correct the rule, or write \("*=\(rule.source)".shellQuoted) if all of this is the text"
  }

  fileprivate func checkNumbers(of pictures: [PictureFacts]) throws(ContactSheetError) {
    if case .condition(let condition) = selection { try condition.checkNumbers(of: pictures) }
  }

  /// The notes on words in the condition that are taken as text, although they name columns or
  /// parts of the pictures' names.
  fileprivate func notesOnWords(of pictures: [PictureFacts]) -> [Note] {
    if case .condition(let condition) = selection {
      condition.notesOnWords(of: pictures)
    } else {
      []
    }
  }

  fileprivate var keys: [FactKey] {
    if case .condition(let condition) = selection { condition.keys } else { [] }
  }

  /// Whether the rule applies to a picture.
  package func holds(for picture: PictureFacts) -> Bool {
    func matches(_ pattern: Glob) -> Bool {
      pattern.matchesName(FilePath(picture.picture.source.name))
    }
    switch selection {
    case .all: return true
    case .pattern(let pattern): return matches(pattern)
    case .nameOrCamera(let name, let camera):
      return matches(name)
        || picture.fact(.camera).map {
          camera.matches(GlobText(Array($0.text.lowercased().utf8)[...]))
        } == true
    case .condition(let condition): return condition.holds(for: picture) == true
    }
  }

  /// Whether the rule applies to a pair; a rule with a condition does if either picture is certain
  /// to meet the condition.
  package func holds(forPairAt path: FilePath, _ sides: [PictureFacts]) -> Bool {
    switch selection {
    case .all: true
    case .pattern(let pattern), .nameOrCamera(let pattern, _): pattern.matchesName(path)
    case .condition(let condition): sides.contains { condition.decidedlyHolds(for: $0) }
    }
  }

  /// Whether the rule applies to a pair, whatever the values of missing facts.
  func surelyHolds(forPairAt path: FilePath, _ facts: PictureFacts) -> Bool {
    if case .condition(let condition) = selection { return condition.surelyHolds(for: facts) }
    return holds(forPairAt: path, [facts])
  }
}

extension RuleSubject {
  /// The names of facts that are not known when the rules are used, with the reasons.
  fileprivate var unknownFacts: [String: String] {
    let ofPairs = ComparedPair.factNames.map { ($0, "because pairs are compared later") }
    let ofPixels = PictureTokens.ofPixels.map { ($0, "because pixels are examined later") }
    switch self {
    case .pictures, .comparedPairs: return [:]
    case .pairs: return Dictionary(ofPairs) { first, _ in first }
    case .foundPictures: return Dictionary(ofPairs + ofPixels) { first, _ in first }
    }
  }
}

/// All rules of a job about individual pictures and pairs, with their conditions resolved.
///
/// The rules are a class so that the types that contain them copy one reference, not all rules.
package final class JobRules: Sendable {
  let weights: PictureRules<PictureWeight>
  let spans: PictureRules<PictureRoom>
  let foci: PictureRules<Focus>
  let crops: PictureRules<PictureArea>
  let turns: PictureRules<Sheet.Turn>
  let borders: PictureRules<PictureBorder>
  let cellBackgrounds: PictureRules<Backdrop>
  let scaleBars: PictureRules<Sheet.ScaleBar>
  let insets: PictureRules<PictureArea>
  let copies: PictureRules<Int>
  /// Whether a rule, or a column of the table, may make copies.
  let makesCopies: Bool
  package let stretches: PictureRules<PictureStretch>
  package let colormaps: PictureRules<Sheet.Colormap>
  let colormapTitles: PictureRules<String>
  package let overlays: PictureRules<WrittenOverlay>
  package let clocks: PictureRules<ClockCorrection>
  /// The changes that a comparison allows.
  package let allowed: AllowedChanges
  /// The areas that a comparison leaves out.
  package let ignored: PictureRules<PictureArea>

  /// Resolves the rules of a job.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - table: The table, if the job names one.
  /// - Throws: ``ContactSheetError/condition(_:_:)``.
  package init(_ job: SheetJob, _ table: PictureTable?) throws(ContactSheetError) {
    let (names, found) = (job.factNames(table), job.factNamesOfFiles(table))
    weights = try PictureRules(job.weights, as: .weight, names)
    spans = try PictureRules(job.spans, as: .span, names)
    foci = try PictureRules(job.foci, as: .focus, names)
    crops = try PictureRules(job.crops, as: .crop, names)
    turns = try PictureRules(job.turns, as: .turn, names)
    borders = try PictureRules(job.borders, as: .border, names)
    cellBackgrounds = try PictureRules(job.cellBackgrounds, as: .cellBackground, names)
    scaleBars = try PictureRules(job.scaleBars, as: .scaleBar, names)
    insets = try PictureRules(job.insets, as: .inset, names)
    copies = try PictureRules(job.copies, as: .copies, names)
    makesCopies =
      job.comparison == nil && job.layout.traits.axes == nil
      && (!job.copies.isEmpty || table?.hasCopies == true)
    stretches = try PictureRules(job.stretches, as: .stretch, names)
    colormaps = try PictureRules(job.colormaps, as: .colormap, names)
    colormapTitles = try PictureRules(job.colormapTitles, as: .colormapTitle, names)
    overlays = try PictureRules(job.overlays, as: .overlay, names)
    clocks = try PictureRules(job.clocks, as: .clock, found)
    allowed = try AllowedChanges(job.comparison?.allowed ?? [], names)
    ignored = try PictureRules(job.comparison?.ignored ?? [], as: .ignoredArea, found)
  }

  /// Whether there are rules that may change the properties of individual pictures.
  var changePictures: Bool {
    let rules: [any RulesForPictures] = [
      weights, spans, foci, crops, turns, borders, cellBackgrounds, scaleBars, insets,
      colormapTitles,
    ]
    return rules.contains { !$0.isEmpty }
  }

  /// The rules that apply to pictures of the sheet, in the order of their notes.
  private var ofPictures: [any RulesForPictures] {
    [
      weights, spans, foci, crops, turns, borders, cellBackgrounds, scaleBars, insets, copies,
      stretches, colormaps, colormapTitles, overlays,
    ]
  }

  /// The facts that the conditions need.
  package var keys: [FactKey] {
    ofPictures.flatMap { $0.keys } + clocks.keys + allowed.keys + ignored.keys
  }

  /// The notes about rules that apply to no picture of the sheet.
  ///
  /// - Throws: ``ContactSheetError/condition(_:_:)`` if a numeric fact is compared with text.
  func notes(on pictures: [PictureFacts]) throws(ContactSheetError) -> [Note] {
    for rules in ofPictures { try rules.checkNumbers(of: pictures) }
    return ofPictures.flatMap { $0.notes(on: pictures) }
  }
}

/// The rules of an option, whatever the type of their values.
private protocol RulesForPictures {
  var isEmpty: Bool { get }
  var keys: [FactKey] { get }
  func checkNumbers(of pictures: [PictureFacts]) throws(ContactSheetError)
  func notes(on pictures: [PictureFacts]) -> [Note]
}

extension PictureRules: RulesForPictures {
  fileprivate var isEmpty: Bool { all.isEmpty }
}
