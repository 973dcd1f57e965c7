import SystemPackage

@testable import SheetPlanning

/// Tables of labels: a table can be written with every field quoted, and read back.
enum PictureTableTarget: FuzzTarget {
  static let name = "labels"

  static func seeds() -> [[UInt8]] {
    [
      "a.png,A\nb.png,\"B, \"\"b\"\"\nmore\"\n", "Path\tLabel\tWeight\na.png\tA\\nB\t2.5\n",
      "\u{FEFF}weight,path\n3,a\n,b\n\n", "a,b,,\r\nc,d\re,f",
      "sep=;\nSourceFile;weight\n4021;1", "score\tFILE\n\"1\t2\"\t021", "\u{FFFD}\u{FFFD},x",
    ].map { Array($0.utf8) }
  }

  static func check(_ bytes: [UInt8]) {
    let table: PictureTable
    do throws(PictureTableError) {
      table = try PictureTable(bytes, path: "fuzz.csv")
    } catch {
      _ = "\(error)"
      return
    }
    let rows = table.rows
    let again = try? PictureTable(Array(table.csv.utf8), path: "fuzz.csv")
    expect(again?.fields == table.fields, "\(table.fields) become \(again?.fields as Any)")
    let matched = table.matched(
      ["a.png", "x/a.png", "IMG_0021.png"] + rows.prefix(3).map(\.path))
    for offset in matched.rows.compactMap(\.self) {
      let row = matched.table.row(at: offset)
      expect(rows.contains(row), "no row")
      expect(
        matched.table.field(1, ofRowAt: offset) == row.field(1), "a field is read in two ways")
    }
    expect(table.lineCount >= 0, "\(table.lineCount) lines")
  }
}

extension PictureTable {
  fileprivate var rows: [Row] {
    var rows: [Row] = []
    forEachRow { rows.append(row(at: $1.lowerBound)) }
    return rows
  }

  /// The rows without their line numbers.
  fileprivate var fields: [[String]] {
    rows.map { [$0.path.string, $0.label ?? "-", $0.weight.map { "\($0)" } ?? "-"] }
  }

  /// The table with a heading and with quoted fields.
  fileprivate var csv: String {
    let heading = rows.contains { $0.label != nil } ? "path,label,weight" : "path,weight"
    let lines = rows.map { row in
      let label = row.label?.escaped
      return ([row.path.string, label, row.weight.map { "\($0)" } ?? ""] as [String?])
        .compactMap(\.self).map(\.quoted).joined(separator: ",")
    }
    return ([heading] + lines).joined(separator: "\n")
  }
}

extension String {
  fileprivate var quoted: String {
    // By scalars: a quotation mark followed by a combining mark is one character.
    let doubled = unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined()
    return "\"\(doubled)\""
  }

  fileprivate var escaped: String {
    unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
