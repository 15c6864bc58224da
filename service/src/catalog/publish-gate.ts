import { BOX_TOTAL_UNITS } from '@coffer/fairness'
import type { AuditEntry } from '../audit/index.ts'
import type { Fault } from './faults.ts'

/** What the gate looks at: a price and prizes in published order; amounts in minor units of one currency. */
export type Offer = { priceMinor: number; prizes: readonly (Chance & { key: string })[] }

type Chance = { valueMinor: number; chanceUnits: number }
type Odds = { priceMinor: number; prizes: readonly Chance[] }

/** RTP that an operator allows, both ends included. */
export type RtpBounds = { minRtpBps: number; maxRtpBps: number }

/**
 * Every reason why an offer may not go on sale, by field (`priceMinor`, `prizes`, `prizes.3.item`); empty when it may. Without
 * bounds any RTP may. `itemField`: the field of a prize that names its item.
 */
export function publishFaults(offer: Offer, bounds: RtpBounds | null, itemField: 'item' | 'itemId' = 'item'): Fault[] {
  const faults = prizeFaults(offer.prizes, itemField)
  if (!(offer.priceMinor > 0)) faults.push({ path: 'priceMinor', message: 'must be above 0' })
  if (faults.length > 0) return faults
  const message = bounds && rtpFault(offer, bounds)
  return message === null ? [] : [{ path: 'prizes', message }]
}

function prizeFaults(prizes: Offer['prizes'], itemField: string): Fault[] {
  if (prizes.length === 0) return [{ path: 'prizes', message: 'must hold at least one prize' }]
  const faults: Fault[] = []
  const seen = new Set<string>()
  prizes.forEach(({ key }, index) => {
    if (seen.has(key)) faults.push({ path: `prizes.${index}.${itemField}`, message: 'is in this box already' })
    seen.add(key)
  })
  const sum = prizes.reduce((total, { chanceUnits }) => total + chanceUnits, 0)
  if (sum !== BOX_TOTAL_UNITS) {
    faults.push({ path: 'prizes', message: `must have chances that sum to ${BOX_TOTAL_UNITS} units, not ${sum}` })
  }
  return faults
}

/** Whether an offer that could go on sale otherwise returns less or more than is allowed. */
export function isRtpOutside(offer: Odds, bounds: RtpBounds): boolean {
  return rtpFault(offer, bounds) !== null
}

function rtpFault(offer: Odds, { minRtpBps, maxRtpBps }: RtpBounds): string | null {
  const returned = returnedTimesTenThousand(offer)
  const staked = BigInt(offer.priceMinor) * BigInt(BOX_TOTAL_UNITS)
  const shown = `returns ${percent(rtpBpsOf(offer))} of its price to players`
  if (returned < BigInt(minRtpBps) * staked)
    return `${shown}, which is less than the lowest allowed ${percent(minRtpBps)}`
  if (returned > BigInt(maxRtpBps) * staked)
    return `${shown}, which is more than the highest allowed ${percent(maxRtpBps)}`
  return null
}

/** Return to player in basis points, rounded down: Σ value · units · 10000 / (price · T). At most `Number.MAX_SAFE_INTEGER`. */
export function rtpBpsOf(odds: Odds): number {
  const bps = returnedTimesTenThousand(odds) / (BigInt(odds.priceMinor) * BigInt(BOX_TOTAL_UNITS))
  return bps < Number.MAX_SAFE_INTEGER ? Number(bps) : Number.MAX_SAFE_INTEGER
}

function returnedTimesTenThousand({ prizes }: Odds): bigint {
  return prizes.reduce((sum, prize) => sum + BigInt(prize.valueMinor) * BigInt(prize.chanceUnits), 0n) * 10_000n
}

/** A prize as published. */
type PublishedPrize = Chance & { itemId: number; name: string; type: string }

/** The price and the odds of a version, as a text that is equal only if all of it is equal. */
export function oddsOf(
  { priceMinor, currency }: { priceMinor: number; currency: string },
  prizes: readonly PublishedPrize[],
): string {
  const facts = prizes.map(({ itemId, name, type, valueMinor, chanceUnits }) => [
    ...[itemId, name, type, valueMinor, chanceUnits],
  ])
  return JSON.stringify([priceMinor, currency, facts])
}

/** Basis points in words: 9375 is `93.75%`. */
export function percent(bps: number): string {
  return `${Math.floor(bps / 100)}.${String(bps % 100).padStart(2, '0')}%`
}

/** A box that went on sale although its RTP is outside the operator's bounds. */
export type RtpOverride = { key: string; boxId: number; boxVersionId: number; rtpBps: number }

/** What the audit log says of boxes that `by` let on sale; an override that no box needed leaves no entry. */
export function overridesEntry(
  by: string | null,
  { minRtpBps, maxRtpBps }: RtpBounds,
  boxes: readonly RtpOverride[],
  at: Date,
): AuditEntry[] {
  if (by === null || boxes.length === 0) return []
  return [{ actor: by, action: 'catalog.rtp_overridden', details: { minRtpBps, maxRtpBps, boxes }, at }]
}
