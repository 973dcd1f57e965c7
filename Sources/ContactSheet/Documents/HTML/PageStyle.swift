internal import SheetFiles
internal import SheetLayout
internal import SheetPlans

/// The style sheet of a page, and its digests for the page's policy.
struct PageStyle {
  /// The positions of the tiles.
  let places: TilePlaces
  let pairs: PagePairs
  /// Whether pictures are embedded in the page.
  let isEmbedded: Bool
  /// Whether the sheet is dark, so that the page around it should be dark too.
  var isDark = false

  /// The maximum width of the page in pixels: 120 rem.
  static let width = 1920

  /// Calls `body` with the parts of the style sheet, one after another.
  func forEachRule(_ body: (TrustedText) -> Void) {
    body(Self.look)
    if isDark { body(Self.darkLook) }
    if isEmbedded { body(Self.embeddedLook) }
    places.forEachRule(body)
    pairs.forEachRule(body)
  }

  /// The content security policy of a page, which allows this style sheet and pictures, and the
  /// page's script if pictures are embedded.
  ///
  /// Browsers differ on whether `'self'` includes the files beside a page opened from disk, so
  /// `file:` is added. A page from a server cannot load local files, even if its policy allows it.
  var policy: TrustedText {
    var (style, script) = (SHA256(), SHA256())
    forEachRule { style.update($0.bytes[...]) }
    script.update(PageScript.source.bytes[...])
    let others: TrustedText =
      isEmbedded
      ? "img-src data:; script-src 'sha256-\(base64: script.digest())'" : "img-src 'self' file:"
    return """
      default-src 'none'; \(others); style-src 'sha256-\(base64: style.digest())'; \
      base-uri 'none'; form-action 'none'
      """
  }

  private static let darkLook: TrustedText = """
    @media screen{:root{color-scheme:dark;--ground:#18181b;--ink:#e4e4e7;--quiet:#a1a1aa;--line:#3f3f46;--link:#93c5fd}}

    """

  /// The style of everything except the positions of tiles.
  ///
  /// If the title is drawn on the sheets, the page's heading is hidden, unless the screen is so
  /// small that the title on the sheets is illegible. Screen readers and outlines still use the
  /// hidden heading.
  ///
  /// The ring around a tile is white inside and dark outside, so that one of the two contrasts with
  /// any picture. The text of a link is for screen readers and for searching. It is shown with the
  /// ring, because a sheet may have no labels, or labels too small to read.
  private static let look: TrustedText = """

    :root{color-scheme:light dark;--ground:#f4f4f5;--ink:#18181b;--quiet:#52525b;--line:#d4d4d8;--link:#1d4ed8}
    @media(prefers-color-scheme:dark){:root{--ground:#18181b;--ink:#e4e4e7;--quiet:#a1a1aa;--line:#3f3f46;--link:#93c5fd}}
    body{max-width:120rem;margin:0 auto;padding:clamp(1rem,3vw,2.5rem);background:var(--ground);color:var(--ink);\
    font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
    h1{margin:0;font-size:1.5rem;line-height:1.25}
    @media print,(min-width:48rem){h1.drawn{position:absolute;clip-path:inset(50%);white-space:nowrap}}
    h2{margin:2.5rem 0 .75rem;font-size:1.125rem}
    p,figcaption{margin:.25rem 0 0;color:var(--quiet)}
    figcaption{margin-top:.5rem;font-size:.875rem}
    ul{padding:0;list-style:none}
    nav ul{display:flex;flex-wrap:wrap;margin:.25rem -.5rem 0}
    nav a{display:block;padding:0 .5rem}
    li{margin:.25rem 0}
    li span{color:var(--quiet)}
    li:target{outline:2px solid;outline-offset:4px}
    a{color:var(--link)}
    a:focus-visible{outline:2px solid;outline-offset:2px}
    figure{margin:1rem 0 0}
    figure div{position:relative;width:fit-content;max-width:100%;font-size:.75rem;line-height:1.5}
    img{display:block;max-width:100%;height:auto;background:var(--line)}
    div>*{position:absolute;overflow:hidden;color:transparent;forced-color-adjust:none}
    div>h2{margin:0;font-size:inherit}
    div>img{position:static;color:var(--ink)}
    div>table{inset:0;width:100%;height:100%;overflow:visible;pointer-events:none}
    td>*,th b{position:absolute;overflow:hidden;color:transparent}
    td>*{pointer-events:auto}
    div span{position:absolute;inset:auto 0 0;padding:0 .375rem;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
    div a:hover,div a:focus-visible{z-index:1;outline:2px solid #fff;outline-offset:0;box-shadow:0 0 0 4px #0b2d6b}
    div a:focus-visible{outline-width:3px;box-shadow:0 0 0 6px #0b2d6b}
    div a:hover span,div a:focus-visible span{background:#0b2d6b;color:#fff}
    @media print{
    :root{color-scheme:light;--ground:#fff;--ink:#000;--quiet:#3f3f46;--line:#fff;--link:#000}
    body{padding:0}
    nav{display:none}
    figure,li{break-inside:avoid}
    h2{margin:.75rem 0;break-after:avoid}
    section+section{break-before:page}
    img{width:auto;max-height:85vh}
    }

    """
}

