// A test rewrites this file with UPDATE_GOLDEN=1, because plugins cannot import modules of their
// own package.

/// The extensions of the pictures that the command reads.
let pictureExtensions: Set = [
  "3fr", "apng", "arw", "avif", "avifs", "cr2", "cr3", "crw", "dcr", "dng", "erf", "fff", "gif",
  "heic",
  "heics", "heif", "heifs", "hif", "iiq", "insp", "jfi", "jfif", "jif", "jpe", "jpeg", "jpg",
  "jpg_large", "jps", "kdc", "mef", "mos", "mpo", "mrw", "nef", "nrw", "orf", "pef", "pjp", "pjpeg",
  "png", "pns", "raf", "rw2", "rwl", "sr2", "srf", "srw", "tif", "tiff", "webp", "x3f",
]
