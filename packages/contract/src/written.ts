/**
 * What people write on one line: names, parts of an address, e-mail addresses. Pure, and without the reader of shapes, so that a form
 * judges what the service will read.
 */

const BLANKS = /[\p{White_Space}\u2800]+/gu
/** Characters that show nothing and join nothing. Joiners, variation selectors and changes of direction are judged by their position. */
const INVISIBLE =
  /(?![\u180e\u200c-\u200d\u202a-\u202e\u2066-\u2069\p{Variation_Selector}])\p{Default_Ignorable_Code_Point}/gu
const AT_START = /^[ \u180e\u200c-\u200d\u202a-\u202e\u2066-\u2069\p{Variation_Selector}]+/u
const AT_END = ' \u180e\u200c\u200d\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'
const JOINER = '\u200d'

/**
 * The line as it is kept and shown: in NFC, with single blanks for line breaks and blanks of every kind, without what cannot be seen.
 * Inside a word, joiners stay: Persian and Indic names are written with them.
 */
export function lineOf(text: string): string {
  const line = text.replace(INVISIBLE, '').normalize('NFC').replace(BLANKS, ' ').replace(AT_START, '')
  return line.slice(0, endOf(line))
}

/** A joiner after a mark belongs to the last letter of Malayalam and Sinhala words. Walked, because a pattern would take quadratic time. */
function endOf(line: string): number {
  let end = line.length
  while (end > 0 && AT_END.includes(line.charAt(end - 1))) end--
  return line.charAt(end) === JOINER && /\p{M}$/u.test(line.slice(0, end)) ? end + 1 : end
}

/** True when a line holds nothing that moves a cursor or turns the direction of what follows. */
export function isPlain(line: string): boolean {
  return !/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(line)
}
