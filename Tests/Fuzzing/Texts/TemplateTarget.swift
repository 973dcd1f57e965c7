import SheetPictures

@testable import SheetModel

/// Templates of labels and pages: texts have the promised number of lines, and an error points into
/// the text.
enum TemplateTarget: FuzzTarget {
  static let name = "template"

  static func seeds() -> [[UInt8]] {
    let tokens = PictureTokens.all.map { token in
      "{\(token.name)\(token.parameter == .keyword ? ":Title" : "")}"
    }
    let others = [
      "{index:3}\\n{{\\t}}\\\\", "{page} of {pages}", "{taken:%-d %B %Y|no {date}}",
      "{a|{b|{c|{d|}}}}", tokens.joined(),
    ]
    return (tokens + others).map { Array($0.utf8) }
  }

  static func check(_ bytes: [UInt8]) {
    let text = String(bytes)
    let facts = [
      FactKey("name"): Fact(text), FactKey("index"): Fact(7),
      FactKey("size"): Fact(text, number: Double(bytes.count)),
      FactKey("taken"): Fact(CivilTime(secondsSince1970: Int64(bytes.count) << 40)),
      FactKey("text", "Title"): Fact(reading: text),
    ]
    do throws(TemplateError) {
      let template = try PictureTemplate(text, others: .any)
      let lines = template.text { facts[$0] }.utf8.count { $0 == UInt8(ascii: "\n") } + 1
      expect(lines == template.lineCount, "\(lines) lines instead of \(template.lineCount)")
      _ = template.body.value { facts[$0] }
      try template.checkTokens(names: [])
    } catch {
      _ = "\(error)"
      expect(1...text.count + 1 ~= error.position, "an error at \(error.position)")
    }
    _ = try? HeadingTemplate(text)
    _ = try? PageTemplate(text)
  }
}
