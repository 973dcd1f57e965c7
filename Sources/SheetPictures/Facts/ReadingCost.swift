internal import SheetModel

/// How unlikely it is that bytes were decoded correctly, as the number of bits that a simple model
/// of texts needs for the result.
///
/// In the wrong encoding, letters turn into rare characters from all over Unicode, into unassigned
/// ones, or into ideographs, of which there are so many that each takes more bits than the letters
/// it replaces. Letters, signs and ideographs that few texts contain cost more, so that the
/// encoding of even a single character can be judged. A text stays within a few pages of 256
/// characters each; in the wrong byte order, what looks like the page is really the low byte, which
/// varies.
struct ReadingCost: Comparable {
  private(set) var bits = 0

  /// The cost of a character that no text contains.
  static let impossible = 25

  /// Measures the characters of the text.
  init(_ text: some Sequence<Unicode.Scalar>, extra: Int = 0) {
    bits = extra
    var pages: Set<UInt32> = []
    var groups: Set<UInt32> = []
    var last: Unicode.Scalar?
    var lastScript: UInt32?
    var word = Word()
    for scalar in text {
      defer { last = scalar }
      guard scalar.isPossible else {
        bits += Self.impossible
        continue
      }
      let (page, group) = (scalar.value >> 8, scalar.group)
      let (isNewPage, isNewGroup) = (pages.insert(page).inserted, groups.insert(group).inserted)
      if isNewGroup {
        bits += Self.firstCost(ofPage: page)
      } else if group == Self.ideographs {
        // The ideographs of a text are spread over all of their pages.
        bits += page >= 0x4E ? 6 : isNewPage ? 10 : 1
      } else if group != 0 {
        bits += isNewPage ? 2 : 1
      }
      if scalar.isASCII {
        bits += Self.cost(ofASCII: scalar, after: last) + word.add(scalar)
      } else {
        bits += Self.cost(in: page, of: scalar, after: last) + word.end()
      }
      if let script = scalar.script {
        if let lastScript, lastScript != script { bits += 5 }
        lastScript = script
      }
    }
    bits += word.end()
  }

  static func < (one: Self, other: Self) -> Bool { one.bits < other.bits }

  fileprivate static let ideographs: UInt32 = 0x4E

  /// The cost of the first character of a script or page; it is low for common scripts and pages.
  private static func firstCost(ofPage page: UInt32) -> Int {
    switch page {
    case 0x00: 2
    case 0x04, 0x06, 0x20, 0x30: 3
    case 0x01, 0x03, 0x09, 0x0E, 0x1E: 4
    case 0x05, 0x0A...0x0D, 0xFF, 0x1F3...0x1FA: 5
    case 0x10, 0x17, 0x21...0x27: 6
    case 0x0F: 7
    case 0x12, 0x13: 11
    case 0x18, 0xFB, 0xFE: 8
    case 0x02, 0x200...0x323: 10
    case 0x34...0x9F, 0xF9, 0xFA: 9
    case 0x28...0x2F, 0x31...0x33, 0xAC...0xD7: 12
    default: 14
    }
  }

  private static func cost(
    in page: UInt32, of scalar: Unicode.Scalar, after last: Unicode.Scalar?
  ) -> Int {
    let properties = scalar.properties
    switch properties.generalCategory {
    case .format: return scalar == "\u{200D}" ? 6 : 12
    case .nonspacingMark, .spacingMark, .enclosingMark:
      // A combining mark belongs to the character before it.
      if last.map({ $0.properties.isWhitespace }) != false { return 16 }
    default: break
    }
    if scalar.group == ideographs {
      // Rare ideographs seldom stand beside common ones.
      return commonIdeographs.contains(scalar)
        ? 4 : page < 0x4E && last.map { 0x34...0x4D ~= $0.value >> 8 } == true ? 5 : 12
    }
    var cost = 0
    if let last, "0"..."9" ~= last, properties.isAlphabetic { cost = 3 }
    switch page {
    case 0x00: cost += properties.isAlphabetic ? 6 : commonSymbols.contains(scalar) ? 9 : 14
    case 0x01 where scalar.value < 0x180: cost += 7
    case 0x01, 0x02: cost += commonLatin.contains(scalar) ? 7 : 14
    case 0x30 where scalar.value < 0x3040:
      cost += 0x3000...0x3002 ~= scalar.value || 0x3005...0x3011 ~= scalar.value ? 6 : 14
    case 0x04, 0x05: cost += isRareCyrillic(scalar) ? 14 : 6
    case 0x03, 0x06...0x1F, 0x20, 0x30: cost += 6
    case 0x32, 0x33: cost += 9
    case 0x21...0x2F: cost += commonSigns.contains(scalar) ? 4 : 13
    case 0x31, 0xAC...0xD7: cost += 8
    default: cost += 7
    }
    return cost
  }

