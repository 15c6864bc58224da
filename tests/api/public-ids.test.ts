import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publicId } from '../../service/src/kernel/index.ts'
import { systemRandom } from '../../service/src/platform/index.ts'
import { seededBytes } from '../support/seeds.ts'
import { makeTestClock } from '../support/test-clock.ts'

const FORM = /^rnd_[0-9abcdefghjkmnpqrstvwxyz]{26}$/
const TIME = 'rnd_'.length + 10
const random = { bytes: seededBytes('public ids') }

test('a public id has its form, and what is made in a later millisecond sorts later', () => {
  const clock = makeTestClock()
  const ids = Array.from({ length: 2000 }, (_, index) => {
    clock.advance(index % 7 === 0 ? 86_400_000 : 1)
    return publicId('rnd', { clock, random })
  })
  for (const id of ids) assert.match(id, FORM)
  assert.deepEqual(ids.toSorted(), ids)
})

test('of one millisecond public ids share their time and nothing else, and each of their other characters is any of 32', () => {
  const clock = { ...makeTestClock(), now: () => new Date('2026-01-01T12:00:00.123Z') }
  const ids = Array.from({ length: 4000 }, () => publicId('rnd', { clock, random }))
  assert.equal(new Set(ids.map((id) => id.slice(0, TIME))).size, 1)
  assert.equal(new Set(ids).size, ids.length)
  for (let place = TIME; place < TIME + 16; place++) {
    const counts = Map.groupBy(ids, (id) => id[place])
    assert.equal(counts.size, 32)
    // 125 each are expected; 4,000 fair dice come outside of this once in a million times.
    for (const { length } of counts.values()) assert.ok(length > 65 && length < 195, `${length} at ${place}`)
  }
})

test('the time in a public id is the millisecond, in the alphabet of the rest', () => {
  const at = (ms: number) =>
    publicId('ord', { clock: { ...makeTestClock(), now: () => new Date(ms) }, random }).slice(4, 14)
  assert.equal(at(0), '0000000000')
  assert.equal(at(31), '000000000z')
  assert.equal(at(32), '0000000010')
  assert.equal(
    at(Date.parse('2026-11-23T00:00:00.000Z')),
    Date.parse('2026-11-23T00:00:00.000Z')
      .toString(32)
      .padStart(10, '0')
      .replace(/[a-v]/g, (digit) => 'abcdefghjkmnpqrstvwxyz'['abcdefghijklmnopqrstuv'.indexOf(digit)]!),
  )
})

test('the machine’s randomness hands out no byte twice, however much is asked for at once, and changes nothing that it gave', () => {
  const taken = Array.from({ length: 3000 }, (_, index) => {
    const bytes = systemRandom.bytes([8, 24, 32, 100, 5000][index % 5] as number)
    return { bytes, text: bytes.toString('hex') }
  })
  const words = taken.flatMap(({ bytes }) => {
    return Array.from({ length: Math.floor(bytes.length / 8) }, (_, place) => bytes.readBigUInt64LE(8 * place))
  })
  assert.equal(new Set(words).size, words.length)
  for (const { bytes, text } of taken) assert.equal(bytes.toString('hex'), text)
})
