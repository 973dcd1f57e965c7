internal import SheetFiles
package import SheetModel
package import SheetPictures
internal import SystemPackage

/// What the pictures in a row or column of a matrix have in common.
package struct MatrixAxis: Equatable, Sendable {
  /// The template whose value the pictures share; nil if their location decides.
  ///
  /// Aggregates in the template only summarise the pictures of a row or column in the heading. By
  /// location, columns are folders, and rows are the paths below them, without extensions.
  package var template: PictureTemplate?
  /// The requested values, in order; nil for all values.
  ///
  /// A value that no picture has gives an empty row or column. Pictures with other values are left
  /// out. An equals sign and a heading may follow a value; see ``ListedValue``. A single text such
  /// as `every:3`, unless it is a value, stands for a sample of all rows or columns.
  package var values: [String]?

  /// The sample that ``values`` stand for; nil if they are a list.
  var sample: PictureSample? {
    values.flatMap { $0.count == 1 ? PictureSample(parsing: $0[0]) : nil }
  }

  /// Creates an axis; without arguments, the location of files decides.
  package init(_ template: PictureTemplate? = nil, values: [String]? = nil) {
    (self.template, self.values) = (template, values)
  }
}

/// What puts pictures into rows and columns.
package struct MatrixAxes: Equatable, Sendable {
  /// What the pictures of a row have in common.
  package var rows: MatrixAxis
  /// What the pictures of a column have in common.
  package var columns: MatrixAxis
  /// Whether rows are shown as columns, and columns as rows.
  package var isTransposed: Bool
  /// What to do if several pictures belong in the same cell.
  package var clashPolicy: Sheet.Clash

  /// Creates axes; without arguments, the location of files decides.
  package init(
    rows: MatrixAxis = MatrixAxis(), columns: MatrixAxis = MatrixAxis(), isTransposed: Bool = false,
    clashPolicy: Sheet.Clash = .first
  ) {
    (self.rows, self.columns) = (rows, columns)
    (self.isTransposed, self.clashPolicy) = (isTransposed, clashPolicy)
  }

  /// Whether only a sample of the rows or columns is shown.
  var areSampled: Bool { rows.sample != nil || columns.sample != nil }

  /// The listed values of the facts that determine rows and columns, by the names of the facts.
  ///
  /// `lr=0.1` may be a value, or the value `lr` with a heading, so both are included.
  var listedValues: [String: [String]] {
    var listed: [String: [String]] = [:]
    for axis in [rows, columns] {
      guard let values = axis.values, axis.sample == nil, let body = axis.template?.body,
        body.isToken || body.hasAggregates, case let fields = body.ofEachPicture.fields,
        fields.count == 1, let name = fields.first?.key.name
      else { continue }
      for value in values {
        listed[name, default: []].append(value)
        for index in value.indices where value[index] == "=" {
          listed[name, default: []].append(String(value[..<index]))
        }
      }
    }
    return listed
  }
}

/// The value that puts a picture into a row or column.
struct AxisValue {
  /// The identity of a row or column; numbers are compared by value, so that `064` and `64` are the
  /// same.
  enum Identity: Hashable {
    case number(Double)
    case text(String)

    init(_ fact: Fact) { self = fact.number.map(Identity.number) ?? .text(fact.text.oneLine) }
  }

  /// The values of the template's tokens.
  let identity: [Identity]
  /// The heading above the column or next to the row.
  let heading: Fact
  /// The sort key of the row or column, unless the order of pictures decides.
  private(set) var order: [SortValue]
  /// Whether the identity consists of the values of a template's tokens.
  private var isOfFacts = false
  /// The times that the values of the tokens stand for, each nil if the value is not a date; empty
  /// if the template does not write dates.
  private(set) var dates: [Double?] = []

  /// A value of a template, from the values of its tokens.
  ///
  /// The heading has the line feeds of the template and of facts that keep theirs, and no others.
  init(_ heading: Fact, of values: [Fact?], dates: [Double?] = [], keepsLines: Bool) {
    let text = heading.keepsLines ? heading.text.ownLines : heading.text.oneLine
    self.heading = keepsLines ? heading : Fact(text, number: heading.number)
    let values = values.map { $0 ?? Fact("") }
    identity = values.map(Identity.init)
    order = values.map(SortValue.init)
    (isOfFacts, self.dates) = (true, dates)
  }

  /// Creates the value of a folder, or of a path below one.
  init(_ name: String, identity: String, order: SortValue) {
    heading = Fact(name.oneLine)
    self.identity = [.text(identity)]
    self.order = [order]
  }
}