  /// Whether a character is a Cyrillic letter that only old text or few languages have.
  private static func isRareCyrillic(_ scalar: Unicode.Scalar) -> Bool {
    0x460...0x52F ~= scalar.value && !commonCyrillic.contains(scalar)
  }

  /// Letters of Ukrainian, Kazakh, Tatar, Bashkir, Kyrgyz and Mongolian.
  private static let commonCyrillic = Set("ҐґҒғҖҗҘҙҚқҠҡҢңҪҫҮүҰұҲҳҺһӘәӨө".unicodeScalars)
  /// Signs that people type.
  private static let commonSigns = Set(
    "№℃™←↑→↓↔⇒∞≈≠≤≥√∑∂①②③④⑤⑥⑦⑧⑨■□▲△▶▼▽◆◇○◎●★☆☀☁☂☃☎☕☺☹♀♂♠♣♥♦♡♪♫⚠⚡⚽✂✈✉✌✓✔✖✗✘✨✿❀❄❌❤➜⌚⌛⏰⭐"
      .unicodeScalars)
  /// The ideographs that are common in short Chinese and Japanese text.
  private static let commonIdeographs = Set(
    """
    的一是了我不人在他有这這个個上们們来來到时時大地为為子中你说說生国國年着就那和要她出也得里裡后後自以会會家可下而过過天去能对對小多然于於心学學么麼之都好看起发發当當没沒成只如事把还還用第样樣道想作种種开開
    美总總从從无無情己面最女但现現前些所同日手又行意动動方期它头頭经經长長儿兒回位分爱愛老因很给給名法间間斯知世什两兩次使身者被高已亲親其进進此话話常与與活正感见見明问問力理尔爾点點文几幾定本公特做外孩
    相西果走将將月十实實向声聲车車全信重三机機工物气氣每并並别別真打太新比才便夫再书書部水像眼等体體却卻加电電主界门門利海受听聽表德少克代员員许許先口由死安写寫性马馬光白或住难難望教命花结結乐樂色更拉东東
    神记記处處让讓母父应應直字场場平报報友关關放至张張认認接告入笑内內英军軍候民岁歲往何度山觉覺路带帶万萬男边邊风風解叫任金快原吃妈媽变變通师師立象数數四失满滿战戰远遠格士音轻輕目条條呢病始达達深完今提
    求清王化空业業思切怎非找片罗羅钱錢语語元喜曾离離飞飛科言干乱亂南北京城州台臺湾灣香港广廣深圳杭武汉漢重庆慶津苏蘇成都湖江河川春夏秋冬早晚朝夜星阳陽雨雪云雲石林木森树樹草红紅绿綠蓝藍黑黄黃青竹梅桃李茶
    酒米饭飯菜鱼魚鸟鳥猫貓狗犬牛羊虎龙龍兔鼠猴鸡雞猪豬五六七八九百千零半双雙二刀丁旅游遊照相册冊图圖影像景节節祝生快婚礼禮毕畢园園公寺庙廟宫宮塔桥橋港岛島村町市区區县縣街店食咖啡麵面朋友同老师校班级級运動球赛賽
    丽麗静靜怀懷紀纪耀退堀歌舞画畫诗詩祭桜櫻紅葉誕卒式室屋根鎌倉奈良阪沖縄繩駅験験気楽実図円広沢辺霊変歩毎売読発経済鉄姉妹兄弟祖爷爺奶爸妈妈伯叔散步晴雷霜冰火土丰豐收专專丘且丑丈乙山田村井池原野谷岡崎藤佐伊加佳佛你
    测測试試验驗假期繁體简簡体夕夢梦想幸福和平安康静物雄雌嵐都桂庭犬猿亀鳴泉浜浦波津洋流浅浮深港滝源温
    """.unicodeScalars)
  private static let commonSymbols = Set("\u{A0}°©®«»¿¡·§½¼¾¹²³£±µ×".unicodeScalars)
  /// Letters of Vietnamese, Pinyin and Romanian.
  private static let commonLatin = Set("ƠơƯưǍǎǐǒǔǚȘșȚț".unicodeScalars)

