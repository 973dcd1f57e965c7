/// The arguments of the program as bytes, which Swift's strings cannot always hold.
enum RawArguments {
  /// The first argument that is not UTF-8, with what is wrong replaced.
  static var firstInvalid: String? {
    for index in stride(from: 1, to: Int(CommandLine.argc), by: 1) {
      guard let argument = unsafe CommandLine.unsafeArgv[index] else { continue }
      if unsafe String(validatingCString: argument) == nil {
        return unsafe String(cString: argument)
      }
    }
    return nil
  }
}
