import {
  BOX_TOTAL_UNITS,
  chancePercent,
  draw,
  isClientSeed,
  makeSnapshot,
  type OddsPrize,
  type RoundProof,
  rangeAt,
  type Snapshot,
  serverSeedHash,
  UPGRADER_TOTAL,
} from '@coffer/fairness'
import fc from 'fast-check'

/** A round's proof with the whole snapshots, as the service would publish it. */
export type PublishedProof = Omit<RoundProof, 'snapshots'> & { snapshots: Snapshot[] }

type Seeds = { serverSeed: string; clientSeed: string; nonce: number }

export function anyPrizes(): fc.Arbitrary<OddsPrize[]> {
  const cuts = fc.uniqueArray(fc.integer({ min: 1, max: BOX_TOTAL_UNITS - 1 }), { maxLength: 30 })
  return fc.tuple(cuts, fc.string({ unit: 'grapheme', maxLength: 20 })).map(([inside, name]) => {
    const bounds = [0, ...inside.sort((a, b) => a - b), BOX_TOTAL_UNITS]
    return bounds.slice(1).map((bound, i) => ({
      itemId: 100 - i,
      name: `${name} ${i}`,
      type: 'physical',
      valueMinor: i * 50,
      chanceUnits: bound - bounds[i]!,
    }))
  })
}

/** A box round of one to five reels, all drawn from the same published odds. */
export function anyBoxProof(): fc.Arbitrary<PublishedProof> {
  const reelIndexes = fc.uniqueArray(fc.nat(19), { minLength: 1, maxLength: 5 })
  return fc
    .tuple(anySeeds(), anyPrizes(), reelIndexes)
    .map(([seeds, prizes, indexes]) => boxProof(seeds, prizes, indexes))
}

export function anyUpgraderProof(): fc.Arbitrary<PublishedProof> {
  return fc
    .tuple(anySeeds(), fc.integer({ min: 1, max: UPGRADER_TOTAL }))
    .map(([seeds, bps]) => upgraderProof(seeds, bps))
}

export function boxProof(seeds: Seeds, prizes: OddsPrize[], reelIndexes: number[]): PublishedProof {
  const published = { boxVersionId: 31, publishedAt: '2026-02-03T04:05:06.000Z', priceMinor: 250, currency: 'EUR' }
  const snapshot = makeSnapshot({ ...published, prizes })
  const reels = reelIndexes.map((reelIndex) => {
    const rawDraw = draw({ ...seeds, reelIndex, total: BOX_TOTAL_UNITS })
    const { itemId, name, start, end } = rangeAt(snapshot.ranges, rawDraw)
    const { snapshotHash, boxVersionId, totalUnits } = snapshot
    const chance = { chanceUnits: end - start, chancePercent: chancePercent(end - start), totalUnits }
    return { reelIndex, rawDraw, ...chance, snapshotHash, boxVersionId, result: { itemId, name } }
  })
  return { round: { ...identity('mystery_box', seeds), reels }, snapshots: [snapshot] }
}

export function upgraderProof(seeds: Seeds, chanceBps: number): PublishedProof {
  const rawDraw = draw({ ...seeds, reelIndex: 0, total: UPGRADER_TOTAL })
  const reel = {
    reelIndex: 0,
    rawDraw,
    chanceUnits: chanceBps,
    chancePercent: chanceBps / 100,
    totalUnits: UPGRADER_TOTAL,
    snapshotHash: null,
    boxVersionId: null,
    result: rawDraw < chanceBps ? { itemId: 4, name: 'Headphones' } : null,
  }
  return { round: { ...identity('upgrader', seeds), reels: [reel] }, snapshots: [] }
}

function identity(gameKey: string, seeds: Seeds): Omit<RoundProof['round'], 'reels'> {
  const fairness = { serverSeedHash: serverSeedHash(seeds.serverSeed), ...seeds, algorithmKey: 'hmac_sha256_v1' }
  return { publicId: 'rnd_1', gameKey, status: 'settled', settledAt: '2026-02-03T05:00:00.000Z', fairness }
}

function anySeeds(): fc.Arbitrary<Seeds> {
  return fc.record({ serverSeed: anyServerSeed(), clientSeed: anyClientSeed(), nonce: fc.nat(1_000_000) })
}

export function anyServerSeed(): fc.Arbitrary<string> {
  return fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString('hex'))
}

export function anyClientSeed(): fc.Arbitrary<string> {
  return fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 128 }).filter(isClientSeed)
}
