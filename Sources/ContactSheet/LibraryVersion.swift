/// The version of the library, and of the command that comes with it.
public enum LibraryVersion {
  /// As semantic versioning has it.
  public static let current = "0.1.0"
}
