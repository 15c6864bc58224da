import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CatalogueFile } from '@coffer/contract/catalogue-file'
import { importCatalogue, verifyAuditChain } from '@coffer/service/administration'
import { commandLine } from '../support/command-line.ts'
import { openRows } from '../support/rows.ts'
import { masterKeyOf, startWorld } from '../support/world.ts'

/** Boxes for 10,000 that return so many bps each; the bounds of an operator are 8500 and 9900. */
function returning(rtpBps: Record<string, number>): CatalogueFile {
  const keys = Object.keys(rtpBps)
  return {
    items: keys.map((key) => ({ key, name: key, type: 'digital', valueMinor: rtpBps[key]! })),
    boxes: keys.map((key) => ({
      ...{ key, slug: key, name: key, priceMinor: 10_000 },
      prizes: [{ item: key, chanceUnits: 100_000_000 }],
    })),
  }
}

const FILE = returning({ low: 8499, lowest: 8500, highest: 9900, high: 9901, generous: 12_000 })

test('a box may return exactly what the bounds allow; one outside needs an override, and the audit log names it', async (t) => {
  const world = await startWorld(t, { operators: { aurum: { catalogue: { items: [], boxes: [] } } } })
  const { operatorId } = world.operator
  const { ctx } = world.service
  const rows = openRows(world.databaseUrl)
  const entries = () =>
    rows.query<{ actor: string; details: { boxes: object[] } }>(
      `select actor, details from audit_log where action = 'catalog.rtp_overridden' order by entry_number`,
    )
  await assert.rejects(importCatalogue(ctx, operatorId, FILE, '/nowhere'), ({ details }) => {
    assert.deepEqual(Object.keys(details.fields), ['boxes.0.prizes', 'boxes.3.prizes', 'boxes.4.prizes'])
    return true
  })
  const { boxes } = await importCatalogue(ctx, operatorId, FILE, '/nowhere', { rtpOverrideBy: 'ann@casino.example' })
  const named = (['low', 'high', 'generous'] as const).map((key, index) => {
    return { key, ...boxes[key], rtpBps: [8499, 9901, 12_000][index] }
  })
  assert.deepEqual(await entries(), [
    { actor: 'ann@casino.example', details: { minRtpBps: 8500, maxRtpBps: 9900, boxes: named } },
  ])
  assert.equal((await world.operator.coffer.listBoxes({})).boxes.length, 5)
  assert.equal((await world.operator.coffer.getBox({ boxId: boxes.generous!.boxId })).box.houseEdgeBps, -2000)

  assert.deepEqual((await importCatalogue(ctx, operatorId, FILE, '/nowhere')).boxes, boxes, 'what is on sale stays so')
  await importCatalogue(ctx, operatorId, returning({ lowest: 8600 }), '/nowhere', {
    rtpOverrideBy: 'ann@casino.example',
  })
  assert.equal((await entries()).length, 1, 'an override that no box needed leaves no entry')
  assert.equal((await ctx.tx(operatorId, (tx) => verifyAuditChain(ctx, tx, operatorId))).ok, true)
})

test('an override lets nothing else through the publish gate', async (t) => {
  const world = await startWorld(t)
  const file = returning({ high: 9901 })
  file.boxes[0]!.prizes[0]!.chanceUnits -= 1
  const rtpOverrideBy = 'ann@casino.example'
  await assert.rejects(
    importCatalogue(world.service.ctx, world.operator.operatorId, file, '/nowhere', { rtpOverrideBy }),
    ({ details }) => /sum to 100000000 units/.test(details.fields['boxes.0.prizes']),
  )
})

test('on the command line the override is an option of the import', async (t) => {
  const world = await startWorld(t)
  const { coffer, file } = commandLine(t, world.databaseUrl, { COFFER_MASTER_KEY: masterKeyOf(world) })
  const path = file('catalogue.json', FILE)
  const run = (...options: string[]) => coffer('catalog', 'import', path, '--operator', 'aurum', '--json', ...options)
  const refused = await run()
  assert.deepEqual([refused.code, JSON.parse(refused.err).error.code], [1, 'VALIDATION_FAILED'])
  const { code, out, err } = await run('--allow-rtp-outside')
  assert.equal(code, 0, err)
  assert.deepEqual(Object.keys(JSON.parse(out)), ['items', 'boxes'])
  const [entry] = await openRows(world.databaseUrl).query<{ actor: string; details: { boxes: { key: string }[] } }>(
    `select actor, details from audit_log where action = 'catalog.rtp_overridden'`,
  )
  assert.deepEqual([entry?.actor, entry?.details.boxes.map(({ key }) => key)], ['cli', ['low', 'high', 'generous']])
})
