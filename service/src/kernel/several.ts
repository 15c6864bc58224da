/**
 * Waits for what was begun together because none of it hangs on another: statements among it go to the database in one message. All of it
 * has ended before this does. Of several that fail the first one named is thrown, as if they had been done in turn.
 */
export async function atOnce<const Works extends readonly unknown[]>(
  ...works: Works
): Promise<{ -readonly [Place in keyof Works]: Awaited<Works[Place]> }> {
  const ended = await Promise.allSettled(works)
  return ended.map((one) => {
    if (one.status === 'rejected') throw one.reason
    return one.value
  }) as never
}

/** What a list is asked to show: those of the words asked for that are known; unknown ones are ignored, and none known means all. */
export function knownOrAll<Word extends string>(all: readonly Word[], asked: readonly string[]): Word[] {
  const known = all.filter((word) => asked.includes(word))
  return known.length > 0 ? known : [...all]
}
