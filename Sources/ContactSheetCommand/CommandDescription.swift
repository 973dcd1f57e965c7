internal import ContactSheet

/// What the help, the manual page and `-h` say of the command as a whole.
enum CommandDescription {
  static let name = "contactsheet"
  /// The version of the command and the library.
  static let version = LibraryVersion.current
  static let abstract = "Makes contact sheets: one PNG, or a PDF, from a folder of pictures."

  static let examples = [
    "contactsheet photos",
    "contactsheet photos -o sheet.png --cell 320x240",
    "contactsheet photos --size 1920x1080 --scale fill",
    "contactsheet photos --layout tiered --size 1200",
    "contactsheet photos --label '{name}' --paper A4 --footer '{page} / {pages}'",
    "find . -name '*.png' -print0 | contactsheet --files-from - -0",
  ]

  static let exitStatuses = [
    (0, "the sheet is complete"),
    (1, "it is written, but some pictures could not be read"),
    (2, "no sheet was written"),
    (64, "wrong usage"),
  ]

  /// What the help says behind the abstract.
  static let discussion = """
    Examples:
    \(examples.map { "  \($0)" }.joined(separator: "\n"))

    Exit status: \(exitStatuses.map { "\($0.0) \($0.1)" }.joined(separator: "; ")).
    """

  /// What `-h` shows: the most used options, on a screen of 80 columns and 24 lines.
  static let brief = """
    \(abstract)

      contactsheet [options] <folder or file>...     # writes contact-sheet.png

      -o, --output FILE    the sheet; - is standard output
      -r, --recursive      look into subfolders too
      --layout NAME        grid, tiered, columns, rows, masonry or collage
      --size W|WxH         the size of the sheet; --paper A4 for pages to print
      --cell N|WxH         the size of a grid's cells
      --tile CxR           columns and rows of a page: 5x4, 5 or x4
      --gap N, --margin N  the space between cells, and around all of them
      --scale WORD         fit, fill, stretch or none; --upscale enlarges
      --sort KEY           auto, natural, name, modified, size...; --reverse
      --label TEXT         under each picture, such as '{name}'
      --title TEXT         over all of them
      --background COLOR   white, '#202020', none, checker...
      --preset NAME        proof, web, print, wallpaper, poster or pipeline
      --dry-run            say what would come out
      -q, -v               say less (--quiet), say more (--verbose)
      -h                   this page; --help describes every option

    Exit status: 0 complete, 1 some pictures unreadable, 2 nothing written, 64 usage
    """
}
