/// What to do about a problem, in words that may name settings.
///
/// The spelling of settings is left to the caller, so that a program reads `make size larger` where
/// the command says `make --size larger`.
package struct Remedy: Hashable, Sendable {
  enum Part: Hashable, Sendable {
    case words(String)
    /// The name of a setting.
    case setting(Setting, value: String?)
    /// A request to give a setting a value.
    case giving(Setting, value: String)
    /// A request to add a setting that takes no value.
    case adding(Setting)
  }

  private(set) var parts: [Part]

  /// Creates a remedy from words that name no settings.
  package init(_ words: String) { parts = [.words(words)] }

  /// The remedy, with settings spelled for its reader.
  package func text(_ spelling: Spelling) -> String {
    parts.map { part in
      switch part {
      case .words(let words): words
      case .setting(let setting, nil): spelling.name(setting)
      case .setting(let setting, let value?): spelling.assignment(setting, value)
      case .giving(let setting, let value): spelling.giving(setting, value)
      case .adding(let setting): spelling.adding(spelling.name(setting))
      }
    }.joined()
  }

  /// The value that the remedy gives to a setting; nil if it gives none.
  package func value(of wanted: Setting) -> String? {
    for part in parts {
      switch part {
      case .setting(wanted, let value?), .giving(wanted, let value): return value
      default: break
      }
    }
    return nil
  }
}

extension Remedy: CustomStringConvertible {
  /// The remedy spelled for programs.
  package var description: String { text(.properties) }
}

extension Remedy: ExpressibleByStringInterpolation {
  /// Creates a remedy from a literal without settings.
  package init(stringLiteral words: String) { self.init(words) }

  /// Creates a remedy from a literal, such as `"make \(.size) larger"`.
  package init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

  /// The parts of a literal.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []

    /// Creates a literal without parts.
    package init(literalCapacity: Int, interpolationCount: Int) {}

    /// Adds words of the literal.
    package mutating func appendLiteral(_ words: String) {
      if words.isEmpty { return }
      // Remedies with the same text must be equal, however their literals are divided.
      if case .words(let last)? = parts.last {
        parts[parts.count - 1] = .words(last + words)
      } else {
        parts.append(.words(words))
      }
    }

    /// Adds the text of a value.
    package mutating func appendInterpolation(_ words: some CustomStringConvertible) {
      appendLiteral("\(words)")
    }

    package mutating func appendInterpolation(_ remedy: Remedy) {
      for part in remedy.parts {
        if case .words(let words) = part { appendLiteral(words) } else { parts.append(part) }
      }
    }

    /// Adds the name of a setting: `--size`.
    package mutating func appendInterpolation(_ setting: Setting) {
      parts.append(.setting(setting, value: nil))
    }

    /// Adds a setting with a value: `--size 400x300`.
    package mutating func appendInterpolation(
      _ setting: Setting, _ value: some CustomStringConvertible
    ) {
      parts.append(.setting(setting, value: "\(value)"))
    }

    /// Adds `use --depth 8`, or for programs `set depth to 8`.
    package mutating func appendInterpolation(
      giving setting: Setting, _ value: some CustomStringConvertible
    ) {
      parts.append(.giving(setting, value: "\(value)"))
    }

    /// Adds `add --hidden`, or for programs `set includesHidden to true`.
    package mutating func appendInterpolation(adding setting: Setting) {
      parts.append(.adding(setting))
    }
  }
}

extension [Remedy] {
  /// Joins remedies as alternatives, `a, b or c`; nil if there are none.
  ///
  /// The conjunction precedes the last remedy; without a conjunction, the separator does.
  package func joined(_ conjunction: String?, by separator: String = ", ") -> Remedy? {
    guard let first else { return nil }
    return dropFirst().enumerated().reduce(first) { joined, next in
      let isLast = next.offset == count - 2
      let between = conjunction.flatMap { isLast ? " \($0) " : nil } ?? separator
      return "\(joined)\(between)\(next.element)"
    }
  }
}

/// How settings are written for the reader of a remedy.
package struct Spelling: Sendable {
  /// The name of a setting.
  package let name: @Sendable (Setting) -> String
  let assignment: @Sendable (Setting, _ value: String) -> String
  let giving: @Sendable (Setting, _ value: String) -> String
  let adding: @Sendable (_ name: String) -> String

  /// Creates a spelling.
  ///
  /// - Parameters:
  ///   - name: The name of a setting.
  ///   - assignment: A setting and its value, as written for the reader.
  ///   - giving: The request to give a setting a value.
  ///   - adding: The request to add a setting without a value, given the setting's name.
  package init(
    name: @escaping @Sendable (Setting) -> String,
    assignment: @escaping @Sendable (Setting, _ value: String) -> String,
    giving: @escaping @Sendable (Setting, _ value: String) -> String,
    adding: @escaping @Sendable (_ name: String) -> String
  ) {
    (self.name, self.assignment, self.giving, self.adding) = (name, assignment, giving, adding)
  }

  /// The spelling for programs, which set properties.
  package static let properties = Spelling(
    name: \.property, assignment: { "\($0.property) \($1)" },
    giving: { "set \($0.property) to \($1)" }, adding: { "set \($0) to true" })
}

/// A setting that a message may name: a property of `Sheet`, of its layout, comparison or
/// rendering, or a parameter of their functions.
package enum Setting: String, CaseIterable, Sendable {
  // Pictures.
  case hidden, recursive, include, exclude, null, parse, conditions, clock, frames, stack, limit
  case every, spread, copies
  case duplicates
  case sort, reverse, orient
  // Comparing.
  case before, show, match, allow, ignoreArea, tolerance
  // Layout and pages.
  case layout, columns, rows, cell, ratio, rowHeight, size, paper, gap, margin, binding,
    maxHeight
  case matrixRows, matrixColumns, rowValues, columnValues, onClash
  case weight, span, perPage, pageCount, groupBy, groupBreak, groupLimit, order
  case firstCell
  // Tiles.
  case scale, exactScale, drawingScale, filter, focus, crop, trim, bands, stretch, colormap, upscale
  case colormapTitle
  case sharpen, background, cellBackground, padding,
    border,
    frame,
    radius
  case shadow, stretchRules, overlay, inset
  // Text on the sheet.
  case label, labelLines, numberFrom, missing, best, watermark, scaleBar, logo
  case title, header, footer, groupHeading, font, titleFont
  // Encoding, limits and outputs.
  case compression, quality, depth, dpi, maxBytes, maxPixels, maxMemory, jobs
  case output, overwrite, page, shard, manifest, depfile, html, report, list, embed, root
  case noLinks

  /// The name of the property or parameter.
  package var property: String {
    switch self {
    case .matrixRows: "rows"
    case .matrixColumns: "columns"
    case .rowHeight: "height"
    case .recursive: "isRecursive"
    case .hidden: "includesHidden"
    case .null: "isNULSeparated"
    case .reverse: "isReversed"
    case .page: "pages"
    case .stretchRules: "stretches"
    case .overwrite: "overwrite .anyFile"
    case .noLinks: "includesLinks false"
    default: rawValue
    }
  }
}
