internal import SheetFiles
internal import SheetModel
package import SystemPackage

/// A format of animations, of which a sheet shows at most the first frame.
package enum Animation: Equatable, Sendable {
  case gif, png, webP

  /// A shell command that writes each frame of a file to a new folder, as PNGs.
  ///
  /// The command uses ffmpeg if ffmpeg reads the format, and otherwise ImageMagick.
  package func commandForFrames(of path: FilePath) -> String {
    if self == .webP { return Self.commandOfImageMagick(for: path) }
    // Otherwise, long frames would be repeated, and short ones left out.
    return "mkdir frames && ffmpeg -i \(path.argument) -fps_mode passthrough "
      + Self.frames
  }

  /// The command for ImageMagick, which reads GIF and WebP, but only the first frame of a PNG.
  package static func commandOfImageMagick(for path: FilePath) -> String {
    "mkdir frames && convert \(path.argument) -coalesce \(frames)"
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
