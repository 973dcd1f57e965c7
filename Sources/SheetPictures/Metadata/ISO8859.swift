internal import SheetModel

/// A part of ISO 8859: ASCII, and 96 characters from 160 on.
///
/// Source: ISO/IEC 8859, parts 1 to 16; the letters are the final bytes under which the
/// International Register of Coded Character Sets (ISO-IR) lists the upper halves.
struct ISO8859: Equatable, Sendable {
  /// The final byte of the escape sequence; `A` is part 1.
  let name: Character

  /// Finds the part with the given final byte; nil if there is none.
  init?(name: Character) {
    guard name == "A" || Self.upperHalves[name] != nil else { return nil }
    self.name = name
  }

  /// Decodes text; part 1 is read as Windows-1252, of which it is a subset.
  func text(_ bytes: some Collection<UInt8>) -> String {
    guard let upper = Self.upperHalves[name] else { return String(windows1252: bytes) }
    var text = String.UnicodeScalarView()
    for byte in bytes {
      text.append(byte < 0xA0 ? Unicode.Scalar(byte) : upper[Int(byte) - 0xA0])
    }
    return String(text)
  }

  private static let upperHalves = halves.mapValues { Array($0.unicodeScalars) }

  private static let halves: [Character: String] = [
    // Latin 2, 3 and 4, Cyrillic, Arabic, Greek, Hebrew, Latin 5 and 6, Thai, Latin 7 to 10.
    "B": """
    \u{A0}Ą˘Ł¤ĽŚ§¨ŠŞŤŹ\u{AD}ŽŻ°ą˛ł´ľśˇ¸šşťź˝žż\
    ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢß\
    ŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙
    """,
    "C": """
    \u{A0}Ħ˘£¤�Ĥ§¨İŞĞĴ\u{AD}�Ż°ħ²³´µĥ·¸ışğĵ½�ż\
    ÀÁÂ�ÄĊĈÇÈÉÊËÌÍÎÏ�ÑÒÓÔĠÖ×ĜÙÚÛÜŬŜß\
    àáâ�äċĉçèéêëìíîï�ñòóôġö÷ĝùúûüŭŝ˙
    """,
    "D": """
    \u{A0}ĄĸŖ¤ĨĻ§¨ŠĒĢŦ\u{AD}Ž¯°ą˛ŗ´ĩļˇ¸šēģŧŊžŋ\
    ĀÁÂÃÄÅÆĮČÉĘËĖÍÎĪĐŅŌĶÔÕÖ×ØŲÚÛÜŨŪß\
    āáâãäåæįčéęëėíîīđņōķôõö÷øųúûüũū˙
    """,
    "L": """
    \u{A0}ЁЂЃЄЅІЇЈЉЊЋЌ\u{AD}ЎЏАБВГДЕЖЗИЙКЛМНОП\
    РСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмноп\
    рстуфхцчшщъыьэюя№ёђѓєѕіїјљњћќ§ўџ
    """,
    "G": """
    \u{A0}���¤�������،\u{AD}��\
    �����������؛���؟\
    �ءآأؤإئابةتثجحخد\
    ذرزسشصضطظعغ�����\
    ـفقكلمنهوىي\u{64B}\u{64C}\u{64D}\u{64E}\u{64F}\
    \u{650}\u{651}\u{652}�������������
    """,
    "F": """
    \u{A0}‘’£€₯¦§¨©ͺ«¬\u{AD}�―°±²³΄΅Ά·ΈΉΊ»Ό½ΎΏ\
    ΐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡ�ΣΤΥΦΧΨΩΪΫάέήί\
    ΰαβγδεζηθικλμνξοπρςστυφχψωϊϋόύώ�
    """,
    "H": """
    \u{A0}�¢£¤¥¦§¨©×«¬\u{AD}®¯\
    °±²³´µ¶·¸¹÷»¼½¾�\
    ����������������\
    ���������������‗\
    אבגדהוזחטיךכלםמן\
    נסעףפץצקרשת��\u{200E}\u{200F}�
    """,
    "M": """
    \u{A0}¡¢£¤¥¦§¨©ª«¬\u{AD}®¯°±²³´µ¶·¸¹º»¼½¾¿\
    ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏĞÑÒÓÔÕÖ×ØÙÚÛÜİŞß\
    àáâãäåæçèéêëìíîïğñòóôõö÷øùúûüışÿ
    """,
    "V": """
    \u{A0}ĄĒĢĪĨĶ§ĻĐŠŦŽ\u{AD}ŪŊ°ąēģīĩķ·ļđšŧž―ūŋ\
    ĀÁÂÃÄÅÆĮČÉĘËĖÍÎÏÐŅŌÓÔÕÖŨØŲÚÛÜÝÞß\
    āáâãäåæįčéęëėíîïðņōóôõöũøųúûüýþĸ
    """,
    "T": """
    \u{A0}กขฃคฅฆงจฉชซฌญฎฏ\
    ฐฑฒณดตถทธนบปผฝพฟ\
    ภมยรฤลฦวศษสหฬอฮฯ\
    ะ\u{E31}าำ\u{E34}\u{E35}\u{E36}\u{E37}\u{E38}\u{E39}\u{E3A}����฿\
    เแโใไๅๆ\u{E47}\u{E48}\u{E49}\u{E4A}\u{E4B}\u{E4C}\u{E4D}\u{E4E}๏\
    ๐๑๒๓๔๕๖๗๘๙๚๛����
    """,
    "Y": """
    \u{A0}”¢£¤„¦§Ø©Ŗ«¬\u{AD}®Æ°±²³“µ¶·ø¹ŗ»¼½¾æ\
    ĄĮĀĆÄÅĘĒČÉŹĖĢĶĪĻŠŃŅÓŌÕÖ×ŲŁŚŪÜŻŽß\
    ąįāćäåęēčéźėģķīļšńņóōõö÷ųłśūüżž’
    """,
    "_": """
    \u{A0}Ḃḃ£ĊċḊ§Ẁ©ẂḋỲ\u{AD}®ŸḞḟĠġṀṁ¶ṖẁṗẃṠỳẄẅṡ\
    ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏŴÑÒÓÔÕÖṪØÙÚÛÜÝŶß\
    àáâãäåæçèéêëìíîïŵñòóôõöṫøùúûüýŷÿ
    """,
    "b": """
    \u{A0}¡¢£€¥Š§š©ª«¬\u{AD}®¯°±²³Žµ¶·ž¹º»ŒœŸ¿\
    ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞß\
    àáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ
    """,
    "f": """
    \u{A0}ĄąŁ€„Š§š©Ș«Ź\u{AD}źŻ°±ČłŽ”¶·žčș»ŒœŸż\
    ÀÁÂĂÄĆÆÇÈÉÊËÌÍÎÏĐŃÒÓÔŐÖŚŰÙÚÛÜĘȚß\
    àáâăäćæçèéêëìíîïđńòóôőöśűùúûüęțÿ
    """,
  ]
}