extension AxisValue {
  /// The values of the template's tokens, for the calendar; none if the value has another source.
  var calendarFacts: [Fact?] {
    if !isOfFacts { return [] }
    return identity.map { identity in
      switch identity {
      case .number(let number): Fact("", number: number)
      case .text(let text): Fact(text)
      }
    }
  }

  /// The sort key, in which dates and the names of months and days follow the calendar.
  func order(by calendar: CalendarOrder) -> [SortValue] {
    if !isOfFacts || calendar.isUsual { return order }
    // The key may begin with the position of a folder among the inputs.
    return order.dropLast(identity.count) + calendar.sortValues(of: calendarFacts)
  }
}

extension AxisValue {
  /// The value, sorted first by the position of a given folder: the folder that contains the
  /// picture with this value, or the folder that has the value as its name.
  func inOrder(ofFolderAt place: Int) -> AxisValue {
    var value = self
    value.order.insert(SortValue(Double(place)), at: 0)
    return value
  }
}

extension AxisValue {
  /// Creates the value for the name of a picture without its extension.
  init(nameOf picture: SheetPicture) {
    let name = PathText(picture.source.name).stem
    self.init(
      name, identity: name, order: SortValue(.natural(FilePath(name), filesFirst: true)))
  }
}

extension AxisValue {
  /// Creates the value for a picture at a position in its row, counted from 0; the value has no
  /// heading.
  init(position: Int) {
    self.init("", identity: "\(position)", order: SortValue(Double(position)))
  }
}

extension MatrixAxis {
  /// The value of a picture; nil if a token has neither a fact nor a fallback after a bar.
  ///
  /// Its heading leaves out aggregates, and lines that contain nothing else.
  func value(of picture: PictureFacts) -> AxisValue? {
    guard let template, case let body = template.body.ofEachPicture,
      !body.lacksFact(from: picture.fact)
    else { return nil }
    var heading = body.value(keepingLines: true, from: picture.fact)
    if template.body.hasAggregates, !body.isToken {
      let text = template.statedLines {
        $0.aggregate == nil ? picture.fact($0) : nil
      }
      heading = text.isEmpty ? nil : Fact(reading: text)
      heading?.keepsLines = true
    }
    // A template without tokens or text makes a single row or column.
    heading = heading ?? (body.fields.isEmpty ? Fact("") : nil)
    return heading.map {
      AxisValue(
        $0, of: body.values(from: picture.fact),
        dates: body.writesDates ? body.dates(from: picture.fact) : [],
        keepsLines: body.lineCount > 1)
    }
  }
}

extension MatrixAxis {
  /// Refuses a template that consists of aggregates, which belong to no single picture.
  ///
  /// - Throws: ``ContactSheetError`` if all pictures would be in the same row or column.
  func checkTellsApart(_ noun: String, _ setting: Setting) throws(ContactSheetError) {
    guard let body = template?.body, body.hasAggregates, body.ofEachPicture.fields.isEmpty,
      let key = body.fields.first?.key
    else { return }
    throw ContactSheetError(
      .invalidValue,
      "cannot make a matrix: {\("\(key)".shortPrintable)} summarises the images of a \(noun), and "
        + "does not say which images belong to it",
      remedy: "add a fact that does, as in \(setting, "{folder} {\(key)}")")
  }
}

/// A listed row or column: the value that selects it and, if it differs, its heading.
///
/// A listed row or column is written `value=Heading`, or `value=` for an empty heading. A value may
/// itself contain equals signs, so if a picture has the whole text as its value, there is no
/// heading. If values of pictures contain equals signs, only a text that begins with the value of a
/// picture has a heading.
package struct ListedValue: Equatable {
  /// The value, on one line.
  package let value: String
  /// The heading as listed; nil if the heading is the value or the text of the template.
  package let heading: String?

  /// Reads a value as written.
  ///
  /// - Parameters:
  ///   - text: The value, and possibly its heading.
  ///   - haveSigns: Whether values of pictures contain equals signs.
  ///   - exists: Returns whether any picture has a value.
  package init(_ text: String, haveSigns: Bool, exists: (String) -> Bool) {
    let text = text.oneLine
    var found = ListedValue(value: text, heading: nil)
    if !exists(text) {
      var isFound = haveSigns
      for index in text.indices where text[index] == "=" {
        let (value, heading) = (String(text[..<index]), String(text[index...].dropFirst()))
        if value.isEmpty { continue }
        // If the text begins with several values, the longest is meant.
        if exists(value) || !isFound { found = ListedValue(value: value, heading: heading) }
        isFound = true
      }
    }
    self = found
  }

  private init(value: String, heading: String?) { (self.value, self.heading) = (value, heading) }
}

