import { createHmac } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import {
  ALGORITHM_KEY,
  BOX_TOTAL_UNITS,
  canonicalJson,
  type Digest,
  draw,
  drawMessage,
  makeSnapshot,
  type SnapshotInput,
  serverSeedHash,
  UPGRADER_TOTAL,
} from '../src/index.ts'

/** One draw to be reproduced; `message` and `rejectedWords` show the way to it. `totalUnits` may be a T no game uses. */
export type DrawVector = {
  serverSeed: string
  serverSeedHash: string
  clientSeed: string
  nonce: number
  reelIndex: number
  totalUnits: number
  message: string
  rejectedWords: number
  rawDraw: number
}

/** A snapshot whose hash is to be reproduced; `canonical` is the text that is hashed. */
export type SnapshotVector = { canonical: string; snapshot: ReturnType<typeof makeSnapshot> }

type Place = [serverSeed: string, clientSeed: string, nonce: number, reelIndex: number, totalUnits: number]

const WRITTEN_DOWN = '00112233445566778899aabbccddeeff'.repeat(2)
const ZEROS = '0'.repeat(64)
const ONES = 'f'.repeat(64)
const MIXED = 'c0ffee5eed'.padEnd(64, '0123456789abcdef')
/** Rejects nearly half of all words, so that whole digests are rejected often enough to be found. */
const WASTEFUL_TOTAL = 2 ** 31 + 1
const WIDEST_CLIENT_SEED = ' !"#$%&\'()*+,-./;<=>?@[\\]^_`{|}~'.padEnd(128, 'aZ09')

const nodeDigest: Digest = (key, message) => createHmac('sha256', key).update(message).digest()

/** The draw vectors in the order they stand in `draws.json`. */
export function drawVectors(): DrawVector[] {
  return [...writtenDown(), ...everySeed(), ...edges(), ...rejections()].map(drawVector)
}

/** The snapshot vectors in the order they stand in `snapshots.json`. */
export function snapshotVectors(): SnapshotVector[] {
  return [plainBox, oddNames, oneCertainPrize].map((input) => {
    const snapshot = makeSnapshot(input)
    const { snapshotHash: _, ...body } = snapshot
    return { canonical: canonicalJson(body), snapshot }
  })
}

function writtenDown(): Place[] {
  const box = (nonce: number, reelIndex: number): Place => [WRITTEN_DOWN, 'my-seed', nonce, reelIndex, BOX_TOTAL_UNITS]
  return [box(0, 0), box(0, 1), box(1, 0), box(7, 2), box(22, 0), [WRITTEN_DOWN, 'my-seed', 0, 0, UPGRADER_TOTAL]]
}

function everySeed(): Place[] {
  const places: Place[] = []
  for (const serverSeed of [ZEROS, ONES, MIXED]) {
    for (const clientSeed of ['my-seed', 'a', WIDEST_CLIENT_SEED]) {
      for (const nonce of [0, 3, 199]) places.push([serverSeed, clientSeed, nonce, nonce % 5, BOX_TOTAL_UNITS])
      places.push([serverSeed, clientSeed, 41, 0, UPGRADER_TOTAL])
    }
  }
  return places
}

function edges(): Place[] {
  return [
    [MIXED, 'edges', Number.MAX_SAFE_INTEGER, 0, BOX_TOTAL_UNITS],
    [MIXED, 'edges', 0, 19, BOX_TOTAL_UNITS],
    [MIXED, 'edges', 0, 0, 1],
    [MIXED, 'edges', 0, 0, 2 ** 32],
    [MIXED, 'edges', 0, 0, 2 ** 32 - 1],
  ]
}

function rejections(): Place[] {
  const findable = [
    [BOX_TOTAL_UNITS, 1],
    [BOX_TOTAL_UNITS, 2],
    [WASTEFUL_TOTAL, 1],
    [WASTEFUL_TOTAL, 3],
    [WASTEFUL_TOTAL, 7],
    [WASTEFUL_TOTAL, 8],
    [WASTEFUL_TOTAL, 13],
    [WASTEFUL_TOTAL, 16],
  ] as const
  return [ZEROS, MIXED].flatMap((serverSeed) =>
    findable.map(([total, rejected]) => searched(serverSeed, 'rejections', total, rejected)),
  )
}

