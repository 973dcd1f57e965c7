internal import ArgumentParser
internal import ContactSheet
internal import SheetModel

/// The report of a run that could not begin because of incorrect usage.
///
/// Without it, an earlier run's report would be mistaken for the report of this run.
struct UsageReport {
  private let output: SheetOutput

  /// Finds the report in arguments that could not be read as a whole; nil if they do not name one.
  init?(in arguments: [String]) {
    let options = arguments.prefix { $0 != "--" }
    let flag = "--\(DocumentKind.report.name)"
    var path: String?
    for (index, argument) in options.enumerated() {
      if argument.hasPrefix("\(flag)=") { path = String(argument.dropFirst(flag.count + 1)) }
      guard argument == flag, index + 1 < options.count else { continue }
      let next = options[index + 1]
      if next == "-" || !next.hasPrefix("-") { path = next }
    }
    guard let path, let output = try? SheetOutput(named: path) else { return nil }
    self.output = output
  }

  /// Writes the report with the mistake; the report replaces no file other than a report.
  func write(_ message: String, _ messages: Messages) {
    var request = RenderRequest()
    request.documents = [DocumentRequest(.report, to: output)]
    let notes = Notes()
    notes.add(Note(.failure, as: .error, message))
    var outcome = RunOutcome(
      version: CommandDescription.version, notes: notes, messages.spelling)
    (outcome.error, outcome.exitStatus) = (message, ExitCode.validationFailure.rawValue)
    do { try outcome.writeDocuments(request) } catch {
      messages.error(RawOptions().failure(error).message(messages.spelling))
    }
  }
}
