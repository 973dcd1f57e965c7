import Glibc
import OptionalLibraries
import Testing

@Suite struct OptionalLibraryTests {
  static let mathematics = "libm.so.6"

  @Test("A library that is not installed is nil")
  func absent() {
    #expect(OptionalLibrary("libno-such-library.so.7") == nil)
  }

  @Test("Neither a missing library nor a present one is reported as a lack of memory")
  func memory() {
    #expect(!OptionalLibrary.lacksMemory("libno-such-library.so.7"))
    #expect(!OptionalLibrary.lacksMemory(Self.mathematics))
  }

  @Test("A library that is in a standard folder can be loaded")
  func standardFolder() {
    #expect(!OptionalLibrary.isInStandardFolder("libno-such-library.so.7"))
    for folder in [".", ""] { #expect(!OptionalLibrary.isInStandardFolder(folder)) }
    for name in ["libz.so.1", "libpng16.so.16"] where OptionalLibrary.isInStandardFolder(name) {
      #expect(OptionalLibrary(name) != nil)
    }
  }

  @Test("Functions are found in the library and in its dependencies")
  func functions() throws {
    let library = try #require(OptionalLibrary(Self.mathematics))
    let squareRoot: @convention(c) (Double) -> Double = try library.require("sqrt")
    let absolute: @convention(c) (Int32) -> Int32 = try library.require("abs")
    #expect(squareRoot(9) == 3)
    #expect(absolute(-2) == 2)
  }

  @Test("A function that is missing is named")
  func missingFunction() throws {
    let library = try #require(OptionalLibrary(Self.mathematics))
    let error = #expect(throws: MissingFunction.self) {
      let _: @convention(c) () -> Void = try library.require("no_such_function")
    }
    #expect(error?.name == "no_such_function")
  }

  @Test("A test for free memory leaves no error number")
  func errorNumber() {
    errno = 0
    #expect(!FreeMemory.has(bytes: 1 << 60, threads: 0))
    #expect(errno == 0)
  }
}
