/// The presets of the program, which are files of arguments like a user's own.
let builtInPresets: [(name: String, text: String)] = [
  (
    "proof",
    """
    # A photographer's proof: five pictures side by side with their names, large and crisp enough
    # to choose from. Cells are 320 pixels wide and have the pictures' ratio.
    --tile 5x6
    --size 1728
    --gap 16x24
    --margin 32
    --sharpen 0.7
    --dpi 150
    --label {name}
    --footer {page} / {pages}
    --font auto 9
    """
  ),
  (
    "web",
    """
    # A gallery on a dark page: squares without waste, in as small a file as there is.
    --size 1600
    --cell-aspect 1
    --gap 4
    --margin 4
    --scale fill
    --radius 4
    --sharpen 0.5
    --background #111111
    --compression 9
    """
  ),
  (
    "print",
    """
    # Pages to print: four pictures side by side with their names, in cells of the pictures' ratio,
    # and as many rows as a page has room for.
    --paper A4
    --dpi 300
    --margin 10mm
    --tile 4x
    --gap 24x36
    --sharpen 0.7
    --background white
    --label {name}
    --footer {page} / {pages}
    --font auto 8
    """
  ),
  (
    "wallpaper",
    """
    # A collage that fills a screen.
    --layout collage
    --size 2560x1440
    --scale fill
    --gap 6
    --margin 0
    --background #111111
    """
  ),
  (
    "poster",
    """
    # A collage of whole pictures for the wall; --title writes a line above them.
    --layout collage
    --paper A3
    --dpi 300
    --gap 3mm
    --margin 15mm
    --background white
    --title-font auto 60
    """
  ),
  (
    "pipeline",
    """
    # A step of a build: only errors are printed, a picture that cannot be read is one of them, and
    # text does not depend on what is installed.
    --quiet
    --progress never
    --on-error fail
    --sort name
    --compression 6
    --font builtin
    """
  ),
]
