/// The presets that come with the program.
///
/// They are files of arguments like a user's own.
let builtInPresets: KeyValuePairs = [
  "proof": """
  # Proofs to choose and order from: A4 pages of large images with small grey names below them.
  # Names, --title and page numbers align with the images' edges. Links are left out, as they would
  # lead to your folders.
  --sort auto:taken
  --paper A4
  --dpi 200
  --quality 90
  --margin 15mm
  --gap 5mm
  --align bottom-left
  --border 1 #cccccc
  --sharpen 0.7
  --label {stem}
  --label-color #666666
  --footer \\t{page} / {pages}
  --font auto 7
  --text-align left
  --no-links
  """,
  "film": """
  # A contact print of a roll: six strips of six frames close together on black, with numbers and names
  # in the warm tone of the lettering on film edges. Portraits are rotated, as on a strip.
  --sort auto:taken
  --orient fit
  --paper A4-landscape
  --tile 6x6
  --cell-aspect 3:2
  --dpi 300
  --margin 10mm
  --gap 1mmx3mm
  --align bottom-left
  --sharpen 0.7
  --background black
  --label {index}  {stem}
  --footer \\t{page} / {pages}
  --font auto 6.5
  --text-align left
  --text-color #f2a54a
  """,
  "web": """
  # A gallery on a dark page: whole images in rows. A checkerboard shows transparency, so that dark
  # icons remain visible; rounded corners would show it too.
  --layout rows
  --size 1600
  --gap 8
  --margin 8
  --sharpen 0.5
  --background #181818
  --cell-background checker
  """,
  "print": """
  # An index print: A4 pages with as many images as fit at a length of 35 mm or more, like frames on a
  # contact print, and names below them.
  --sort auto:taken
  --paper A4
  --dpi 300
  --quality 90
  --margin 8mm
  --gap 2mm
  --border 1 #cccccc
  --sharpen 0.7
  --background white
  --label {name}
  --footer {page} / {pages}
  """,
  "wallpaper": """
  # A collage of photographs that fills a screen.
  --layout collage
  --size 2560x1440
  --scale fill
  --gap 6
  --margin 0
  --background #181818
  """,
  "poster": """
  # A collage of whole images on one page for the wall; --title adds a heading.
  --layout collage
  --paper A3
  --page-count 1
  --dpi 300
  --gap 3mm
  --margin 20mm
  --background white
  --title-font auto 48
  --text-align left
  """,
  "figure": """
  # A figure for a paper: a matrix as wide as the text block and no taller, without margins and with
  # headings at caption size. Lines in plots stay dark, and images that are smaller than their column
  # are enlarged to fill it: those at most 200 pixels wide and high by an integer factor, with
  # square pixels, if there is room to double them.
  --layout matrix
  --size 174mm
  --max-height 230mm
  --dpi 300
  --gap 1mmx2mm
  --margin 0
  --background white
  --edge none
  --light encoded
  --upscale
  --filter nearest
  --font auto 8
  --no-links
  """,
  "pixels": """
  # Pixel art, such as sprites and tiles: every image enlarged three times with sharp pixels, in cells
  # that fit the largest, on a transparent background.
  --upscale=3
  --filter nearest
  --background none
  --edge none
  """,
  "pipeline": """
  # A build step: names are written below images, only errors are printed, an unreadable image is an
  # error, and text does not depend on installed fonts.
  --quiet
  --on-error fail
  --sort natural
  --gap 12x8
  --margin 12
  --compression 6
  --label {name}
  --font builtin
  """,
]
