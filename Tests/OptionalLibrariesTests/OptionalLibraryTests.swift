import OptionalLibraries
import Testing

@Suite struct OptionalLibraryTests {
  #if canImport(Darwin)
    static let mathematics = "libm.dylib"
  #else
    static let mathematics = "libm.so.6"
  #endif

  @Test("A library that is not installed is nil")
  func absent() {
    #expect(OptionalLibrary(["libno-such-library.so.7"]) == nil)
    #expect(OptionalLibrary([]) == nil)
  }

  @Test("A library that is in its usual place can be loaded from there")
  func place() {
    #expect(!OptionalLibrary.isInUsualPlace(["libno-such-library.so.7"]))
    #expect(!OptionalLibrary.isInUsualPlace([".", ""]))
    for name in ["libz.so.1", "libpng16.so.16"] where OptionalLibrary.isInUsualPlace([name]) {
      #expect(OptionalLibrary([name]) != nil)
    }
  }

  @Test("The first name that the loader finds counts")
  func names() throws {
    _ = try #require(OptionalLibrary(["libno-such-library.so.7", Self.mathematics]))
  }

  @Test("Functions are found in the library and in those that it depends on")
  func functions() throws {
    let library = try #require(OptionalLibrary([Self.mathematics]))
    let squareRoot: @convention(c) (Double) -> Double = try library.require("sqrt")
    let absolute: @convention(c) (Int32) -> Int32 = try library.require("abs")
    #expect(squareRoot(9) == 3)
    #expect(absolute(-2) == 2)
  }

  @Test("A function that is missing is named")
  func missingFunction() throws {
    let library = try #require(OptionalLibrary([Self.mathematics]))
    let error = #expect(throws: MissingFunction.self) {
      let _: @convention(c) () -> Void = try library.require("no_such_function")
    }
    #expect(error?.name == "no_such_function")
    #expect(library.function("no_such_function", as: (@convention(c) () -> Void).self) == nil)
  }
}
