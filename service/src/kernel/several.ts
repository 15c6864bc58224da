/**
 * Waits for what was begun together because none of it hangs on another: statements among it go to the database in one message. All of it
 * has ended before this does. Of several that fail the first one named is thrown, as if they had been done in turn.
 */
export async function atOnce<const Works extends readonly unknown[]>(
  ...works: Works
): Promise<{ -readonly [Place in keyof Works]: Awaited<Works[Place]> }> {
  const ended = await Promise.allSettled(works)
  return ended.map(whatCameOf) as never
}

/** What a work has come to, kept until it is known whom it concerns. */
export type Ended<T> = PromiseSettledResult<T>

/** Waits for the end of a work, and throws nothing. */
export async function endOf<T>(work: Promise<T>): Promise<Ended<T>> {
  const [ended] = await Promise.allSettled([work])
  return ended
}

/** The result of a work that has ended; throws what it failed by. */
export function whatCameOf<T>(ended: Ended<T>): T {
  if (ended.status === 'rejected') throw ended.reason
  return ended.value
}

/** What a list is asked to show: those of the words asked for that are known; unknown ones are ignored, and none known means all. */
export function knownOrAll<Word extends string>(all: readonly Word[], asked: readonly string[]): Word[] {
  const known = all.filter((word) => asked.includes(word))
  return known.length > 0 ? known : [...all]
}
