import SheetModel
import TestSupport
import Testing

@testable import SheetPictures

/// Templates of titles and headings, and their text for several pictures.
@Suite struct PageTemplateTests {
  static let page = PageFacts(
    page: 3, pages: 12, count: 120, date: CivilTime(secondsSince1970: 0), folder: "rome")

  @Test(
    "The tokens of a page are replaced by its values",
    arguments: [
      ("{page} of {pages}", "3 of 12"), ("{date}", "1970-01-01"),
      ("{count} pictures", "120 pictures"), ("{total:4}", "0120"),
      ("{folder}", "rome"), (#"left\t{page:2}\tright"#, "left\t03\tright"),
    ])
  func page(source: String, expected: String) throws {
    #expect(try PageTemplate(source).text(from: Self.page.fact) == expected)
  }

  @Test("A token whose value is missing is replaced by nothing")
  func missing() throws {
    let page = PageFacts(page: 1, pages: 1, count: 0)
    #expect(try PageTemplate("{date}{folder}{taken.first}").text(from: page.fact) == "")
  }

  @Test("A template knows whether it needs the date, even in fallback text")
  func date() throws {
    #expect(try PageTemplate("{date}").needsDate)
    #expect(try PageTemplate("{folder|{date}}").needsDate)
    #expect(try !PageTemplate("{page}{taken.first}").needsDate)
  }

  @Test(
    "Aggregates need the facts of each picture, in every form that a template can have",
    arguments: [
      ("{taken.first:%d %B}", "taken.first"), ("{score.mean:.2f}", "score.mean"),
      ("{rating.mean:.1f|none}", "rating.mean"), ("{size.max:.1f}", "size.max"),
      ("{iso.min:4}", "iso.min"), ("{keywords.last}", "keywords.last"),
      ("{column.mean:exact match}", "column.mean:exact match"),
      ("{best of run.mean:.1f}", "best of run.mean"), ("{best of run.max}", "best of run.max"),
      ("{column:best of run.mean:.2f}", "column.mean:best of run"),
      ("{column:a.b.max}", "column.max:a.b"), ("{column.min:a.max}", "column.min:a.max"),
      ("{text.first:Title}", "text.first:Title"), ("{stars.max}", "stars.max"),
      ("{taken.max+until {taken.last:%Y}}", "taken.max taken.last"),
    ])
  func keys(source: String, keys: String) throws {
    let page = try PageTemplate(source)
    #expect(page.keys.map { "\($0)" }.joined(separator: " ") == keys)
    #expect(try HeadingTemplate(source).keys == page.keys)
  }

  @Test(
    "The heading of a column may be followed by a number format",
    arguments: [
      ("{column:best of run:.2f}", "column:best of run", "3.26"),
      ("{column:run:d|-}", "column:run", "3"), ("{column:16:9}", "column:16:9", "3.256"),
      ("{column:a:.x}", "column:a:.x", "3.256"), ("{column:a.mean}", "column:a.mean", "3.256"),
      ("{best of run:.1f}", "best of run", "3.3"),
    ])
  func columns(source: String, key: String, text: String) throws {
    let template = try PictureTemplate(source, others: .any)
    #expect(template.keys.map { "\($0)" } == [key])
    #expect(template.text { _ in Fact(reading: "3.256") } == text)
  }

  @Test(
    "The heading of a column may be followed by a plus sign and text, or contain a plus sign",
    arguments: [
      ("{column:run+x}", "x", "3.256"), ("{column:run+x|none}", "x", "3.256"),
      ("{column:run:.1f+x}", "x", "3.256"), ("{column:run:.1f}", "3.3", "3.256"),
      ("{column:run+No. {column:run}}", "No. 3.256", "No. 3.256"),
      ("{column:run:.1f+about {column:run:.1f} s|none}", "about 3.3 s", "about 3.256 s"),
      (#"{column:run+a\nb}"#, "a b", "3.256"), ("{column:+x}", "3.256", "3.256"),
    ])
  func thenTexts(source: String, text: String, ofWholeHeading: String) throws {
    let template = try PictureTemplate(source, others: .any)
    #expect(template.text { _ in Fact(reading: "3.256") } == text)
    let whole = template.text { key in
      var fact = Fact(reading: "3.256")
      fact.ignoresFormat = !key.ending.isEmpty
      fact.isOfWholeHeading = key.ending.contains("+")
      return fact
    }
    #expect(whole == ofWholeHeading)
  }

  @Test(
    "Text after a column's heading belongs to the heading if the table has that longer heading",
    arguments: [
      (FactKey("column", "a", ending: ".mean:.2f+x"), [".mean:.2f+x", ".mean:.2f", ".mean"]),
      (FactKey("column", "a", ending: ":.2f"), [":.2f"]), (FactKey("column", "a"), []),
      (FactKey("column", "a", ending: "+x"), ["+x"]),
      (FactKey("column", "a", ending: ".mean:.2f"), [".mean:.2f", ".mean"]),
    ] as [(FactKey, [String])])
  func endings(key: FactKey, endings: [String]) {
    #expect(key.endingsOfHeading == endings)
  }

  @Test(
    "The error about a misspelt token of a page suggests the nearest token, and other errors give the reason",
    arguments: [
      ("{taken.frist}", "there is no token {taken.frist} (did you mean {taken.first}?)"),
      ("{tkaen.last:%d}", "there is no token {tkaen.last} (did you mean {taken.last}?)"),
      ("{psnr.mx}", "there is no token {psnr.mx} (did you mean {psnr.max}?)"),
      ("{taken.mean}", "there is no token {taken.mean} (did you mean {taken.first}?)"),
      ("{taken}", "there is no token {taken} (did you mean {taken.first}?)"),
      (
        "{paegs}",
        "there is no token {paegs} (did you mean {pages}?); "
          + "the tokens are {page} {pages} {date} {count} {total} {folder} {group}"
      ),
      ("{x.y}", "there is no token {x.y};"), ("{taken.first:%Q}", "there is no %Q"),
      ("{rating.mean:x}", "'x' is not a number format"),
      ("{column.mean}", "{column.mean} needs a keyword"),
    ])
  func faults(source: String, reason: String) throws {
    let error = try #require(throws: TemplateError.self) { try PageTemplate(source) }
    #expect("\(error)".hasPrefix("at character 1: ") && "\(error)".contains(reason), "\(error)")
  }

  @Test(
    "An aggregate in text about a single picture gives an error that says where it is allowed",
    arguments: ["{taken.first:%Y}", "{score.mean}", "{name|{iso.max}}"])
  func ofOnePicture(source: String) throws {
    let error = try #require(throws: TemplateError.self) {
      try PictureTemplate(source, others: .any)
    }
    #expect("\(error)".contains("use it in headings, titles, headers and footers"))
  }
}
