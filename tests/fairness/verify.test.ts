import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type OddsPrize, serverSeedHash, snapshotHash, verifyRound } from '@coffer/fairness'
import fc from 'fast-check'
import { anyBoxProof, anyUpgraderProof, boxProof, type PublishedProof, upgraderProof } from './support/arbitraries.ts'
import { nodeDigest } from './support/node-digest.ts'
import { leafPaths, replaced, tampered } from './support/paths.ts'
import { seeded } from './support/seeded.ts'

const seeds = { serverSeed: '00112233445566778899aabbccddeeff'.repeat(2), clientSeed: 'my-seed', nonce: 0 }
const prizes: OddsPrize[] = [
  { itemId: 1, name: 'Mug', type: 'physical', valueMinor: 100, chanceUnits: 70_000_000 },
  { itemId: 2, name: 'Lamp', type: 'physical', valueMinor: 900, chanceUnits: 30_000_000 },
]
/** Reel 0 draws 74,399,613 and wins the lamp; reel 1 draws 18,365,117 and wins the mug. */
const box = boxProof(seeds, prizes, [0, 1])
/** Rolls 9,613. */
const lost = upgraderProof(seeds, 2_500)
const won = upgraderProof(seeds, 9_614)

/** Facts about a round that no arithmetic can confirm. */
const unprovable = ['round.publicId', 'round.settledAt']

function failedKinds(proof: unknown): string[] {
  const { status, checks } = verifyRound(proof)
  assert.equal(status, 'failed')
  return checks.filter(({ ok }) => !ok).map(({ kind }) => kind)
}

test('whatever draw makes is verified, with both digests', () => {
  const holds = fc.property(fc.oneof(anyBoxProof(), anyUpgraderProof()), (proof) => {
    const verification = verifyRound(proof)
    assert.equal(verification.status, 'verified', JSON.stringify(verification.checks))
    assert.ok(verification.ok && verification.checks.every(({ ok, expected, actual }) => ok && expected === actual))
    assert.deepEqual(verifyRound(JSON.parse(JSON.stringify(proof)), nodeDigest), verification)
  })
  fc.assert(holds, seeded(100))
})

test('a box round is checked in words a person reads', () => {
  const { checks } = verifyRound(box)
  const hash = box.snapshots[0]!.snapshotHash
  assert.deepEqual(
    checks.map(({ kind, name, actual }) => [kind, name, actual]),
    [
      ['settled', 'The round is settled', 'settled'],
      ['algorithm', 'The algorithm is one this verifier knows', 'hmac_sha256_v1'],
      ['commitment', 'The server seed is the one committed to', serverSeedHash(seeds.serverSeed)],
      ['reels', 'Each reel was drawn once', '0, 1'],
      ['snapshot', 'Reel 1: the published odds are unchanged', `box version 31, ${hash}`],
      ['draw', 'Reel 1: the draw comes out the same', '74399613'],
      ['odds', 'Reel 1: every draw has exactly one prize', 'no fault'],
      ['result', 'Reel 1: the draw lands on the prize', 'Lamp (item 2)'],
      ['chance', 'Reel 1: the chance is the published one', '30000000 of 100000000 units (30 %)'],
      ['snapshot', 'Reel 2: the published odds are unchanged', `box version 31, ${hash}`],
      ['draw', 'Reel 2: the draw comes out the same', '18365117'],
      ['odds', 'Reel 2: every draw has exactly one prize', 'no fault'],
      ['result', 'Reel 2: the draw lands on the prize', 'Mug (item 1)'],
      ['chance', 'Reel 2: the chance is the published one', '70000000 of 100000000 units (70 %)'],
    ],
  )
})

test('a box round in which any provable field is tampered with has failed', () => {
  const holds = fc.property(anyBoxProof(), fc.nat(), fc.nat(), (proof, pick, how) => {
    const paths = leafPaths(proof).filter((path) => !unprovable.includes(path.join('.')))
    const path = paths[pick % paths.length]!
    assert.equal(verifyRound(tampered(proof, path, how)).status, 'failed', path.join('.'))
  })
  fc.assert(holds, seeded(300))
})

