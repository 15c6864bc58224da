/** One toss in two shows heads. */
export const CHANCE_BPS = 5_000

export const isHeads = (rolledBps: number) => rolledBps < CHANCE_BPS

/** What a toss for a prize costs, in the same minor units: half of its value, up. */
export const betFor = (valueMinor: number) => Number((BigInt(valueMinor) + 1n) / 2n)
