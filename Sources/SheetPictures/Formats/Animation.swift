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
    // convert would take a name that starts with a hyphen for an option.
    let bytes = path.bytes
    let isOption = bytes.first == UInt8(ascii: "-")
    let file = FilePath(bytes: (isOption ? Array("./".utf8) : []) + bytes).shellWord
    let frames = "frames/%03d.png"
    return "mkdir frames && "
      + (self == .webP
        ? "convert \(file) -coalesce \(frames)"
        // Otherwise, long frames would be repeated, and short ones left out.
        : "ffmpeg -i \(file) -fps_mode passthrough \(frames)")
  }
}