/** The first nonce whose draw rejects exactly so many words before it accepts one; from 8 on, the message was extended. */
function searched(serverSeed: string, clientSeed: string, total: number, wanted: number): Place {
  for (let nonce = 0; ; nonce += 1) {
    const place: Place = [serverSeed, clientSeed, nonce, 0, total]
    if (rejectedWords(place) === wanted) return place
  }
}

/** Counts over the words of the digests as plain hex, a second way to the same answer. */
function rejectedWords([serverSeed, clientSeed, nonce, reelIndex, total]: Place): number {
  const acceptedBelow = Math.floor(2 ** 32 / total) * total
  for (let extension = 0, rejected = 0; ; extension += 1) {
    const digest = nodeDigest(serverSeed, drawMessage({ clientSeed, nonce, reelIndex }, extension))
    for (const word of Buffer.from(digest).toString('hex').match(/.{8}/g)!) {
      if (Number.parseInt(word, 16) < acceptedBelow) return rejected
      rejected += 1
    }
  }
}

function drawVector(place: Place): DrawVector {
  const [serverSeed, clientSeed, nonce, reelIndex, totalUnits] = place
  const rejected = rejectedWords(place)
  return {
    serverSeed,
    serverSeedHash: serverSeedHash(serverSeed),
    clientSeed,
    nonce,
    reelIndex,
    totalUnits,
    message: drawMessage({ clientSeed, nonce, reelIndex }, Math.floor(rejected / 8)),
    rejectedWords: rejected,
    rawDraw: draw({ serverSeed, clientSeed, nonce, reelIndex, total: totalUnits }),
  }
}

const plainBox: SnapshotInput = {
  boxVersionId: 7,
  publishedAt: '2026-01-02T03:04:05.678Z',
  priceMinor: 499,
  currency: 'EUR',
  prizes: [
    { itemId: 11, name: 'Sticker sheet', type: 'physical', valueMinor: 150, chanceUnits: 62_000_000 },
    { itemId: 4, name: 'Enamel mug', type: 'physical', valueMinor: 600, chanceUnits: 30_000_000 },
    { itemId: 23, name: '€20 voucher', type: 'digital', valueMinor: 2_000, chanceUnits: 7_999_999 },
    { itemId: 8, name: 'Watch', type: 'physical', valueMinor: 90_000, chanceUnits: 1 },
  ],
}

const oddNames: SnapshotInput = {
  boxVersionId: Number.MAX_SAFE_INTEGER,
  publishedAt: '2026-12-31T23:59:59.999Z',
  priceMinor: 1,
  currency: 'JPY',
  prizes: [
    {
      itemId: 1,
      name: 'quote " backslash \\ slash / tab \t line \n bell \u0007 del \u007f',
      type: 'bonus',
      valueMinor: 0,
      chanceUnits: 1,
    },
    { itemId: 2, name: 'Überraschung · сюрприз · びっくり箱', type: 'digital', valueMinor: 1, chanceUnits: 49_999_999 },
    { itemId: 3, name: 'key 🗝️ and \u2028 separator', type: 'nuggets', valueMinor: 2 ** 40, chanceUnits: 50_000_000 },
  ],
}

const oneCertainPrize: SnapshotInput = {
  boxVersionId: 1,
  publishedAt: '2026-06-01T00:00:00.000Z',
  priceMinor: 100,
  currency: 'USD',
  prizes: [{ itemId: 1, name: 'Coin', type: 'physical', valueMinor: 95, chanceUnits: BOX_TOTAL_UNITS }],
}

function write(file: string, vectors: unknown[]): void {
  const content = JSON.stringify({ algorithmKey: ALGORITHM_KEY, vectors }, null, 2)
  writeFileSync(new URL(file, import.meta.url), `${content}\n`)
}

if (import.meta.main) {
  write('draws.json', drawVectors())
  write('snapshots.json', snapshotVectors())
}
