import Foundation

/// The program that libFuzzer runs: one target, on bytes that libFuzzer derives from a corpus.
///
/// - `Fuzzing list` prints the targets' names.
/// - `Fuzzing TARGET seed FOLDER` writes the target's seeds.
/// - `Fuzzing TARGET words FILE` writes its words, for libFuzzer's -dict.
/// - `Fuzzing TARGET ARGUMENT...` runs it, with libFuzzer's arguments.
///
/// `fuzz.sh` builds and calls this.
@main enum Fuzzing {
  static let targets: [any FuzzTarget.Type] = [
    DeflateTarget.self, DecoderTarget.self, RowsTarget.self, JPEGTarget.self, WebPTarget.self,
    HEIFTarget.self, TIFFTarget.self, GIFTarget.self, RawTarget.self,
    BandTarget.self,
    ProfileTarget.self, FactsTarget.self, TimeTarget.self,
    OrientationTarget.self, PlanTarget.self, ArgumentFileTarget.self, OptionTarget.self,
    GlobTarget.self, TemplateTarget.self, NameTemplateTarget.self, ConditionTarget.self,
    TextKeyTarget.self,
    PictureTableTarget.self, OutputTarget.self,
  ]

  static func main() throws {
    let words = Array(CommandLine.arguments.dropFirst())
    if words == ["list"] { return print(targets.map { $0.name }.joined(separator: "\n")) }
    guard let target = targets.first(where: { $0.name == words.first }) else {
      fatalError("the targets are \(targets.map { $0.name })")
    }
    if words.dropFirst().first == "seed", words.count == 3 {
      let folder = URL(filePath: words[2])
      return try waiting { [target] in
        for (index, seed) in try await target.seeds().enumerated() {
          try Data(seed).write(to: folder.appending(path: "seed-\(index)"))
        }
      }
    }
    if words.dropFirst().first == "words", words.count == 3 {
      // libFuzzer refuses an empty file.
      let lines = ["# \(target.name)"] + target.words.map { "\"\($0)\"" }
      return try Data((lines.joined(separator: "\n") + "\n").utf8).write(
        to: URL(filePath: words[2]))
    }
    run(target, with: [CommandLine.arguments[0]] + words.dropFirst())
  }

  private static func run(_ target: any FuzzTarget.Type, with arguments: [String]) -> Never {
    chosen = target
    var count = CInt(arguments.count)
    var pointers = arguments.map { strdup($0) } + [nil]
    let status = pointers.withUnsafeMutableBufferPointer { pointers in
      var start = pointers.baseAddress
      return runDriver(&count, &start) { bytes, count in
        chosen.check([UInt8](UnsafeBufferPointer(start: bytes, count: count)))
        return 0
      }
    }
    exit(status)
  }
}

/// A check that any bytes must pass.
protocol FuzzTarget: SendableMetatype {
  /// The target's name on the command line.
  static var name: String { get }

  /// Initial inputs, made from the project's files.
  static func seeds() async throws -> [[UInt8]]

  /// The words to insert into inputs: plain text without quotes and backslashes.
  static var words: [String] { get }

  /// Tries an input, and traps if a property does not hold.
  static func check(_ bytes: [UInt8])
}

extension FuzzTarget {
  /// By default, there are no words.
  static var words: [String] { [] }

  /// Traps unless `condition` holds.
  static func expect(_ condition: Bool, _ reason: @autoclosure () -> String) {
    guard !condition else { return }
    FileHandle.standardError.write(Data("\(name): \(reason())\n".utf8))
    abort()
  }
}

/// Waits for the result of `body`.
func waiting<Success: Sendable>(
  for body: @escaping @Sendable () async throws -> Success
) throws -> Success {
  let isDone = DispatchSemaphore(value: 0)
  nonisolated(unsafe) var result: Result<Success, any Error>?
  Task.detached {
    do { result = .success(try await body()) } catch { result = .failure(error) }
    isDone.signal()
  }
  isDone.wait()
  guard let result else { fatalError("a task that signals has a result") }
  return try result.get()
}

/// The target that runs; a global because libFuzzer's function takes no context.
nonisolated(unsafe) private var chosen: any FuzzTarget.Type = DeflateTarget.self

/// libFuzzer without its `main`.
///
/// Source: LLVM, "libFuzzer", Using libFuzzer as a library.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ check: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt
