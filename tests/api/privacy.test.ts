import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { inspect } from 'node:util'
import { makeLog, sealedPlace } from '@coffer/service/platform'
import fc from 'fast-check'
import { DATA_KEY, dataKeyOf } from '../../service/src/privacy/index.ts'
import { type CatalogueWorld, openCatalogueWorld } from '../support/catalogue-world.ts'
import { SEED_NUMBER } from '../support/seeds.ts'

const RUNS = { seed: SEED_NUMBER, numRuns: 40 }
const TEXT = fc.string({ unit: 'grapheme', maxLength: 200 })
const CROWD = 12
const PURPOSE = fc.stringMatching(/^[a-z_]{1,20}:[0-9]{1,9}$/)

suite('data keys of operators', () => {
  let world: CatalogueWorld
  let mine: number
  let theirs: number
  const keyOf = (operatorId: number) => world.ctx.tx(operatorId, (tx) => dataKeyOf(world.ctx, tx, operatorId))
  const addKey = (operatorId: number, keyNumber: number, sealed: Buffer) =>
    world.ctx.tx(operatorId, (tx) =>
      tx
        .insertInto('operator_data_keys')
        .values({
          ...{ operator_id: operatorId, key_number: keyNumber },
          ...{ key_sealed: sealed, created_at: world.ctx.clock.now() },
        })
        .execute(),
    )
  const keyRows = (operatorId: number) =>
    world.ctx.tx(operatorId, (tx) => tx.selectFrom('operator_data_keys').selectAll().execute())

  before(async () => {
    world = await openCatalogueWorld()
    mine = (await world.operator('mine', 'EUR')).operatorId
    theirs = (await world.operator('theirs', 'EUR')).operatorId
  })
  after(() => world.close())

  test('what was sealed opens as it was, in this process and in the next one', async () => {
    const [one, another] = [await keyOf(mine), await keyOf(mine)]
    fc.assert(
      fc.property(TEXT, PURPOSE, (text, purpose) => {
        assert.equal(another.openText(one.sealText(text, purpose), purpose), text)
      }),
      RUNS,
    )
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), PURPOSE, (bytes, purpose) => {
        assert.deepEqual(another.openBytes(one.sealBytes(Buffer.from(bytes), purpose), purpose), Buffer.from(bytes))
      }),
      RUNS,
    )
  })

  test('nothing of a sealed text shows, and the same text never seals alike', async () => {
    const key = await keyOf(mine)
    const text = 'a text of some length, in the clear'
    const [one, another] = [key.sealText(text, 'a:1'), key.sealText(text, 'a:1')]
    assert.ok(!one.equals(another))
    for (let at = 0; at + 6 <= text.length; at++) assert.ok(!one.includes(text.slice(at, at + 6)))
  })

  test('another purpose, a changed byte, a missing end and the key of another operator open nothing', async () => {
    const [key, other] = [await keyOf(mine), await keyOf(theirs)]
    fc.assert(
      fc.property(
        TEXT,
        PURPOSE,
        PURPOSE,
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (text, purpose, wrong, at, bits) => {
          fc.pre(purpose !== wrong)
          const sealed = key.sealText(text, purpose)
          const changed = Buffer.from(sealed)
          const place = at % sealed.length
          changed[place] = (changed[place] ?? 0) ^ bits
          assert.throws(() => key.openText(sealed, wrong))
          assert.throws(() => key.openText(changed, purpose))
          assert.throws(() => key.openText(sealed.subarray(0, place), purpose))
          assert.throws(() => other.openText(sealed, purpose))
        },
      ),
      RUNS,
    )
  })

  test('a mark is the same for the same text only: of one purpose, of one operator', async () => {
    const [key, again, other] = [await keyOf(mine), await keyOf(mine), await keyOf(theirs)]
    fc.assert(
      fc.property(TEXT, TEXT, (text, different) => {
        const mark = key.mark(text, 'identity')
        assert.equal(mark.length, 32)
        assert.deepEqual(again.mark(text, 'identity'), mark)
        assert.notDeepEqual(key.mark(text, 'document'), mark)
        assert.notDeepEqual(other.mark(text, 'identity'), mark)
        if (text !== different) assert.notDeepEqual(key.mark(different, 'identity'), mark)
      }),
      RUNS,
    )
  })

  test('a key that is added seals what comes, older ones still open what was, and marks stay equal', async () => {
    const { operatorId } = await world.operator('grows', 'EUR')
    const before = await keyOf(operatorId)
    const sealed = before.sealText('sealed before', 'a:1')
    const hex = world.ctx.random.bytes(32).toString('hex')
    const place = sealedPlace(DATA_KEY, operatorId, 2)
    await addKey(operatorId, 2, await world.ctx.systemTx((tx) => world.ctx.sealer.seal(tx, hex, place)))
    const now = await keyOf(operatorId)
    assert.equal(now.openText(sealed, 'a:1'), 'sealed before')
    assert.deepEqual(now.mark('a text', 'identity'), before.mark('a text', 'identity'))
    const newer = now.sealText('sealed after', 'a:1')
    assert.equal(now.openText(newer, 'a:1'), 'sealed after')
    assert.throws(() => before.openText(newer, 'a:1'), /a sealed value names a key/)
  })

  test('many who ask first at once get one key', async () => {
    const { operatorId } = await world.operator('crowd', 'EUR')
    // All transactions have begun before the first asks, so that all of them find nothing.
    let ask = () => {}
    const allHaveBegun = new Promise<void>((resolve) => {
      ask = resolve
    })
    let begun = 0
    const askTogether = () =>
      world.ctx.tx(operatorId, async (tx) => {
        begun += 1
        if (begun === CROWD) ask()
        await allHaveBegun
        return dataKeyOf(world.ctx, tx, operatorId)
      })
    const keys = await Promise.all(Array.from({ length: CROWD }, askTogether))
    assert.equal(new Set(keys.map((key) => key.mark('a text', 'identity').toString('hex'))).size, 1)
    assert.equal((await keyRows(operatorId)).length, 1)
  })

  test('a key that stands in the row of another operator or number opens nothing', async () => {
    const { operatorId } = await world.operator('thief', 'EUR')
    await keyOf(mine)
    const [row] = await keyRows(mine)
    assert.ok(row)
    await addKey(operatorId, 1, row.key_sealed)
    await assert.rejects(keyOf(operatorId))
  })

  test('a data key prints as [hidden], wherever it is put', async () => {
    const key = await keyOf(mine)
    assert.equal(inspect(key), '[hidden]')
    assert.equal(`${key}`, '[hidden]')
    assert.equal(JSON.stringify({ key }), '{"key":"[hidden]"}')
    const lines: string[] = []
    makeLog('info', { write: (line: string) => lines.push(line) }).info({ key }, 'a line')
    assert.match(lines.join(), /"key":"\[hidden\]"/)
  })
})
