internal import ArgumentParser
internal import ContactSheet
internal import SheetImaging
internal import SheetLayout
internal import SheetModel
internal import SheetPlanning
internal import SheetPlans

// Values on the command line that the library does not parse.

extension ValueParser where Value == Sheet.Extent {
  /// A width, optionally with a height.
  static var extent: Self {
    written(
      "pixels as N or WxH, each at least 1, or lengths such as 5mm or 0.5in"
    ).lengths
  }
}

extension ValueParser where Value == Sheet.Orienting {
  /// A policy for all images, or a rotation for some; the option may be repeated.
  static var orienting: Self {
    let policies = Sheet.OwnOrientation.allCases.map(\.rawValue)
    let turns = ValueParser<Sheet.Rule<Sheet.Turn>>.rule(.turn)
    return Self(
      kind: .list, completion: .list(policies), isRule: true,
      isPolicy: policies.contains,
      read: { text in
        if let policy = Sheet.OwnOrientation(rawValue: text) { return Sheet.Orienting(policy) }
        guard text.contains("=") else {
          throw Synonyms.noName(
            text, policies, or: ", or a rotation for some, such as 'IMG_4021=right'")
        }
        return Sheet.Orienting(turns: [try turns.read(text)])
      },
      join: { first, second in
        // A rule says nothing about the other images, so the policy given before it is kept.
        Sheet.Orienting(
          second.turns.isEmpty ? second.policy : first.policy, turns: first.turns + second.turns)
      }, text: { $0.policy.rawValue })
  }
}

extension ValueParser where Value == GridShape {
  /// The columns and rows of a page, as montage accepts them: `5x4`, `5`, `5x` or `x4`.
  static var gridShape: Self {
    let maximum = 65_536
    return written("columns and rows as CxR, C, Cx or xR, each from 1 to \(maximum)") { text in
      let parts = text.lowercased().split(separator: "x", omittingEmptySubsequences: false)
      let numbers = parts.map { Int(digits: $0) }
      guard numbers.allSatisfy({ 1...maximum ~= $0 ?? 1 }) else { return nil }
      switch (parts.count, numbers.first ?? nil, numbers.last ?? nil) {
      case (2, let columns?, let rows?): return .exactly(columns: columns, rows: rows)
      case (2, let columns?, nil) where parts[1].isEmpty: return .columns(columns)
      case (2, nil, let rows?) where parts[0].isEmpty: return .rows(rows)
      case (1, let columns?, _): return .columns(columns)
      default: return nil
      }
    }
  }
}

extension ValueParser where Value == PageSelection {
  /// Pages by number: `3` or `2-5`.
  static var pages: Self {
    written("a page as N, or pages as N-M, counted from 1") { text in
      guard let (first, last) = text.numbers(dividedBy: "-"), first >= 1, first <= last ?? first
      else { return nil }
      return .numbers(first...(last ?? first))
    }
  }

  /// One share of the pages among several: `2/3`.
  static var shard: Self {
    written("I/N for task I of N, such as 2/3") { text in
      guard case (let number, let count?)? = text.numbers(dividedBy: "/"), number >= 1,
        number <= count
      else { return nil }
      return .shard(number, of: count)
    }
  }
}

extension ValueParser where Value == LayoutChoice {
  /// The name of a layout, optionally followed by a colon and the search of a grid or the layers of
  /// a tiered sheet.
  static var layout: Self {
    let names = LayoutKind.allCases.map(\.rawValue)
    return parsed(LayoutChoice.init(parsing:), text: \.kind.rawValue).with(\.choices, names)
      .with(\.completion, .list(names + LayoutChoice.searches))
  }
}

/// Column tracks, whose lengths may have units.
struct WrittenTracks: Sendable {
  /// The tracks as they were written.
  let text: String
  /// The number of columns, if that is all that is given and they are equally wide; otherwise nil.
  let equalCount: Int?

  /// Reads tracks, or a number of equal columns; an error states the position of the offending
  /// character.
  init(parsing text: String) throws {
    self.text = Int(digits: text[...]) == nil ? text : "\(text) * flexible"
    let tracks = try Self.tracks(self.text)
    equalCount = tracks.allSatisfy { $0 == ColumnTrack(.flexible()) } ? tracks.count : nil
  }

  private static func tracks(_ text: String) throws -> [ColumnTrack] {
    let text = try text.withLengthsInPixels(perInch: Sheet.Length.lowestDensity)
    do {
      return try ColumnTrack.list(parsing: text)
    } catch LayoutError.trackSyntax(let position, let expected, let found) {
      let before = String(text.prefix(position - 1)).shortPrintable
      throw CommandError(
        "found \(found.printable) at character \(position)"
          + (before.isEmpty ? "" : ", after '\(before)'") + "; write \(expected) there")
    }
  }
}

