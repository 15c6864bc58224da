import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commandLine } from '../support/command-line.ts'
import { openRows } from '../support/rows.ts'
import { sureBox } from '../support/sure-boxes.ts'
import { masterKeyOf, startWorld } from '../support/world.ts'

test('on the command line a conversion is tried out, carried out once, and refused in words', async (t) => {
  const world = await startWorld(t, { operators: { aurum: { catalogue: sureBox() } } })
  const { coffer } = commandLine(t, world.databaseUrl, { COFFER_MASTER_KEY: masterKeyOf(world) })
  const run = (currency: string, ...options: string[]) =>
    coffer('operator', 'convert', 'aurum', '--currency', currency, ...options)
  const tried = await run('JPY', '--dry-run')
  assert.equal(tried.code, 0, tried.err)
  assert.match(tried.out, /^sure: EUR 5\.00 → JPY 847, RTP 90\.00% → 89\.84%\n/)
  assert.match(tried.out, /^currencies: .*\n(.*\n)*Nothing was changed: 1 active boxes and 1 items of aurum would be/m)
  assert.equal((await world.operator.coffer.config()).operator.currency, 'EUR')

  const { code, out, err } = await run('JPY', '--json')
  assert.equal(code, 0, err)
  const { slug, dryRun, from, to, rate, boxes, items } = JSON.parse(out)
  assert.deepEqual([slug, dryRun, from, to, rate], ['aurum', false, 'EUR', 'JPY', '16927/100'])
  assert.deepEqual(items, [{ key: 'mug', valueMinor: 761, shippingCostMinor: null }])
  assert.deepEqual([boxes[0].priceMinor, boxes[0].isRtpOutside], [{ from: 500, to: 847 }, false])
  const { box } = await world.operator.coffer.getBox({ boxId: boxes[0].boxId })
  assert.deepEqual([box.boxVersionId, box.priceMinor, box.currency], [boxes[0].boxVersionId, 847, 'JPY'])
  const [entry] = await openRows(world.databaseUrl).query(
    "select actor from audit_log where action = 'operator.converted'",
  )
  assert.deepEqual(entry, { actor: 'cli' })

  assert.match((await run('JPY')).err, /currency: JPY is the operator’s own currency already/)
  assert.match((await run('ISK')).err, /currency: there is no rate from JPY to ISK that can be used now/)
  assert.match((await run('XXX')).err, /currency: must be an ISO 4217 code/)
  const machine = await run('ISK', '--json')
  assert.deepEqual([machine.code, JSON.parse(machine.err).error.code], [1, 'UNSUPPORTED_CURRENCY'])
})
