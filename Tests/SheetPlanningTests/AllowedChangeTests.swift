import SheetFiles
import SheetFixtures
import SheetModel
import SheetPictures
import SystemPackage
import Testing

@testable import SheetPlanning
@testable import SheetPlans

@Suite struct AllowedChangeTests {
  private typealias Rule = PictureRule<AllowedChange>

  @Test(
    "A rule is a limit in pixels or per cent, optionally preceded by a pattern",
    arguments: [
      ("150", .pixels(150)), ("0", .pixels(0)), ("a=0.2%", .share(0.002)),
      ("0.07%", .share(0.0007)),
      ("a=b=100%", .share(1)), (".5%", .share(0.005)), ("*=0%", .share(0)),
      ("", nil), ("=1", nil), ("a=", nil), ("a", nil), ("1.5", nil), ("100.1%", nil), ("%", nil),
      ("a=nan%", nil), ("a=0x1%", nil), ("a=1e1%", nil), ("a=-1", nil), ("a=1%%", nil), ("٣", nil),
      ("a=99999999999999999999", nil),
    ] as [(String, PixelAmount?)])
  func parsing(text: String, change: PixelAmount?) throws {
    #expect(try Rule(text, as: .allowed)?.value == change.map { .pixels($0) })
  }

  @Test(
    "A brace starts a condition, which may follow a pattern; `added` and `removed` are rules",
    arguments: [
      ("{psnr} >= 40", .all, .condition(try Condition("{psnr} >= 40"))),
      ("{psnr} >=40", .all, .condition(try Condition("{psnr} >=40"))),
      ("{ssim}=1", .all, .condition(try Condition("{ssim}=1"))),
      ("a=b={ssim} > 0.9", .pattern("a=b"), .condition(try Condition("{ssim} > 0.9"))),
      ("a={ssim} = 1", .pattern("a"), .condition(try Condition("{ssim} = 1"))),
      ("not {psnr} < 40", .all, .condition(try Condition("not {psnr} < 40"))),
      ("added", .all, .added), ("charts/*=removed", .pattern("charts/*"), .removed),
      ("{width} > 600=7", .condition(try Condition("{width} > 600")), .pixels(.pixels(7))),
      (
        "{width} = 600={psnr} > 9", .condition(try Condition("{width} = 600")),
        .condition(try Condition("{psnr} > 9"))
      ),
    ] as [(String, PictureSelector, AllowedChange)])
  func conditions(text: String, pictures: PictureSelector, change: AllowedChange) throws {
    let rule = try #require(try Rule(text, as: .allowed))
    #expect(rule.value == change && rule.pictures == pictures && rule.source == text)
    #expect(throws: TemplateError.self) { try Rule("a={psnr} >=", as: .allowed) }
  }

  @Test("A limit in per cent allows exactly that share of the pixels, whatever the size")
  func limits() throws {
    for hundredths in 1...300 {
      let whole = hundredths / 100
      let digits = "\(hundredths % 100)"
      let text = "\(whole).\(digits.count == 1 ? "0" : "")\(digits)%"
      let amount = try #require(PixelAmount(text[...]), "\(text)")
      for size in [10_000, 70_000, 130_000_000] {
        let most = size / 10_000 * hundredths
        func covers(_ changed: Int) -> Bool {
          amount.covers(changed: changed, share: Double(changed) / Double(size))
        }
        #expect(covers(most) && !covers(most + 1), "\(text) of \(size)")
      }
    }
  }

  @Test("The last rule that matches a pair applies, and a rule that matches no pair gets a note")
  func choice() throws {
    let rules = try ["1", "charts/*=2", "b.png=3", "gone/*=4", "c.png=5"].map {
      try #require(try Rule($0, as: .allowed))
    }
    let allowed = try AllowedChanges(rules, FactNames())
    let picture = PictureFacts(.broken)
    let expected: [FilePath: Int] = [
      "a.png": 1, "charts/a.png": 2, "charts/b.png": 3, "x/charts/c.png": 5, "charts/sub/a.png": 1,
    ]
    for (path, most) in expected {
      func allows(_ changed: Int) -> Bool {
        let counts = ComparedPair.Counts(
          changed: changed, smoothed: 0, share: 0.1, largest: 1, box: nil)
        let pair = ComparedPair(.path(path), status: .different, counts: counts)
        return allowed.allow(pair, at: path, picture)
      }
      #expect(allows(most) && !allows(most + 1), "\(path)")
    }
    let notes = allowed.notes(onPairs: expected.keys.map { ($0, picture) })
    #expect(notes.count == 1 && notes[0].text.contains("'gone/*=4'"), "\(notes)")
  }
}
