internal import SheetModel

/// Writes HTML into a document, element by element.
///
/// It is the only code that writes markup, and the only code that escapes text. The names of
/// elements and attributes are fixed in the program. The text of elements and the values of
/// attributes may be anything: they are escaped here, and cannot get into a page in any other way.
/// Only a ``TrustedText`` is not escaped, and it cannot contain external text.
///
///     html.block(.section, ["id": "page-\(number)"]) {
///       html.line(.h2, text: heading)
///     }
///
/// Bytes are handed over in pieces of a few kilobytes, so a page is never in memory as a whole.
final class HTMLWriter {
  /// The elements used in pages.
  enum Element: String {
    case a, article, b, bdi, body, div, fieldset, figcaption, figure, h1, h2, head, header, html,
      img
    case input, kbd, label, legend, li, main, meta, nav, output, p, script, section, span, strong
    case style, table, tbody, td, th, thead, title, tr, ul

    /// Whether the element has neither contents nor an end tag.
    var isVoid: Bool { self == .img || self == .input || self == .meta }
  }

  /// The value of an attribute.
  enum Value: ExpressibleByStringInterpolation {
    /// Text, which is put on one line.
    case text(String)
    /// An address of any length.
    case address(String)
    /// An address that is generated piece by piece.
    case pieces(AnySequence<ArraySlice<UInt8>>)
    case trusted(TrustedText)
    /// No value: the attribute is either present or not.
    case present

    /// Creates text, which is put on one line.
    init(stringLiteral text: String) { self = .text(text) }
  }

  /// Attributes in order; one whose value is nil is left out.
  typealias Attributes = KeyValuePairs<StaticString, Value?>

  private static let pieceSize = 1 << 14

  private let output: DocumentOutput
  private var piece: [UInt8] = []
  /// The error of the output; nil if everything has been written so far.
  private var error: ContactSheetError?

  /// Starts an empty page.
  init(to output: @escaping DocumentOutput) { self.output = output }

  /// Hands over the last piece to the output.
  ///
  /// - Throws: The first error of the output, after which nothing was written.
  func finish() throws(ContactSheetError) {
    flush()
    if let error { throw error }
  }

  /// Whether writing has failed, so that nothing more is written.
  var hasFailed: Bool { error != nil }
}

extension HTMLWriter {
  /// Writes an element inside a line.
  func element(_ element: Element, _ attributes: Attributes = [:], _ content: () -> Void = {}) {
    begin(element, attributes)
    content()
    end(element)
  }

  /// Writes an element with text inside a line.
  func element(_ element: Element, _ attributes: Attributes = [:], text: String) {
    self.element(element, attributes) { self.text(text) }
  }

  /// Writes an element as a line.
  func line(_ element: Element, _ attributes: Attributes = [:], _ content: () -> Void = {}) {
    self.element(element, attributes, content)
    put("\n".utf8)
  }

  /// Writes an element with text as a line.
  func line(_ element: Element, _ attributes: Attributes = [:], text: String) {
    line(element, attributes) { self.text(text) }
  }

  /// Writes an element whose contents are lines.
  func block(_ element: Element, _ attributes: Attributes = [:], _ content: () -> Void) {
    line(element, attributes) {
      put("\n".utf8)
      content()
    }
  }

  /// Writes text on one line, without any character that affects its surroundings.
  func text(_ text: String) { putEscaped(text.oneLine.utf8) }

  /// Writes text that is part of the program, unchanged.
  func trusted(_ text: TrustedText) { put(text.bytes) }
}

extension HTMLWriter {
  private func begin(_ element: Element, _ attributes: Attributes) {
    put("<\(element.rawValue)".utf8)
    for case (let name, let value?) in attributes {
      put(" \(name)".utf8)
      if case .present = value { continue }
      put("=\"".utf8)
      switch value {
      case .text(let text): putEscaped(text.oneLine.utf8)
      case .address(let address): putEscaped(address.utf8)
      case .pieces(let pieces):
        for piece in pieces {
          // After a failure, the remaining pieces are not even generated.
          if hasFailed { break }
          putEscaped(piece)
        }
      case .trusted(let text): put(text.bytes)
      case .present: break
      }
      put("\"".utf8)
    }
    put(">".utf8)
  }

  private func end(_ element: Element) {
    if !element.isVoid { put("</\(element.rawValue)>".utf8) }
  }

  /// Writes bytes, and escapes characters that would affect their surroundings.
  private func putEscaped(_ bytes: some Collection<UInt8>) {
    var rest = bytes[...]
    while let place = rest.firstIndex(where: { Self.escape(of: $0) != nil }) {
      put(rest[..<place])
      put((Self.escape(of: rest[place]) ?? "").utf8)
      rest = rest[rest.index(after: place)...]
    }
    put(rest)
  }

  private static func escape(of byte: UInt8) -> String? {
    switch byte {
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    case UInt8(ascii: "\""): "&quot;"
    case UInt8(ascii: "'"): "&#39;"
    default: nil
    }
  }

  private func put(_ bytes: some Collection<UInt8>) {
    piece += bytes
    if piece.count >= Self.pieceSize { flush() }
  }

  private func flush() {
    guard error == nil, !piece.isEmpty else { return piece.removeAll() }
    do throws(ContactSheetError) { try output(piece[...]) } catch { self.error = error }
    piece.removeAll(keepingCapacity: true)
  }
}
