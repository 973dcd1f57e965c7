import ContactSheet

/// The lines about a run in the log of a build.
func log(_ report: Sheet.Report, from threshold: String) -> [String] {
  var lines = report.pages.map { (page: Sheet.Report.Page) in
    let size = page.bytes.map { "\($0 / 1024) KiB" } ?? "a pipe"
    return "\(page.path): \(page.pictures) pictures, \(page.width) x \(page.height), \(size)"
      + (page.isUnchanged ? ", unchanged" : "")
  }
  lines += report.kept.map { "\($0): kept" }
  lines += report.unwritten.map { "\($0): not written" }
  if !report.isComplete { lines.append("unreadable: \(report.unreadable.joined(separator: ", "))") }
  let lowest = Sheet.Severity(rawValue: threshold).map(rank) ?? 0
  lines += report.issues.filter { rank($0.severity) >= lowest }.map(line)
  if let changes = report.changes { lines.append(changes.description) }
  return lines
}

/// The rank of a severity, the least important first.
func rank(_ severity: Sheet.Issue.Severity) -> Int {
  switch severity {
  case .detail: 0
  case .note: 1
  case .warning: 2
  case .error: 3
  }
}

/// A note in the notation that GitHub shows beside a file.
func line(_ issue: Sheet.Issue) -> String {
  let level = rank(issue.severity) >= 2 ? "warning" : "notice"
  let file = issue.subject.map { " file=\($0)" } ?? ""
  return "::\(level)\(file),title=\(title(of: issue.kind))::\(issue.text)"
    + (issue.remedy.map { " (\($0))" } ?? "")
}

/// The title of a kind of note in an application.
func title(of kind: Sheet.Issue.Kind) -> String {
  switch kind {
  case .unreadablePicture: "Damaged picture"
  case .unwrittenPage: "Page left out"
  case .missingFacts: "Missing metadata"
  case .shortenedLabels, .omittedLabels: "No room for labels"
  case .font: "Missing font"
  case .passedSheets: "Older sheets skipped"
  case .unreadFiles: "Files skipped"
  default: kind.rawValue
  }
}

/// The notes that a user has not silenced by the names of their kinds.
func notes(_ issues: [Sheet.Issue], without silenced: [String]) -> [String] {
  let kinds = Set(silenced.map(Sheet.Issue.Kind.init(rawValue:)))
  return issues.filter { !kinds.contains($0.kind) }.map(\.description)
}
