internal import SheetFiles
package import SystemPackage

/// A shell command that converts a folder's files of one format to images.
package struct ConvertingCommand: Equatable, Sendable {
  /// The command.
  package let text: String
  /// The folder to which the command writes the images.
  package let output: String
  /// What to call the images, in the plural, such as `PNGs`.
  package let images: String
}

extension FileFormat {
  /// A shell command that converts all files of this format in a folder to images; nil if none is
  /// known.
  ///
  /// The images are named after their files, so that the images of one file do not replace those of
  /// another.
  package func convertingCommand(ofFilesIn folder: FilePath) -> ConvertingCommand? {
    var (output, images) = ("pngs", "PNGs")
    let conversion: String
    switch name {
    case Self.svg.name:
      conversion = #"rsvg-convert "$f" -o "pngs/$(basename "$f" .svg).png""#
    case Self.pdf.name:
      output = "pages"
      conversion = #"pdftoppm -r 60 -png "$f" "pages/$(basename "$f" .pdf)""#
    case Self.dicom.name:
      conversion = #"dcmj2pnm +on2 "$f" "pngs/$(basename "$f" .dcm).png""#
    case Self.numPy.name:
      (output, images) = ("tiffs", "TIFFs")
      conversion =
        #"python3 -c 'import sys, numpy; from PIL import Image; "#
        + #"a = numpy.load(sys.argv[1]); Image.fromarray(a.astype("float32")).save(sys.argv[2])' "#
        + #""$f" "tiffs/$(basename "$f" .npy).tif""#
    case Self.fits.name:
      (output, images) = ("tiffs", "TIFFs")
      // The rows of a FITS file are stored from the bottom to the top.
      conversion =
        #"python3 -c 'import sys; from astropy.io import fits; from PIL import Image; "#
        + #"a = fits.getdata(sys.argv[1]).astype("float32"); "#
        + #"Image.fromarray(a[::-1].copy()).save(sys.argv[2])' "#
        + #""$f" "tiffs/$(basename "$f" .fits).tif""#
    case Self.ico.name:
      // The name of each image contains the name of the file, and the size of the image.
      conversion = #"icotool -x "$f" -o pngs"#
    default: return nil
    }
    let files = folder.argument + "/*." + extensions[0]
    return ConvertingCommand(
      text: "mkdir -p \(output) && for f in \(files); do \(conversion); done", output: output,
      images: images)
  }
}