extension PagePairs {
  /// The style of pairs and their controls.
  ///
  /// On a page without a script, and thus without keys, the edge of a wiped picture stays wide
  /// enough to be dragged.
  static let look: TrustedText = """
    [hidden]{display:none!important}
    #tools{display:flex;flex-wrap:wrap;gap:.25rem 2rem;margin:1rem 0 0;padding:.5rem 0;\
    background:var(--ground);border-bottom:1px solid var(--line);font-size:.875rem}
    #tools fieldset{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 .75rem;margin:0;padding:0;border:0;min-width:0}
    #tools legend{float:left;padding:0}
    #tools legend,#tools kbd,#tools output{color:var(--quiet);font:inherit}
    #pairs>article{padding:1rem 0;border-bottom:1px solid var(--line);scroll-margin-top:6rem;content-visibility:auto;contain-intrinsic-size:auto 24rem}
    #pairs>:is(.equal,.allowed,.ignored){contain-intrinsic-size:auto 3rem}
    #pairs>:focus{outline:0;box-shadow:-4px 0 var(--ground),-8px 0 var(--link)}
    #pairs h2{margin:0;font-size:1rem}
    #pairs.small{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(20rem,100%),1fr));gap:0 2rem}
    #pairs.small>article{content-visibility:visible}
    @media(min-width:40rem) and (min-height:30rem){#tools{position:sticky;top:0;z-index:2}}
    @media(min-width:40rem) and (max-width:60rem){#pairs>article{scroll-margin-top:9rem}}
    @media(hover:none){#tools kbd{display:none}}
    .sides{display:flex;flex-wrap:wrap;gap:1rem;align-items:start}
    .sides>figure{margin:.5rem 0 0;max-width:100%}
    .sides figcaption{margin:.25rem 0 0}
    @media(min-width:40rem){.sides{display:grid;grid-template-columns:repeat(3,minmax(6rem,max-content))}.after{grid-column:2}.difference{grid-column:3}}
    body:has(#view-wipe:checked,#view-flicker:checked) .both{display:block;position:relative;width:var(--w);max-width:100%;aspect-ratio:var(--r);\
    container-type:inline-size;overflow:hidden;margin-top:.5rem;background:var(--line);touch-action:pan-y}
    body:has(#view-wipe:checked,#view-flicker:checked) .both :is(figcaption,.difference){display:none}
    body:has(#view-wipe:checked,#view-flicker:checked) .both figure{margin:0}
    body:has(#view-wipe:checked,#view-flicker:checked) .both .after img{width:var(--a)}
    body:has(#view-wipe:checked,#view-flicker:checked) .both .before{position:absolute;inset:0 auto 0 0;width:50%;overflow:hidden;background:var(--line)}
    body:has(#view-wipe:checked,#view-flicker:checked) .both .before img{width:var(--b);max-width:none}
    body:has(#view-wipe:checked) .both .before{box-sizing:border-box;min-width:2px;max-width:100%;resize:horizontal;border-right:2px solid #0b2d6b;box-shadow:2px 0 #fff}
    body:has(#view-wipe:checked):not(:has(kbd)) .both .before{min-width:1.25rem}
    body:has(#view-flicker:checked) .both .before{width:100%!important;animation:flicker 1.2s steps(1) infinite}
    @keyframes flicker{50%{visibility:hidden}}
    @media(prefers-reduced-motion:reduce){.both .before{animation:none!important}body:has(#view-flicker:checked) .both:hover .before{visibility:hidden}}
    body:has(#view-difference:checked) .sides:has(.difference){display:block}
    body:has(#view-difference:checked) .sides:has(.difference) :is(.before,.after){display:none}
    @media print{#tools{display:none}}

    """
}

