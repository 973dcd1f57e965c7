package import SheetModel
package import SheetPictures
internal import SheetPlans

/// What a template is for.
package enum TemplateUse: String, Equatable, Sendable {
  case label, heading, title, header, footer, watermark, order, group, weight, best, listing, rows
  case columns, missing

  /// What messages call the text that the template makes.
  var name: String { self == .missing ? "text for missing images" : rawValue }

  /// The tokens for positions on the sheet, such as `{index}`, that a template for this use cannot
  /// contain, because the positions depend on the template.
  var unknownTokens: Set<String> {
    switch self {
    case .label, .heading, .title, .header, .footer, .watermark: []
    case .order, .group, .weight, .best, .rows, .columns, .missing: ["index", "count", "page"]
    case .listing: ["page"]
    }
  }
}

extension SheetJob {
  /// The facts of pictures that the job needs.
  package var requestedFacts: FactQuery { requestedFacts(and: []) }

  /// The query for the facts that the job needs, and for `others`.
  package func requestedFacts(and others: [FactKey]) -> FactQuery {
    // The template for missing images may contain text for images without a fact; no note then says
    // that the fact is missing.
    let needsFacts = missing?.body.hasTextsOtherwise != true
    return FactQuery(
      keys(of: pictureTemplates.filter { $0.0 != .missing || needsFacts }) + others,
      silently: (missing?.keys.map(\.ofEach) ?? []) + (stacking?.keys ?? []) + duplicates.keys
        + scaleBars.pixelSizeKeys
        + scaleKeys
        + (clocks.isEmpty ? [] : [.camera, .taken])
        + (order.key == .takenIfKnown ? [.taken] : []),
      fromExif: looksForMixedCameras ? [.camera, .taken] : [], faces: style.followsSubjects)
  }

  /// The keys of all templates of the job, in order, including duplicates.
  var requestedKeys: [FactKey] { keys(of: pictureTemplates) }

  /// The keys of some templates for single pictures, and the keys of page text.
  private func keys(of templates: [(TemplateUse, PictureTemplate)]) -> [FactKey] {
    var keys: [FactKey] = []
    for (use, template) in templates {
      keys += template.keys.filter { !(use == .label && isOfMatrix($0)) }.map(\.ofEach)
    }
    let pageNames = Set(PageTokens.all.map(\.name))
    let pageKeys = texts.pageKeys + (texts.heading?.keys ?? [])
    if case .gap = paging.groupKey { keys.append(.taken) }
    return keys
      + pageKeys.filter { $0.aggregate != nil || !pageNames.contains($0.name) }.map(\.ofEach)
  }

  /// Checks that there is a fact for every token.
  ///
  /// - Parameters:
  ///   - table: The table, if the job names one.
  ///   - listing: The template of a listing, if there is one.
  /// - Throws: ``ContactSheetError/template(_:_:)`` for the first token without a fact.
  package func checkTokens(
    _ table: PictureTable?, listing: PictureTemplate? = nil
  ) throws(ContactSheetError) {
    let templates = pictureTemplates + [listing].compactMap(\.self).map { (.listing, $0) }
    if templates.isEmpty, texts.heading == nil { return }
    let names = factNames(table).names
    func check<Tokens>(
      _ use: TemplateUse, _ template: TextTemplate<Tokens>?, _ others: [String] = []
    ) throws(ContactSheetError) {
      do { try template?.checkTokens(names: names + others, without: use.unknownTokens) } catch {
        throw .template(use, table?.naming(error) ?? error, best: best.first)
      }
    }
    for (use, template) in templates {
      try check(
        use, template, use == .label && layout.traits.axes != nil ? ["row", "column"] : [])
    }
    try check(.heading, texts.heading)
    for (use, template) in texts.ofPages { try check(use, template) }
  }

  /// The names in templates that parts of file names may have: those that are not tokens, and those
  /// of tokens added only recently.
  package var namesOfParts: [String] {
    let pageTokens = Set(PageTokens.all.map(\.name))
    var names: [String] = []
    for key in requestedKeys
    where PictureTokens.isFree(key.name) && !pageTokens.contains(key.name) && !isOfMatrix(key)
      && !names.contains(key.name)
    {
      names.append(key.name)
    }
    return names
  }

  /// Whether to warn about cameras whose times interleave.
  ///
  /// This is only useful if neither an option nor a list sets an order.
  var looksForMixedCameras: Bool {
    let hasList = inputs.contains { if case .list = $0 { true } else { false } }
    return order.key == .auto && !hasList && comparison == nil && layout.traits.axes == nil
  }

  /// Whether the sheet needs the pixels of its pictures: for facts, the order, copies or stacks.
  package func looksAtPixels(_ keys: [FactKey], _ table: PictureTable?) -> Bool {
    order.key == .likeness || duplicates != .show || stacking != nil || asksPixels(keys, table)
  }

  /// Whether any of these keys asks for a fact about pixels.
  ///
  /// Columns and parts of file names may have the same name as a fact about pixels.
  package func asksPixels(_ keys: [FactKey], _ table: PictureTable?) -> Bool {
    let seen = keys.filter(\.isOfPixels).map(\.name)
    return !seen.isEmpty
      && !Set(factNames(table).names).isSuperset(of: seen)
  }

  /// The sources of facts that not every picture has.
  func factNames(_ table: PictureTable?) -> FactNames {
    guard let comparison else { return factNamesOfFiles(table) }
    return FactNames(
      parsing: parsing, table: table,
      others: ComparedPair.factNames + (comparison.match?.factNames ?? []),
      numbers: Set(ComparedPair.factNames).subtracting([ComparedPair.statusName]), isOfPairs: true)
  }

  /// The sources of facts that not every file has, excluding the facts of pairs.
  func factNamesOfFiles(_ table: PictureTable?) -> FactNames {
    let supplied = sources.flatMap(\.suppliedFacts)
    let texts = Set(supplied.lazy.filter { $0.value.number == nil }.map(\.key))
    let names = Set(supplied.map(\.key))
    return FactNames(
      parsing: parsing, table: table, others: names.sorted(), numbers: names.subtracting(texts))
  }

  /// Whether a key in a label stands for the row or column of a matrix.
  private func isOfMatrix(_ key: FactKey) -> Bool {
    layout.traits.axes != nil && [PictureMatrix.rowKey, PictureMatrix.columnKey].contains(key)
  }

  /// The templates that are filled in for each picture.
  var pictureTemplates: [(TemplateUse, PictureTemplate)] {
    var templates: [(TemplateUse, PictureTemplate)] = []
    if let label = texts.label { templates.append((.label, label)) }
    if case .facts(let template) = order.key { templates.append((.order, template)) }
    if case .facts(let template, _) = paging.groupKey { templates.append((.group, template)) }
    if let missing { templates.append((.missing, missing)) }
    if let template = watermark?.template { templates.append((.watermark, template)) }
    templates += best.map { (.best, $0.template) }
    for weight in weights {
      if case .facts(let template) = weight.value { templates.append((.weight, template)) }
    }
    if let template = layout.traits.axes?.rows.template { templates.append((.rows, template)) }
    if let template = layout.traits.axes?.columns.template {
      templates.append((.columns, template))
    }
    return templates
  }
}

extension NameTemplate {
  /// The names of tokens, which parts of file names cannot use.
  package static let reservedNames = Set(
    (PictureTokens.all + PageTokens.all).filter { !$0.isRecent }.map(\.name))
}
