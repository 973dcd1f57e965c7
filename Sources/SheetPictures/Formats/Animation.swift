internal import SheetFiles
internal import SheetModel
package import SystemPackage

/// A format of animations, of which a sheet shows the first frame unless others are requested.
package enum Animation: Equatable, Sendable {
  case gif, png, webP

  /// A shell command that writes each frame of a file to a new folder, as PNGs; nil for a format
  /// whose frames can be shown without a command.
  ///
  /// The command uses ffmpeg if ffmpeg reads the format, and otherwise ImageMagick, which reads
  /// only the first frame of a PNG.
  package func commandForFrames(of path: FilePath) -> String? {
    switch self {
    case .gif: nil
    // Without this option, long frames would be repeated, and short ones left out.
    case .png:
      "mkdir frames && ffmpeg -i \(path.argument) -fps_mode passthrough \(Self.frames)"
    case .webP: "mkdir frames && convert \(path.argument) -coalesce \(Self.frames)"
    }
  }

  private static let frames = "frames/%03d.png"
}

extension FilePath {
  /// The path as an argument in a shell command; a program could take a name that starts with a
  /// hyphen for an option.
  var argument: String {
    let isOption = bytes.first == UInt8(ascii: "-")
    return FilePath(bytes: (isOption ? Array("./".utf8) : []) + bytes).shellWord
  }
}
