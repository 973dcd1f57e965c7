internal import ArgumentParser
internal import ContactSheet
internal import SheetModel

/// The report of a run that wrong usage ended before it began.
///
/// Without it, the report of an earlier run would be taken for this one's.
struct UsageReport {
  private let output: SheetOutput

  /// Finds the report in arguments that could not be read as a whole; nil if they name none.
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

  /// Writes the report with the mistake; replaces only a report.
  func write(_ message: String, _ messages: Messages) {
    var request = RenderOptions()
    request.documents = [DocumentRequest(.report, to: output)]
    var outcome = RunOutcome(version: CommandDescription.version, messages.spelling)
    (outcome.error, outcome.exitStatus) = (message, ExitCode.validationFailure.rawValue)
    do { try outcome.writeDocuments(request) } catch {
      messages.error(RawOptions().failure(error).message(messages.spelling))
    }
  }
}
