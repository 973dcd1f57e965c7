internal import ArgumentParser
internal import CProcess
internal import ContactSheet
internal import Glibc
internal import SheetText
internal import SystemPackage

/// A run that prints the facts of pictures, and makes no sheet.
struct CommandLineListing: Sendable {
  /// The sheet whose pictures are listed.
  let job: SheetJob
  let request: SheetRequest
  let form: ListingForm
  let messages: Messages

  /// Prints the list.
  ///
  /// - Throws: `ExitCode` where not all went well, once that has been printed.
  func make() throws {
    do {
      let workers = try OpenFiles.workers(upTo: request.workers)
      let report = try WorkerThreads(count: workers).run {
        try await job.list(as: form, for: request.output, workers: workers) {
          try StandardOutput.write($0)
        }
      }
      messages.tell(report.findings, report.warnings)
      for picture in report.unreadable { messages.error(picture) }
      guard report.unreadable.isEmpty else { throw ExitCode(1) }
    } catch let code as ExitCode {
      throw code
    } catch OutputError.system(_, .brokenPipe) {
      cprocess_end(SIGPIPE)
    } catch {
      messages.error(described(error))
      throw ExitCode(2)
    }
  }
}

extension Arguments {
  /// How pictures are to be listed; nil where a sheet is asked for.
  var listingForm: ListingForm? {
    let plan = PlanOptions.shared
    if let template = self[plan.listFormat] { return .template(template) }
    return self[plan.list] ? .json : nil
  }
}
