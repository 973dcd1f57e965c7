// Rewritten by a test, with UPDATE_GOLDEN=1: plugins import no modules of their package.

/// The endings of the names of pictures that the command reads.
let pictureExtensions: Set = [
  "3fr", "apng", "arw", "avif", "avifs", "cr2", "cr3", "crw", "dcr", "dng", "erf", "fff", "heic",
  "heics", "heif", "heifs", "hif", "iiq", "insp", "jfi", "jfif", "jif", "jpe", "jpeg", "jpg",
  "jpg_large", "jps", "kdc", "mef", "mos", "mpo", "mrw", "nef", "nrw", "orf", "pef", "pjp", "pjpeg",
  "png", "pns", "raf", "rw2", "rwl", "sr2", "srf", "srw", "tif", "tiff", "webp", "x3f",
]
