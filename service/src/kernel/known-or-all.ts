/** What a list is asked to show: those of the words asked for that are known; unknown ones are ignored, and none known means all. */
export function knownOrAll<Word extends string>(all: readonly Word[], asked: readonly string[]): Word[] {
  const known = all.filter((word) => asked.includes(word))
  return known.length > 0 ? known : [...all]
}
