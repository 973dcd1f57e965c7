extension String {
  /// The text with blanks between its words, which file names separate by other characters:
  /// `an_astronaut+riding%20a-horse` becomes `an astronaut riding a horse`.
  ///
  /// A hyphen separates words only between two letters, and a plus sign only between letters or
  /// digits, so that dates, negative numbers and `C++` stay as they are.
  var separatedWords: String {
    let characters = Array(self)
    func isLetter(_ place: Int) -> Bool {
      characters.indices.contains(place) && characters[place].isLetter
    }
    func isPartOfWord(_ place: Int) -> Bool {
      isLetter(place) || characters.indices.contains(place) && characters[place].isNumber
    }
    var text = ""
    var place = 0
    while place < characters.count {
      let separates: Bool
      switch characters[place] {
      case "_", " ": separates = true
      case "-": separates = isLetter(place - 1) && isLetter(place + 1)
      case "+": separates = isPartOfWord(place - 1) && isPartOfWord(place + 1)
      case "%":
        separates = characters[place...].starts(with: "%20")
        if separates { place += 2 }
      default: separates = false
      }
      if !separates {
        text.append(characters[place])
      } else if !text.isEmpty, text.last != " " {
        text.append(" ")
      }
      place += 1
    }
    if text.last == " " { text.removeLast() }
    return text
  }
}
