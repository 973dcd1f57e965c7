internal import SheetFiles
package import SystemPackage

extension FileFormat {
  /// A shell command that makes PNGs of all files of this format in a folder, and the folder that
  /// it writes them to; nil if none is known.
  ///
  /// The PNGs are named like their files, so that files do not replace each other's.
  package func commandForPNGs(ofFilesIn folder: FilePath) -> (text: String, output: String)? {
    let (output, conversion): (String, String)
    switch name {
    case Self.svg.name:
      (output, conversion) = ("pngs", #"rsvg-convert "$f" -o "pngs/$(basename "$f" .svg).png""#)
    case Self.pdf.name:
      (output, conversion) = (
        "pages", #"pdftoppm -r 60 -png "$f" "pages/$(basename "$f" .pdf)""#
      )
    case Self.ico.name:
      // Its names contain the name of the file, and the sizes of the images in it.
      (output, conversion) = ("pngs", #"icotool -x "$f" -o pngs"#)
    default: return nil
    }
    let files = folder.argument + "/*." + extensions[0]
    return ("mkdir -p \(output) && for f in \(files); do \(conversion); done", output)
  }
}