/// The rows or columns of a matrix, in order.
struct AxisLines {
  /// The heading of each row or column.
  ///
  /// If several values are equal, such as 064 and 64, this is the heading of the first picture.
  private(set) var headings: [Fact] = []
  /// What selects each row or column: the listed value, or the heading.
  private(set) var names: [String] = []
  /// The headings that were listed with values; nil for other rows and columns.
  private(set) var listedHeadings: [String?] = []
  private var positions: [[AxisValue.Identity]: Int] = [:]
  /// The positions of listed values.
  private var listed: [String: Int] = [:]

  /// Creates lines for listed values, whether or not any picture has them.
  ///
  /// - Parameters:
  ///   - texts: The values as listed, possibly with headings.
  ///   - values: The values of the pictures.
  ///   - keepsValues: Whether headings are the values as listed, rather than the values of the
  ///     pictures.
  init(listed texts: [String], of values: [AxisValue], keepsValues: Bool) {
    let existing = Set(values.map(\.identity))
    let existingTexts = Set(values.map(\.heading.text.oneLine))
    let haveSigns = existingTexts.contains { $0.contains("=") }
    var hasHeading: [Bool] = []
    for text in texts {
      let line = ListedValue(text, haveSigns: haveSigns) { value in
        existingTexts.contains(value) || existing.contains([.init(Fact(reading: value))])
      }
      if listed[line.value] != nil { continue }
      listed[line.value] = headings.count
      let fact = Fact(reading: line.value)
      let identity = [AxisValue.Identity(fact)]
      positions[identity] = positions[identity] ?? headings.count
      headings.append(line.heading.map { Fact(reading: $0) } ?? fact)
      names.append(line.value)
      listedHeadings.append(line.heading)
      hasHeading.append(line.heading != nil)
    }
    if keepsValues { return }
    for value in values {
      guard let place = position(of: value), !hasHeading[place] else { continue }
      hasHeading[place] = true
      if value.heading.text != names[place] { headings[place] = value.heading }
    }
  }

  private init() {}

  /// A sample of these lines.
  func sampled(by sample: PictureSample) -> AxisLines {
    var (lines, places) = (AxisLines(), [Int: Int]())
    for place in sample.elements(of: Array(headings.indices)) {
      places[place] = lines.headings.count
      lines.append(place, of: self)
    }
    lines.takePositions(of: self, at: places)
    return lines
  }

  /// The lines of listed values without duplicates.
  ///
  /// A listed 64 duplicates an earlier 064 unless pictures have both values.
  func withoutRepetitions(in values: [AxisValue]) -> AxisLines {
    let taken = Set(values.compactMap(position(of:)))
    var (lines, places) = (AxisLines(), [Int: Int]())
    for (place, name) in names.enumerated() {
      let first = positions[[AxisValue.Identity(Fact(reading: name))]] ?? place
      if first != place, taken.contains(first), !taken.contains(place) {
        places[place] = places[first]
      } else {
        places[place] = lines.headings.count
        lines.append(place, of: self)
      }
    }
    lines.takePositions(of: self, at: places)
    return lines
  }

  /// Adds one line of another list.
  private mutating func append(_ place: Int, of lines: AxisLines) {
    headings.append(lines.headings[place])
    names.append(lines.names[place])
    listedHeadings.append(lines.listedHeadings[place])
  }

  /// Takes over the positions of values from other lines, given the new positions of those lines.
  private mutating func takePositions(of lines: AxisLines, at places: [Int: Int]) {
    positions = lines.positions.compactMapValues { places[$0] }
    listed = lines.listed.compactMapValues { places[$0] }
  }

  /// Creates lines for the values of pictures: in the order of the values, or of the first picture
  /// with each value.
  init(of values: [AxisValue], _ order: AxisOrder) {
    var first: [AxisValue] = []
    var seen: Set<[AxisValue.Identity]> = []
    for value in values where seen.insert(value.identity).inserted { first.append(value) }
    var places = Array(first.indices)
    if order != .ofPictures {
      var calendar = CalendarOrder(of: first, by: \.calendarFacts)
      if first.first?.dates.isEmpty == false {
        calendar.add(datesOf: values, \.calendarFacts, \.dates)
      }
      places.sort(by: first.map { $0.order(by: calendar) }) {
        $0.precedes($1, isReversed: order == .reversed)
      }
    }
    for place in places {
      positions[first[place].identity] = headings.count
      headings.append(first[place].heading)
      names.append(first[place].heading.text)
      listedHeadings.append(nil)
    }
  }

  /// The index of the line for a value; nil if there is none.
  func position(of value: AxisValue) -> Int? {
    positions[value.identity] ?? listed[value.heading.text.oneLine]
  }
}

/// The order of rows and columns.
enum AxisOrder {
  /// The order of the values.
  case ofValues
  /// The reversed order of the values.
  case reversed
  /// The order of the first picture in each row or column.
  case ofPictures
}
