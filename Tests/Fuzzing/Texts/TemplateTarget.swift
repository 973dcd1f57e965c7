import SheetText

/// Templates of labels and pages: the lines that they promise are there, and an error points into
/// the text.
enum TemplateTarget: FuzzTarget {
  static let name = "template"

  static func seeds() -> [[UInt8]] {
    let tokens = PictureToken.allCases.map { token in
      "{\(token.rawValue)\(token.parameter == .keyword ? ":Title" : "")}"
    }
    return (tokens + ["{index:3}\\n{{\\t}}\\\\", "{page} of {pages}", tokens.joined()]).map {
      Array($0.utf8)
    }
  }

  static func check(_ bytes: [UInt8]) {
    let text = String(bytes)
    let facts = PictureFacts(
      path: text, index: 7, count: 9, page: 1, byteCount: UInt64(bytes.count),
      texts: [PictureText(keyword: "Title", text: text)])
    do throws(TemplateError) {
      let template = try PictureTemplate(text)
      let lines = template.text(from: facts).utf8.count { $0 == UInt8(ascii: "\n") } + 1
      expect(lines == template.lineCount, "\(lines) lines instead of \(template.lineCount)")
    } catch {
      _ = "\(error)"
      expect(1...text.count + 1 ~= error.position, "an error at \(error.position)")
    }
    _ = try? PageTemplate(text)
  }
}