extension PageStyle {
  /// Additional style for a page with embedded pictures.
  ///
  /// A picture fills the window on a dark background, as in photo viewers.
  static let embeddedLook: TrustedText = """
    #pictures>figure{display:none}
    #pictures>figure:target{display:grid;grid-template:minmax(0,1fr) auto/minmax(0,1fr);position:fixed;inset:0;z-index:9;margin:0;\
    color-scheme:dark;--ink:#e4e4e7;--quiet:#a1a1aa;--link:#93c5fd;background:#111;color:var(--ink);outline:0;touch-action:pan-y pinch-zoom}
    #pictures img{margin:auto;max-height:100%;object-fit:contain;background:none}
    #pictures figcaption{display:flex;flex-wrap:wrap;gap:0 1rem;z-index:1;margin:0;padding:.5rem 1rem;background:#111}
    #pictures figcaption>a{margin-left:auto}
    #pictures figure>a{position:absolute;inset:0 50% 0 0;display:flex;align-items:center;padding:.5rem;font-size:2.5rem;text-decoration:none}
    #pictures a[rel=next]{inset:0 0 0 50%;justify-content:end}
    #pictures a[rel=prev]::before{content:"‹"}
    #pictures a[rel=next]::before{content:"›"}
    #pictures figure>a:focus-visible{outline-offset:-4px}
    #pictures :is([rel=prev],[rel=next])::before{padding:0 .75rem;border-radius:.5rem;background:#111a;color:#fff}
    #pictures figure:has(:checked){overflow:auto}
    #pictures figure:has(:checked)>a{display:none}
    #pictures figure:has(:checked) img{max-width:none;max-height:none}
    #pictures figure:has(:checked) figcaption{position:sticky;bottom:0;left:0}
    body:has(#pictures>:target){overflow:hidden}
    @media print{#pictures{display:none}}

    """
}

/// The positions of tiles and section headings on their sheets, in percent.
///
/// The policy allows no `style` attributes, so the positions are rules of the style sheet.
///
/// Tiles in the same column share a rule, and so do tiles in the same row, so a grid of 100,000
/// tiles needs a few hundred rules.
struct TilePlaces {
  /// The extent of a tile in one direction.
  private struct Extent: Hashable {
    let start: Int
    let length: Int
    /// The width or height of the sheet.
    let whole: Int
  }

  /// The number of each extent; extents are numbered in the order in which they first occur.
  private var columns: [Extent: Int] = [:]
  private var rows: [Extent: Int] = [:]

  /// Collects the positions of all tiles and headings of pages, including the headings of rows and
  /// columns.
  init(on pages: [SheetPage]) {
    for page in pages {
      for area in page.tiles.lazy.map(\.cell) + page.sections.map(\.headingArea)
        + (page.rows + page.columns).compactMap(\.headingArea)
        + page.emptyCells.withTexts.map(\.cell)
      {
        let (column, row) = Self.extents(of: area, on: page.size)
        if columns[column] == nil { columns[column] = columns.count }
        if rows[row] == nil { rows[row] = rows.count }
      }
    }
  }

  /// The classes of elements in a cell, or over a heading.
  func classes(of cell: PixelRect, on size: PixelSize) -> String {
    let (column, row) = Self.extents(of: cell, on: size)
    guard let x = columns[column], let y = rows[row] else {
      preconditionFailure("no tile lies there")
    }
    return "x\(x) y\(y)"
  }

  /// Calls `body` with the rules for all classes, one after another.
  func forEachRule(_ body: (TrustedText) -> Void) {
    func rules(
      of extents: [Extent: Int], _ name: TrustedText, _ start: TrustedText, _ length: TrustedText
    ) {
      for (extent, number) in extents.sorted(by: { $0.value < $1.value }) {
        let place = Self.share(extent.start, of: extent.whole)
        let size = Self.share(extent.length, of: extent.whole)
        body(".\(name)\(number){\(start):\(place)%;\(length):\(size)%}\n")
      }
    }
    rules(of: columns, "x", "left", "width")
    rules(of: rows, "y", "top", "height")
  }

  private static func extents(
    of cell: PixelRect, on size: PixelSize
  ) -> (column: Extent, row: Extent) {
    (
      Extent(start: cell.x, length: cell.width, whole: size.width),
      Extent(start: cell.y, length: cell.height, whole: size.height)
    )
  }

  /// A fraction in percent, rounded to a millionth of the whole.
  static func share(_ length: Int, of whole: Int) -> TrustedText {
    "\((length * 1_000_000 + whole / 2) / whole, places: 4)"
  }
}
