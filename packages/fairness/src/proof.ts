/** The public proof of one settled round, as `GET /fairness/rounds/{publicId}` gives it. */
export type RoundProof = { round: ProofRound; snapshots: ProofSnapshot[] }

export type ProofRound = {
  publicId: string
  gameKey: string
  status: string
  settledAt: string
  fairness: {
    serverSeedHash: string
    /** Null until a rotation reveals the seed pair. */
    serverSeed: string | null
    clientSeed: string
    nonce: number
    algorithmKey: string
  }
  reels: ProofReel[]
}

/** `chanceUnits` counts in `totalUnits`. An Upgrader reel has no snapshot, and no result unless it won. */
export type ProofReel = {
  reelIndex: number
  rawDraw: number
  chanceUnits: number
  chancePercent: number
  totalUnits: number
  snapshotHash: string | null
  boxVersionId: number | null
  result: { itemId: number; name: string } | null
}

/** What a check reads of a snapshot; whatever else it holds is still under its hash. */
export type ProofSnapshot = {
  algorithmKey: string
  boxVersionId: number
  totalUnits: number
  ranges: { itemId: number; name: string; start: number; end: number }[]
  snapshotHash: string
}

/** Something a proof must hold is missing or of another type; `expected` and `actual` say so in words. */
export class UnreadableProof extends Error {
  readonly expected: string
  readonly actual: string

  constructor(path: string, expected: string, value: unknown) {
    super(`${path} is not ${expected}`)
    this.name = 'UnreadableProof'
    this.expected = `${path}: ${expected}`
    this.actual = kindOf(value)
  }
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'missing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return `a list of ${value.length}`
  return typeof value === 'number' ? String(value) : typeof value
}

/** No round has more reels than this, by the bounds of the operator settings. */
const REEL_LIMIT = 20

/**
 * Takes untrusted JSON for a proof when every part is there and of its type; nothing is compared yet.
 *
 * @throws UnreadableProof naming the first part that is not
 */
export function readProof(value: unknown): RoundProof {
  const proof = object(value, 'proof')
  return {
    round: readRound(object(proof.round, 'round')),
    snapshots: list(proof.snapshots ?? [], 'snapshots').map((entry, i) => readSnapshot(entry, `snapshots[${i}]`)),
  }
}

function readRound(round: Fields): ProofRound {
  const reels = list(round.reels, 'reels')
  if (reels.length < 1 || reels.length > REEL_LIMIT)
    throw new UnreadableProof('reels', `1 to ${REEL_LIMIT} reels`, reels)
  return {
    publicId: text(round.publicId, 'publicId'),
    gameKey: text(round.gameKey, 'gameKey'),
    status: text(round.status, 'status'),
    settledAt: text(round.settledAt, 'settledAt'),
    fairness: readFairness(object(round.fairness, 'fairness')),
    reels: reels.map((reel, i) => readReel(object(reel, `reels[${i}]`), `reels[${i}]`)),
  }
}

function readFairness(fairness: Fields): ProofRound['fairness'] {
  return {
    serverSeedHash: text(fairness.serverSeedHash, 'serverSeedHash'),
    serverSeed: fairness.serverSeed === null ? null : text(fairness.serverSeed, 'serverSeed'),
    clientSeed: text(fairness.clientSeed, 'clientSeed'),
    nonce: count(fairness.nonce, 'nonce'),
    algorithmKey: text(fairness.algorithmKey, 'algorithmKey'),
  }
}

function readReel(reel: Fields, path: string): ProofReel {
  return {
    reelIndex: count(reel.reelIndex, `${path}.reelIndex`),
    rawDraw: count(reel.rawDraw, `${path}.rawDraw`),
    chanceUnits: count(reel.chanceUnits, `${path}.chanceUnits`),
    chancePercent: number(reel.chancePercent, `${path}.chancePercent`),
    totalUnits: count(reel.totalUnits, `${path}.totalUnits`),
    snapshotHash: reel.snapshotHash == null ? null : text(reel.snapshotHash, `${path}.snapshotHash`),
    boxVersionId: reel.boxVersionId == null ? null : count(reel.boxVersionId, `${path}.boxVersionId`),
    result: reel.result === null ? null : readResult(object(reel.result, `${path}.result`), `${path}.result`),
  }
}

function readResult(result: Fields, path: string): { itemId: number; name: string } {
  return { itemId: count(result.itemId, `${path}.itemId`), name: text(result.name, `${path}.name`) }
}

function readSnapshot(value: unknown, path: string): ProofSnapshot {
  const snapshot = object(value, path)
  const ranges = list(snapshot.ranges, `${path}.ranges`).map((entry, i) => {
    const range = object(entry, `${path}.ranges[${i}]`)
    const start = count(range.start, `${path}.ranges[${i}].start`)
    return {
      ...range,
      ...readResult(range, `${path}.ranges[${i}]`),
      start,
      end: count(range.end, `${path}.ranges[${i}].end`),
    }
  })
  return {
    ...snapshot,
    algorithmKey: text(snapshot.algorithmKey, `${path}.algorithmKey`),
    boxVersionId: count(snapshot.boxVersionId, `${path}.boxVersionId`),
    totalUnits: count(snapshot.totalUnits, `${path}.totalUnits`),
    ranges,
    snapshotHash: text(snapshot.snapshotHash, `${path}.snapshotHash`),
  }
}

type Fields = Record<string, unknown>

function object(value: unknown, path: string): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields
  throw new UnreadableProof(path, 'an object', value)
}

function list(value: unknown, path: string): unknown[] {
  if (Array.isArray(value)) return value
  throw new UnreadableProof(path, 'a list', value)
}

function text(value: unknown, path: string): string {
  if (typeof value === 'string') return value
  throw new UnreadableProof(path, 'a text', value)
}

function count(value: unknown, path: string): number {
  if (Number.isSafeInteger(value) && (value as number) >= 0) return value as number
  throw new UnreadableProof(path, 'a whole number from 0', value)
}

function number(value: unknown, path: string): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value
  throw new UnreadableProof(path, 'a number', value)
}
