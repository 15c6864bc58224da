/** Letters that documents for machines write with two (ICAO 9303, part 3, section 6); a person may have typed either. */
const WRITTEN_OUT: Readonly<Record<string, string>> = {
  Ä: 'AE',
  Ö: 'OE',
  Ü: 'UE',
  Å: 'AA',
  Ø: 'OE',
  Æ: 'AE',
  Œ: 'OE',
  Þ: 'TH',
  Ð: 'D',
  Đ: 'D',
  Ł: 'L',
  Ñ: 'N',
  ẞ: 'SS',
}
/** Letters that no decomposition turns into plain ones. */
const PLAIN: Readonly<Record<string, string>> = { Ø: 'O', Æ: 'AE', Œ: 'OE', Þ: 'TH', Ð: 'D', Đ: 'D', Ł: 'L', ẞ: 'SS' }

/** The words of a name without accents, in capitals, sorted: people write given names and surnames in either order. */
export function nameWords(name: string): string[] {
  return words(replaced(capitals(name), PLAIN))
}

/**
 * True when two names can be the same: one may lack middle names that the other has, and accents may be left out or written out. Names in
 * different scripts cannot be compared, and are not called different.
 */
export function sameName(one: string, other: string): boolean {
  const [left, right] = [variants(one), variants(other)]
  if (left.some((list) => list.length === 0) || right.some((list) => list.length === 0)) return true
  if (!shareScript(one, other)) return true
  return left.some((mine) => right.some((theirs) => isWithin(mine, theirs) || isWithin(theirs, mine)))
}

function variants(name: string): string[][] {
  return [nameWords(name), words(replaced(capitals(name), WRITTEN_OUT))]
}

/** Two words at least, or all of them: a first name alone is nobody. */
function isWithin(few: readonly string[], many: readonly string[]): boolean {
  if (few.length < 2 && few.length !== many.length) return false
  return few.every((word) => many.includes(word))
}

/** Composed, so that a letter with its accent is one; the small sharp s has a capital that upper-casing does not give. */
function capitals(name: string): string {
  return name.normalize('NFKC').replaceAll('ß', 'ẞ').toUpperCase()
}

function replaced(text: string, table: Readonly<Record<string, string>>): string {
  return [...text].map((letter) => table[letter] ?? letter).join('')
}

function words(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/['’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .sort()
}

const SCRIPTS = [
  ...[/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Arabic}/u, /\p{Script=Hebrew}/u],
  ...[/\p{Script=Armenian}/u, /\p{Script=Georgian}/u, /\p{Script=Devanagari}/u, /\p{Script=Bengali}/u],
  ...[/\p{Script=Thai}/u, /\p{Script=Hangul}/u, /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u],
]

/** Two names in scripts that are not listed are compared as they stand. */
function shareScript(one: string, other: string): boolean {
  const [left, right] = [scriptsOf(one), scriptsOf(other)]
  return left.some((script) => right.includes(script)) || (left.length === 0 && right.length === 0)
}

function scriptsOf(name: string): RegExp[] {
  return SCRIPTS.filter((script) => script.test(name))
}
