import CLibraries
import Glibc
import Testing

@Suite struct LibraryLoadingTests {
  private typealias OfDouble = @convention(c) (Double) -> Double

  /// A library opened through a table with one pointer, which stands for all of its functions.
  private struct Opened {
    let state: clibrary_state
    private(set) var file: String?
    private(set) var function: OfDouble?

    init(
      _ files: [String], functions names: [String] = ["sqrt"],
      fits: (@convention(c) () -> Bool)? = nil
    ) {
      let files = files.map { strdup($0) } + [nil]
      let names = names.compactMap { strdup($0) }
      defer { for text in files + names { free(text) } }
      var file: UnsafePointer<CChar>?
      state = withUnsafeMutablePointer(to: &function) { pointer in
        let rows = names.map { clibrary_function(name: $0, pointer: pointer) }
        return clibrary_state(opening: files.map { UnsafePointer($0) }, rows, fits, &file)
      }
      self.file = file.map { String(cString: $0) }
    }
  }

  @Test("Of the files of a library, the first with all the required functions is used")
  func files() {
    let opened = Opened(["libno-such-library.so.7", "libz.so.1", "libm.so.6"])
    #expect(opened.state == .ready && opened.file == "libm.so.6")
    #expect(opened.function?(9) == 3)
  }

  @Test("A library is absent if none of its files is found")
  func absent() {
    let opened = Opened(["libno-such-library.so.7"])
    #expect(opened.state == .absent && opened.file == nil)
  }

  @Test("A library that lacks a function is incompatible, and its file is named")
  func missingFunction() {
    let opened = Opened(["libm.so.6"], functions: ["sqrt", "no_such_function"])
    #expect(opened.state == .unfit && opened.file == "libm.so.6")
  }

  @Test("A library whose interface is not as expected counts as incompatible")
  func otherInterface() {
    #expect(Opened(["libm.so.6"], fits: { false }).state == .unfit)
    #expect(Opened(["libm.so.6"], fits: { true }).state == .ready)
  }

  @Test("Functions are also found in a library's dependencies")
  func dependencies() {
    #expect(Opened(["libm.so.6"], functions: ["abs"]).state == .ready)
  }

  @Test("A library whose header was missing at build time is not looked for")
  func unbuilt() {
    var file: UnsafePointer<CChar>?
    #expect(clibrary_state(opening: [nil], nil, nil, &file) == .unbuilt)
  }

  @Test(
    "An installed library can be loaded, after which its file is known",
    arguments: [.isal, .jpeg, .webp, .heif, .tiff, .gif, .lcms, .pango] as [clibrary])
  func installed(library: clibrary) {
    let state = clibrary_load(library)
    #expect(clibrary_load(library) == state)
    #expect((clibrary_file(library) == nil) == (state == .absent || state == .unbuilt))
    if state == .ready { #expect(clibrary_is_installed(library)) }
  }

  @Test("Finding out that memory is short leaves no errno behind")
  func errorNumber() {
    errno = 0
    #expect(!clibrary_has_room(1 << 60, 0))
    #expect(errno == 0)
    #expect(clibrary_has_room(1 << 20, 2))
  }
}

extension clibrary_state {
  /// The state after opening a library through a table.
  fileprivate init(
    opening files: [UnsafePointer<CChar>?], _ functions: [clibrary_function]?,
    _ fits: (@convention(c) () -> Bool)?, _ file: inout UnsafePointer<CChar>?
  ) {
    self = files.withUnsafeBufferPointer { files in
      (functions ?? []).withUnsafeBufferPointer { rows in
        guard let first = files.baseAddress else { preconditionFailure("a list has an end") }
        var table = clibrary_table(
          files: first, functions: functions == nil ? nil : rows.baseAddress,
          function_count: rows.count, fits: fits)
        return clibrary_open(&table, &file)
      }
    }
  }
}
