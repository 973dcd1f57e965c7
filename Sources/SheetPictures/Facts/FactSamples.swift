package import SheetModel

extension PictureTokens {
  /// An example of what each token prints, in the order of the tokens.
  package static let samples: [(token: TemplateToken, text: String)] = all.compactMap { token in
    sampleTexts[token.name].map { (token, $0) }
  }

  /// An example of what each token prints, by the token's name.
  static let sampleTexts = [
    // Path, and position on the sheet.
    "name": "IMG_1201.jpg", "stem": "IMG_1201", "path": "photos/may/IMG_1201.jpg", "folder": "may",
    "index": "7", "count": "40", "page": "2",
    // File and header.
    "size": "3.2 MB", "modified": "2026-11-21 14:05", "raw": "IMG_1201.CR3",
    "duplicate-of": "may/IMG_1201.jpg", "width": "6000", "height": "4000", "megapixels": "24",
    "aspect": "3:2", "depth": "8", "alpha": "alpha", "frame": "3", "profile": "Display P3",
    // Metadata.
    "text": "The moon", "taken": "2019-08-31 09:15", "camera": "Nikon D750",
    "lens": "XF50mmF2 R WR", "exposure": "1/250 s", "aperture": "f/2.8", "iso": "400",
    "focal": "50 mm", "pixel-size": "0.32 µm", "ppi": "600", "position": "48.8583, 2.2945",
    "artist": "Ada Lovelace",
    "copyright": "© Ada Lovelace", "description": "The moon", "comment": "seen from the roof",
    "rating": "4", "stars": "★★★★☆", "keywords": "garden, may", "title": "Evening",
    "color-label": "Red", "location": "Trastevere", "city": "Rome", "country": "Italy",
    "people": "Anna, Ben",
    // Image generators.
    "seed": "42", "prompt": "a moon over the sea", "negative": "blurred", "steps": "20",
    "cfg": "7.5", "sampler": "euler", "model": "sdxl_base",
    // Pixels.
    "brightness": "0.46", "contrast": "0.38", "saturation": "0.31", "hue": "212",
    "sharpness": "0.52", "dominant": "#3a6ea5",
    // Tables.
    "column": "0.93",
  ]
}