test('every single field of a box round is provable but its id and its time', () => {
  for (const path of leafPaths(box)) {
    const expected = unprovable.includes(path.join('.')) ? 'verified' : 'failed'
    for (const how of [0, 1]) assert.equal(verifyRound(tampered(box, path, how)).status, expected, path.join('.'))
  }
})

test('every field an Upgrader round uses is provable but its id, its time and the words for the prize', () => {
  const free = [...unprovable, 'round.reels.0.result.itemId', 'round.reels.0.result.name']
  for (const proof of [won, lost]) {
    for (const path of leafPaths(proof)) {
      if (path.includes('snapshotHash') || path.includes('boxVersionId')) continue
      const expected = free.includes(path.join('.')) ? 'verified' : 'failed'
      for (const how of [0, 1]) assert.equal(verifyRound(tampered(proof, path, how)).status, expected, path.join('.'))
    }
  }
})

test('an Upgrader round is won below the chance and at no other roll', () => {
  assert.equal(verifyRound(won).status, 'verified')
  assert.equal(verifyRound(lost).status, 'verified')
  const atTheChance = upgraderProof(seeds, 9_613)
  assert.equal(atTheChance.round.reels[0]!.result, null)
  assert.equal(verifyRound(atTheChance).status, 'verified')
  for (const chanceBps of [0, 10_001]) assert.deepEqual(failedKinds(upgraderProof(seeds, chanceBps)), ['chance'])
  const result = { itemId: 4, name: 'Headphones' }
  assert.deepEqual(failedKinds(replaced(lost, ['round', 'reels', '0', 'result'], result)), ['result'])
  assert.deepEqual(failedKinds(replaced(won, ['round', 'reels', '0', 'result'], null)), ['result'])
})

test('a round whose seed is still secret is unrevealed, and all that can be checked is checked', () => {
  for (const proof of [box, won, lost]) {
    const secret = replaced(proof, ['round', 'fairness', 'serverSeed'], null)
    const { status, ok, checks } = verifyRound(secret)
    assert.deepEqual([status, ok], ['unrevealed', false])
    assert.ok(checks.every((check) => check.ok && check.kind !== 'draw' && check.kind !== 'commitment'))
  }
  const secret = replaced(box, ['round', 'fairness', 'serverSeed'], null)
  assert.deepEqual(failedKinds(replaced(secret, ['round', 'reels', '0', 'result', 'itemId'], 1)), ['result'])
})

test('each kind of cheat fails the check made for it', () => {
  const other = 'f'.repeat(64)
  assert.deepEqual(failedKinds(replaced(box, ['round', 'fairness', 'serverSeedHash'], other)), ['commitment'])
  assert.deepEqual(failedKinds(replaced(box, ['round', 'fairness', 'nonce'], 1)), ['draw', 'draw'])
  assert.deepEqual(failedKinds(replaced(box, ['snapshots', '0', 'priceMinor'], 1)), ['snapshot', 'snapshot'])
  assert.deepEqual(failedKinds(replaced(box, ['snapshots'], [])), ['snapshot', 'snapshot'])
  assert.deepEqual(failedKinds(replaced(box, ['round', 'reels', '0', 'chancePercent'], 31)), ['chance'])
  assert.deepEqual(failedKinds(replaced(box, ['round', 'reels', '1', 'result', 'name'], 'Gold')), ['result'])
  assert.deepEqual(failedKinds(replaced(box, ['round', 'reels', '1'], box.round.reels[0])), ['reels'])
  assert.deepEqual(failedKinds(replaced(box, ['round', 'reels', '0', 'rawDraw'], 100_000_000)), ['draw', 'result'])
  assert.deepEqual(failedKinds(replaced(box, ['round', 'status'], 'held')), ['settled'])
  assert.deepEqual(failedKinds(replaced(box, ['round', 'gameKey'], 'dice')), ['game'])
  assert.deepEqual(failedKinds(replaced(won, ['round', 'reels'], [won.round.reels[0], won.round.reels[0]])), ['reels'])
})

test('a committed seed that is not 64 lower-case hex digits has failed even though its hash matches', () => {
  const serverSeed = 'the house chose this'
  const fairness = { ...box.round.fairness, serverSeed, serverSeedHash: serverSeedHash(serverSeed) }
  assert.deepEqual(failedKinds(replaced(box, ['round', 'fairness'], fairness)), ['commitment', 'draw', 'draw'])
})