  private static func cost(ofASCII scalar: Unicode.Scalar, after last: Unicode.Scalar?) -> Int {
    switch scalar {
    case "e": 3
    case " ": 2
    case "a", "h", "i", "n", "o", "r", "s", "t", "0"..."9": 4
    case "j", "q": 7
    case "x", "z": 6
    case "b"..."y": 5
    case "A"..."Z":
      // A capital begins a word, or follows another capital.
      (["J", "Q", "X", "Z"].contains(scalar) ? 7 : 6)
        + (last.map(\.isLowercaseASCII) == true ? 4 : 0)
    case ",", ".", "-", "\n", "\r", "\t": 5
    case "!", "?", "'", "\"", "(", ")", ":", ";", "/", "&", "_", "#": 7
    default: 10
    }
  }

  /// The current word of ASCII letters and digits.
  private struct Word {
    private var letters = 0
    private var digits = 0
    private var hasVowel = false

    /// Adds a character.
    ///
    /// - Returns: The cost of letters next to digits, or of the word that ends here.
    mutating func add(_ scalar: Unicode.Scalar) -> Int {
      let isDigit = "0"..."9" ~= scalar
      guard isDigit || scalar.properties.isAlphabetic else { return end() }
      defer { if isDigit { digits += 1 } else { letters += 1 } }
      if !isDigit, !("b"..."z" ~= scalar) || "eiouy".unicodeScalars.contains(scalar) {
        hasVowel = true
      }
      return isDigit && letters > 0 || !isDigit && digits > 0 ? 1 : 0
    }

    /// Ends the word.
    ///
    /// - Returns: The cost of a word in lower case without vowels.
    mutating func end() -> Int {
      defer { self = Word() }
      return letters > 0 && digits == 0 && !hasVowel ? 4 : 0
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isLowercaseASCII: Bool { "a"..."z" ~= self }

  /// Whether the scalar is assigned to a character that may occur in text.
  fileprivate var isPossible: Bool {
    if value < 0x80 { return value >= 0x20 && value != 0x7F || 0x09...0x0D ~= value }
    if self == "\u{FFFD}" { return false }
    switch properties.generalCategory {
    case .unassigned, .privateUse, .surrogate, .control: return false
    default: return true
    }
  }

  /// The first page of the character's script, if that has several pages, or else the character's
  /// page.
  fileprivate var group: UInt32 {
    let page = value >> 8
    switch page {
    case 0x12, 0x13: return 0x12
    case 0x14...0x16: return 0x14
    case 0x34...0x9F, 0xF9, 0xFA, 0x200...0x323: return ReadingCost.ideographs
    case 0xA0...0xA4: return 0xA0
    case 0xAC...0xD7: return 0xAC
    default: return page
    }
  }

  /// A number for the character's script; nil if the character is not a letter.
  fileprivate var script: UInt32? {
    let page = value >> 8
    switch page {
    case 0x00, 0x01, 0x02, 0x1E: return properties.isAlphabetic ? 0x00 : nil
    case 0x03, 0x1F: return 0x03
    case 0x06...0x08, 0xFB...0xFE: return 0x06
    case 0x31 where 0x3130...0x318F ~= value: return 0xAC
    // Japanese mixes kana and ideographs.
    case 0x30, 0x31, 0x34...0x9F, 0xF9, 0xFA, 0x200...0x323: return 0x30
    case 0x20...0x2B, 0x32, 0x33, 0xFF, 0x1F0...0x1FF: return nil
    default: return group
    }
  }
}
