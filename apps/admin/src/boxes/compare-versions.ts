import type { AdminBoxPrize, AdminLivePrize } from '@coffer/contract/admin'
import { BOX_UNITS } from '../text/rounds.ts'

/** The item of a prize as it is now. Omitted: not known. */
export type PrizeState = Partial<Pick<AdminLivePrize, 'isArchived' | 'stock'>>

/** A prize of a version that is shown. */
export type ShownPrize = AdminBoxPrize & PrizeState

/** The part of a version of a box that prizes are compared with. */
export type VersionPrizes = {
  readonly priceMinor: number
  readonly currency: string
  readonly prizes: readonly ShownPrize[]
}

/** `moved`: only its position among the common prizes differs. */
export type PrizeChange = 'added' | 'removed' | 'changed' | 'moved' | 'same'

/** A prize in two versions of a box; null in a version without it. */
export type PrizeComparison =
  | { readonly change: 'added'; readonly before: null; readonly after: ShownPrize }
  | { readonly change: 'removed'; readonly before: ShownPrize; readonly after: null }
  | {
      readonly change: 'changed' | 'moved' | 'same'
      readonly before: ShownPrize
      readonly after: ShownPrize
    }

/** The prizes of two versions of a box: those of `to` in its order, then those that only `from` has. A version has an item once. */
export function compareVersions(from: VersionPrizes, to: VersionPrizes): PrizeComparison[] {
  const befores = new Map(from.prizes.map((prize) => [prize.itemId, prize]))
  const afterIds = new Set(to.prizes.map(({ itemId }) => itemId))
  const keptIds = idsInPlace(from.prizes, to.prizes)
  const isOtherCurrency = from.currency !== to.currency
  const kept = to.prizes.map((after): PrizeComparison => {
    const before = befores.get(after.itemId)
    if (before === undefined) return { change: 'added', before: null, after }
    if (isOtherCurrency || differs(before, after)) return { change: 'changed', before, after }
    return { change: keptIds.has(after.itemId) ? 'same' : 'moved', before, after }
  })
  const removed = from.prizes
    .filter(({ itemId }) => !afterIds.has(itemId))
    .map((before): PrizeComparison => ({ change: 'removed', before, after: null }))
  return [...kept, ...removed]
}

/** The part of the RTP that a prize contributes, in basis points, rounded down. */
export function rtpPartBps(
  { valueMinor, chanceUnits }: Pick<AdminBoxPrize, 'valueMinor' | 'chanceUnits'>,
  priceMinor: number,
): number {
  const returned = BigInt(valueMinor) * BigInt(chanceUnits) * 10_000n
  return Number(returned / (BigInt(priceMinor) * BigInt(BOX_UNITS)))
}

function differs(before: AdminBoxPrize, after: AdminBoxPrize): boolean {
  return (
    before.name !== after.name ||
    before.type !== after.type ||
    before.valueMinor !== after.valueMinor ||
    before.chanceUnits !== after.chanceUnits
  )
}

/** The items of a longest common subsequence of both orders. The other common items have moved. */
function idsInPlace(from: readonly AdminBoxPrize[], to: readonly AdminBoxPrize[]): Set<number> {
  const placeOf = new Map(from.map(({ itemId }, place) => [itemId, place]))
  const common = to.flatMap(({ itemId }) => {
    const place = placeOf.get(itemId)
    return place === undefined ? [] : [{ itemId, place }]
  })
  return new Set(longestRise(common).map(({ itemId }) => itemId))
}

/** A step of a rising sequence, and the step before it. */
type Step<Entry> = { readonly entry: Entry; readonly previous: Step<Entry> | undefined }

/** A longest subsequence with rising places. */
function longestRise<Entry extends { readonly place: number }>(entries: readonly Entry[]): Entry[] {
  // For each length, the rising sequence of that length that ends lowest so far. The ends rise with the length.
  const ends: Step<Entry>[] = []
  for (const entry of entries) {
    const length = ends.findLastIndex((end) => end.entry.place < entry.place) + 1
    ends[length] = { entry, previous: ends[length - 1] }
  }
  const rise: Entry[] = []
  for (let step = ends.at(-1); step !== undefined; step = step.previous) rise.push(step.entry)
  return rise.reverse()
}