test('odds that are no odds table have failed even though their hash matches', () => {
  const faults: ((snapshot: PublishedProof['snapshots'][number]) => void)[] = [
    (snapshot) => (snapshot.totalUnits = 10),
    (snapshot) => (snapshot.algorithmKey = 'dice_v1'),
    (snapshot) => (snapshot.ranges[1]!.start = 60_000_000),
    (snapshot) => (snapshot.ranges[1]!.itemId = 1),
    (snapshot) => snapshot.ranges.pop(),
  ]
  for (const spoil of faults) {
    const proof = structuredClone(box)
    spoil(proof.snapshots[0]!)
    assert.deepEqual(failedKinds(rehashed(proof)), ['odds', 'odds'])
  }
})

test('a proof carries further fields without harm, and a further field of the odds is under their hash', () => {
  assert.equal(verifyRound(replaced(box, ['round', 'note'], 'additive')).status, 'verified')
  const noted = replaced(box, ['snapshots', '0', 'note'], 'additive')
  assert.deepEqual(failedKinds(noted), ['snapshot', 'snapshot'])
  assert.equal(verifyRound(rehashed(noted as PublishedProof)).status, 'verified')
})

test('anything at all in place of a proof or of a part of it has failed and never throws', () => {
  const anything = fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true, withSparseArray: true })
  const whole = fc.property(anything, (value) => assert.equal(verifyRound(value).status, 'failed'))
  fc.assert(whole, seeded(500))
  const parts = fc.property(fc.constantFrom(box, won), anything, fc.nat(), fc.nat(), (proof, value, pick, depth) => {
    const path = leafPaths(proof)[pick % leafPaths(proof).length]!
    const { status, checks } = verifyRound(replaced(proof, path.slice(0, 1 + (depth % path.length)), value))
    assert.ok(['verified', 'failed', 'unrevealed'].includes(status))
    assert.equal(
      status === 'failed',
      checks.some(({ ok }) => !ok),
    )
  })
  fc.assert(parts, seeded(500))
})

test('a proof that cannot be read says which part is wrong', () => {
  const reading = (path: string[], value: unknown): string[] => {
    const { checks } = verifyRound(replaced(box, path, value))
    return checks.flatMap(({ kind, name, expected, actual }) => [kind, name, expected, actual])
  }
  const start = ['readable', 'The proof can be read']
  assert.deepEqual(reading(['round', 'fairness', 'nonce'], '0'), [...start, 'nonce: a whole number from 0', 'string'])
  assert.deepEqual(reading(['round', 'reels', '1', 'rawDraw'], -1), [
    ...start,
    'reels[1].rawDraw: a whole number from 0',
    '-1',
  ])
  assert.deepEqual(reading(['round', 'reels'], []), [...start, 'reels: 1 to 20 reels', 'a list of 0'])
  const tooMany = new Array(21).fill(box.round.reels[0])
  assert.deepEqual(reading(['round', 'reels'], tooMany), [...start, 'reels: 1 to 20 reels', 'a list of 21'])
  assert.deepEqual(reading(['round', 'fairness', 'serverSeed'], undefined), [...start, 'serverSeed: a text', 'missing'])
})

test('odds nested deeper than any stack have failed', () => {
  const deep = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)
  assert.deepEqual(failedKinds(replaced(box, ['snapshots', '0', 'note'], deep)), ['snapshot', 'snapshot'])
})

test('a hostile text reaches nobody as control characters, as reversed writing or at length', () => {
  const name = `\u001b[2J\u202e${'x'.repeat(10_000)}`
  const { checks } = verifyRound(replaced(box, ['round', 'reels', '0', 'result', 'name'], name))
  const shown = checks.find(({ ok }) => !ok)!.actual
  assert.ok(shown.length <= 161)
  assert.ok(shown.startsWith('\ufffd[2J\ufffdxxx'))
})

function rehashed(proof: PublishedProof): PublishedProof {
  const { snapshotHash: _, ...body } = proof.snapshots[0]!
  const snapshot = { ...body, snapshotHash: snapshotHash(body) }
  const reels = proof.round.reels.map((reel) => ({ ...reel, snapshotHash: snapshot.snapshotHash }))
  return { round: { ...proof.round, reels }, snapshots: [snapshot] }
}
