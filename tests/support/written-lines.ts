/** Lines as people write them, and as they must be kept. */
export const KEPT_LINES: Readonly<Record<string, string>> = {
  '  Ann  Archer\t': 'Ann Archer',
  '\u00a0Ann\u00a0Archer\u3000': 'Ann Archer',
  'Ann\r\nArcher\n': 'Ann Archer',
  'Ann\u2028Archer\u0085': 'Ann Archer',
  '\ufeff\u200bAnn\u200b Ar\u00adcher\u2060': 'Ann Archer',
  'Ann Archer\u200d\u200c': 'Ann Archer',
  '\u202aAnn Archer\u202c': 'Ann Archer',
  'Ann\u200e Archer': 'Ann Archer',
  'Zoe\u0308': 'Zo\u00eb',
  'e\u034f\u0301': '\u00e9',
  'e\u0301\u200d': '\u00e9',
  // Persian and Malayalam joiners, and the form of a letter that a Japanese name asks for.
  'علی\u200cرضا': 'علی\u200cرضا',
  'അവന\u0d4d\u200d ': 'അവന\u0d4d\u200d',
  '葛\u{e0100}城': '葛\u{e0100}城',
  '1/2 O’Neill-Straße': '1/2 O’Neill-Straße',
}

/** Lines in which nothing can be seen. */
export const EMPTY_LINES: readonly string[] = [
  ...[' ', '\u00a0', '\u3000 \u2003', '\r\n', '\t', '\u2028', '\u200b', '\ufeff', '\u200d\u200c', '\u00ad'],
  ...['\u200e\u200f', '\u202a\u202c', '\u2800', '\u3164', '\u115f\u1160', '\ufe0f', '\u{e0020}', '\u180e', '\u034f'],
]

/** Lines that would move a cursor, or turn what is written after them, and one that is too long to be read at all. */
export const REFUSED_LINES: readonly string[] = [
  ...['Ann\u202eArcher', 'Ann\u0007Archer', 'Ann\u2066Archer', 'a\u009bb'],
  `Ann${'\u200b'.repeat(2000)}`,
]
