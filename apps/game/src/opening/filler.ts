/** What a filler cell needs to know of a prize: how likely it is. */
export type Chance = { readonly chanceUnits: number }

const WORD = 2 ** 32

/**
 * Prizes for the cells around the winning one, drawn by the published odds and by nothing else: what was won has no part in it, so no
 * near miss can be staged. The same seed gives the same cells.
 */
export function drawFiller<P extends Chance>(prizes: readonly P[], count: number, seed: number): P[] {
  const total = prizes.reduce((sum, prize) => sum + prize.chanceUnits, 0)
  if (total === 0) return []
  const next = randomWords(seed)
  const limit = WORD - (WORD % total)
  return Array.from({ length: count }, () => {
    let word = next()
    while (word >= limit) word = next()
    return prizeAt(prizes, word % total)
  })
}

function prizeAt<P extends Chance>(prizes: readonly P[], unit: number): P {
  let end = 0
  for (const prize of prizes) {
    end += prize.chanceUnits
    if (unit < end) return prize
  }
  throw new Error('a unit beyond the odds')
}

/** The generator "mulberry32": a picture needs no more, and a draw never comes from it. */
function randomWords(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let word = Math.imul(state ^ (state >>> 15), state | 1)
    word ^= word + Math.imul(word ^ (word >>> 7), word | 61)
    return (word ^ (word >>> 14)) >>> 0
  }
}
