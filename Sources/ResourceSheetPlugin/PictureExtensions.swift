// Rewritten by a test, with UPDATE_GOLDEN=1: plugins import no modules of their package.

/// The endings of the names of pictures that the command reads.
let pictureExtensions: Set = [
  "3fr", "apng", "arw", "avif", "cr2", "cr3", "crw", "dcr", "dng", "erf", "fff", "heic", "heif",
  "hif", "iiq", "jfif", "jpe", "jpeg", "jpg", "kdc", "mef", "mos", "mrw", "nef", "nrw", "orf",
  "pef", "png", "raf", "rw2", "rwl", "sr2", "srf", "srw", "webp", "x3f",
]
