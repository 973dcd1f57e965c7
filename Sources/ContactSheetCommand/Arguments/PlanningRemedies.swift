internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlanning
internal import SheetPlans

/// The note on an error, with a remedy.
///
/// - Parameters:
///   - error: The error.
///   - unit: The unit of lengths that have no room.
///   - remedy: The options that help; nil if the error names the remedy.
/// - Returns: The note.
func note(
  on error: any Error, in unit: LengthUnit = .pixels, remedy: String?
) -> Note {
  Note(
    .failure, as: .error, (error as? PlanningError)?.message(in: unit) ?? "\(error)",
    remedy: remedy)
}

/// The remedy of a page with too many pictures.
let fewerOnPages =
  "put fewer pictures on a page with --per-page, or spread them over more pages with --page-count"

/// The options that help against an error of planning, or of a length; nil if there are none.
///
/// - Parameters:
///   - error: The error.
///   - best: The pictures that `--best` sets apart; nil without it.
/// - Returns: The remedy.
func remedy(for error: any Error, best: BestPictures? = nil) -> String? {
  switch error {
  case PlanningError.layout(.edgesTooWide):
    "make --margin or --font smaller, or --size or --paper larger"
  case PlanningError.layout(.noRoom):
    "make --gap, --margin or --font smaller, or --size or --paper larger, or \(fewerOnPages)"
  case PlanningError.layout(.headingsTooTall): "put fewer on each with --per-page or --page-count"
  case PlanningError.pageTooLow:
    "make --max-height or --paper larger, or --margin or --font smaller"
  case PlanningError.layout(.cellsTooSmall):
    "make --size or --paper larger or --gap smaller, or \(fewerOnPages)"
  case PlanningError.noColumnOrder:
    "leave out --order columns, or give --cell-aspect with --layout columns"
  case PlanningError.tooLarge: "raise --max-pixels, or split it with --per-page"
  case PlanningError.emptyMatrix(.noMatch): "give --parse a template that matches the names"
  case PlanningError.emptyMatrix(.noValue):
    "choose values with --row-values and --column-values"
  case PlanningError.emptyMatrix(.noPlace):
    "choose their templates with --rows-by and --columns-by, such as '{scene}'"
  case PlanningError.noneChosen: "change --where"
  case PlanningError.clash:
    "show the first of them with --on-clash first, or all with --on-clash stack"
  case PlanningError.template(.order, let error):
    error.orderMeant(best).map {
      "did you mean \($0.contains("'") ? "--sort \($0)" : "'--sort \($0)'")?"
    }
  case LengthError.noDensity: "give --dpi, as in --dpi 300, or write pixels, as in '60px'"
  default: nil
  }
}

extension TemplateError {
  /// The order that a user may have meant by the name of an unknown fact, as it is typed.
  fileprivate func orderMeant(_ best: BestPictures?) -> String? {
    guard let (name, nearest) = unknownToken else { return nil }
    if name == "best", let best {
      return best.template.source.shellWord + (best.isLeast ? "" : " --reverse")
    }
    let words = SortKey.words.map(\.word) + PictureTokens.all.map(\.name)
    return nearest ?? Synonyms.orders[name] ?? Synonyms.value(meantBy: name, among: words)
  }
}
