// Rewritten by a test, with UPDATE_GOLDEN=1: plugins import no modules of their package.

/// The endings of the names of pictures that the command reads.
let pictureExtensions: Set = ["apng", "jfif", "jpe", "jpeg", "jpg", "png", "webp"]