extension ValueParser where Value == WrittenTracks {
  /// Column tracks, or a number of equal columns.
  static var tracks: Self { Self(read: { try WrittenTracks(parsing: $0) }).lengths }
}

extension ValueParser where Value == Backdrop {
  /// The background under all cells; white is written by name.
  static var backdrop: Self {
    parsed(Backdrop.init(parsing:)) { $0 == .color(.white) ? "white" : "\($0)" }
  }
}

extension ValueParser where Value == Color {
  /// A colour that is not fully transparent.
  static var visibleColor: Self {
    parsed { text in
      let color = try Color(parsing: text)
      guard color.alpha > 0 else {
        throw CommandError("text cannot be transparent; leave it out, as with --label none")
      }
      return color
    }
  }
}

/// The colours of labels.
struct LabelColors: Sendable {
  /// The colour of first lines.
  let first: Color
  /// The colour of all other lines; nil if it is the same as ``first``.
  let others: Color?
}

extension ValueParser where Value == LabelColors {
  /// One colour, or two with a comma between them.
  static var labelColors: Self {
    parsed { text in
      let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      guard parts.count < 3 else {
        throw CommandError("there are \(parts.count) colours; write one, or two as in '#333,#888'")
      }
      let colors = try parts.map { try ValueParser<Color>.visibleColor.read(String($0)) }
      return LabelColors(first: colors[0], others: colors.count > 1 ? colors[1] : nil)
    }
  }
}

extension ValueParser where Value == Sheet.Line {
  /// A line around images: a width, a colour or both.
  static var border: Self {
    written(
      "a width of at least 1 pixel, a colour, or both, such as '2 silver', or none",
      Sheet.Line.init(border:)
    ).lengths
  }

  /// A decoration: a length, optionally with a colour.
  static func decoration(_ length: String, upTo most: Int = Sheet.Length.maximumPixels) -> Self {
    written("\(length), optionally followed by a colour, such as '2 silver', or none") {
      Sheet.Line($0).flatMap { $0.width.fits(1...most) ? $0 : nil }
    }.lengths
  }
}

/// The value of `--scale`: how images are scaled to their cells, the exact scale of all of them, or
/// the scale of what they show.
enum WrittenScale: Hashable, Sendable {
  case toCells(Scaling)
  case exactly(Double)
  case drawn(Sheet.DrawingScale)
}

extension ValueParser where Value == WrittenScale {
  /// The name of a scaling, a percentage of the images' own width and height, or a scale such as
  /// 1:2.
  static var scale: Self {
    let names = Scaling.allCases.map(\.rawValue)
    return Self(
      choices: names,
      read: { text in
        if let scaling = Scaling(rawValue: text) { return .toCells(scaling) }
        if text.contains(":") {
          guard let scale = Sheet.DrawingScale(text) else {
            throw CommandError("it is not valid; write two numbers above 0, such as 1:2 or 2:1")
          }
          return .drawn(scale)
        }
        guard text.last == "%" else {
          throw Synonyms.noName(
            text, names, or: ", a percentage such as 25%, or a scale such as 1:2")
        }
        guard let percentage = Double(decimal: String(text.dropLast())),
          Sheet.exactScales.contains(percentage / 100)
        else { throw CommandError("it is not valid; write a percentage from 0.1% to 10000%") }
        return .exactly(percentage / 100)
      },
      text: { if case .toCells(let scaling) = $0 { scaling.rawValue } else { nil } })
  }
}

extension ValueParser where Value == Sheet.Spacing {
  /// The space between cells: `8`, or `12x4` for 12 horizontally and 4 vertically.
  static var spacing: Self {
    written(
      "pixels such as 8, a length such as 5mm or 0.5in, or two of these with an x between them"
    ).lengths
  }
}

extension ValueParser where Value == Sheet.Margins {
  /// The space around all cells: as for ``spacing``, or four lengths for the four edges.
  static var margins: Self {
    parsed { text in
      if let margins = Sheet.Margins(text) { return margins }
      let count = text.count { $0 == "," } + 1
      guard count == 1 || count == 4 else {
        throw CommandError(
          "it has \(count) parts; write four lengths for the top, right, bottom and left, such as "
            + "10mm,10mm,10mm,25mm, or two with an x between them")
      }
      throw CommandError(
        "it is not valid; write pixels such as 8, a length such as 5mm or 0.5in, two of these with "
          + "an x between them, or four with commas for the top, right, bottom and left")
    }.lengths
  }
}
