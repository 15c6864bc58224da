import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { type TestContext, test } from 'node:test'
import type { CatalogueFile } from '@coffer/contract/catalogue-file'
import { VALUE_FILE_BYTES } from '@coffer/contract/limits'
import type { InventoryRow } from '@coffer/contract/shapes'
import { convertOperator, setRates } from '@coffer/service/administration'
import type { Limits } from '@coffer/service/kernel'
import fc from 'fast-check'
import { itemsAs } from '../support/admin-items.ts'
import { bodyOf } from '../support/admin-players.ts'
import { auditEntries } from '../support/admin-webhooks.ts'
import { told } from '../support/door.ts'
import { eventually } from '../support/eventually.ts'
import { openPool, openRows } from '../support/rows.ts'
import { type DeskAnswer, startDesk } from '../support/staff.ts'
import { sureBoxes, win } from '../support/sure-boxes.ts'
import { startWorld } from '../support/world.ts'

/** Crown and coin are collectibles worth 5000 and 1500: one person can set at most 30000 and 9000. */
function catalogue(): CatalogueFile {
  const { items, boxes } = sureBoxes()
  return {
    items: items.map((item) =>
      item.key === 'keepsake' ? { ...item, isCollectible: true, upgraderPrize: true } : item,
    ),
    boxes: [
      ...boxes,
      {
        ...{ key: 'both', slug: 'both', name: 'Both', priceMinor: 3500 },
        prizes: ['crown', 'keepsake'].map((item) => ({ item, chanceUnits: 50_000_000 })),
      },
    ],
  }
}

async function start(t: TestContext, settings: Record<string, unknown> = {}, limits: Partial<Limits> = {}) {
  const world = await startWorld(t, {
    operators: { aurum: { catalogue: catalogue(), settings }, beryl: { catalogue: sureBoxes('Other') } },
    service: { limits },
  })
  const aurum = world.operators.aurum!
  const catalog = await startDesk(world, 'cat@aurum.example', ['catalog'], aurum)
  const owner = await startDesk(world, 'owner@aurum.example', ['owner'], aurum)
  const items = itemsAs(
    () => aurum,
    () => catalog,
  )
  const valuesOf = async (...keys: string[]) => {
    const values = new Map((await items.pageOf({})).items.map(({ key, valueMinor }) => [key, valueMinor]))
    return keys.map((key) => values.get(key))
  }
  return { world, aurum, catalog, owner, rows: openRows(world.databaseUrl), valuesOf, ...items }
}

/** A file of values by the keys of their items. */
const fileOf = (...rows: readonly (readonly [key: string, valueMinor: number])[]) =>
  ['item,valueMinor', ...rows.map((row) => row.join(','))].join('\n')

/** The faults that a file is refused because of, by line. */
function faultsOf(answer: DeskAnswer): Record<string, string[]> {
  assert.equal(told(answer), '422 VALIDATION_FAILED')
  return (answer.body.error as unknown as { fields: Record<string, string[]> }).fields
}

const sumOf = (amounts: readonly (number | null)[]) => amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0)

test('value file preview: it is what boxes and vaults show once the values are set', async (t) => {
  const settings = {
    'collectibles.creditedRiseBps': 4000,
    'cashback.maxItemMinor': 6000,
    'catalog.pauseUnprofitable': true,
  }
  const { world, aurum, effectsOf, setFile, valuesOf } = await start(t, settings)
  const ann = await world.play(aurum, 'ann')
  await win(aurum, ann, 'crown', 'keepsake', 'mug')
  await win(aurum, ann, 'crown')
  const held = async () =>
    ((await ann.inventory()).body.items as InventoryRow[]).filter(({ name }) => !name.endsWith('mug'))
  const keys = ['crown', 'keepsake', 'mug'] as const
  const changed = { unprofitable: 0, paused: 0, notPaid: 0 }
  const amount = (max: number) => fc.integer({ min: 1, max })
  await fc.assert(
    fc.asyncProperty(fc.tuple(amount(9000), amount(3000), amount(2000)), async (values) => {
      // Never more than one person can set.
      const before = await valuesOf(...keys)
      const rows = keys.map((key, place) => [key, Math.min(values[place]!, before[place]! * 6)] as const)
      const file = fileOf(...rows)
      const shown = await effectsOf(file)
      const old = await held()
      const set = bodyOf<{ setCount: number; heldCount: number }>(await setFile(file, undefined, shown.basis))
      assert.deepEqual([set.setCount, set.heldCount], [shown.setCount, 0])
      assert.deepEqual(
        await valuesOf(...keys),
        rows.map(([, valueMinor]) => valueMinor),
      )
      for (const box of shown.boxes) {
        const { currentRtpBps, isPaused } = (await aurum.coffer.getBox({ boxId: box.boxId })).box
        const after = [box.newRtpBps, box.willBePaused, box.willBeUnprofitable]
        assert.deepEqual(after, [currentRtpBps, isPaused, isPaused], box.name)
        changed.unprofitable += box.willBeUnprofitable === box.isUnprofitable ? 0 : 1
        changed.paused += box.willBePaused === box.isPaused ? 0 : 1
      }
      const after = await held()
      const collectibles = shown.items.filter(({ key }) => key !== 'mug').map(({ key }) => `Sure ${key}`)
      const sums = (list: readonly InventoryRow[]) => {
        const touched = list.filter(({ name }) => collectibles.includes(name))
        return [
          ...[touched.length, sumOf(touched.map(({ valueMinor }) => valueMinor))],
          ...[sumOf(touched.map(({ cashbackMinor }) => cashbackMinor))],
          touched.filter(({ cashbackMinor }) => cashbackMinor === null).length,
        ]
      }
      const [vault] = shown.vaults
      if (vault === undefined) return assert.deepEqual(collectibles, [])
      const { itemCount, valueMinor, newValueMinor, cashbackMinor, newCashbackMinor } = vault
      assert.deepEqual([itemCount, valueMinor, cashbackMinor, vault.notPaidCount], sums(old))
      assert.deepEqual([itemCount, newValueMinor, newCashbackMinor, vault.willNotBePaidCount], sums(after))
      changed.notPaid += vault.willNotBePaidCount
    }),
    {
      ...{ numRuns: 8, endOnFailure: true },
      examples: [[[9000, 1, 1]], [[4000, 1500, 900]], [[4000, 3000, 900]]],
    },
  )
  assert.ok(Math.min(...Object.values(changed)) > 0, JSON.stringify(changed))
})

test('value file: values that leap wait for approval, the others are set and audited', async (t) => {
  const { aurum, owner, rows, read, valuesOf, effectsOf, setFile, decide } = await start(t)
  const file = fileOf(['mug', 950], ['crown', 30_001], ['book', 400], ['keepsake', 9000])
  const unchanged = await rows.fingerprint()
  const shown = await effectsOf(file)
  assert.deepEqual(await rows.fingerprint(), unchanged, 'a preview writes nothing')
  assert.deepEqual([shown.rowsCount, shown.unchangedCount, shown.setCount, shown.heldCount], [4, 1, 2, 1])
  assert.deepEqual([shown.currency, shown.upgraderPrizeCount, shown.waitingCount], ['EUR', 1, 0])
  assert.equal((await effectsOf(fileOf(['keepsake', 9001]))).upgraderPrizeCount, 0, 'a value that waits has no effects')
  assert.deepEqual(
    shown.items.map(({ key, name, line, fromMinor, valueMinor, largestValueMinor, needsApproval }) => [
      ...[key, name, line, fromMinor, valueMinor, largestValueMinor],
      needsApproval,
    ]),
    [
      ['crown', 'Sure crown', 3, 5000, 30_001, 30_000, true],
      ['keepsake', 'Sure keepsake', 5, 1500, 9000, 9000, false],
      ['mug', 'Sure mug', 2, 900, 950, 5400, false],
    ],
  )
  const bothBox = shown.boxes.find(({ slug }) => slug === 'both')!
  assert.deepEqual(
    [bothBox.currentRtpBps, bothBox.newRtpBps],
    [8357, 18_000],
    'the value that waits is not part of the effects',
  )

  const { body } = await setFile(file)
  assert.deepEqual(body, { rowsCount: 4, unchangedCount: 1, setCount: 2, heldCount: 1 })
  assert.deepEqual(await valuesOf('mug', 'crown', 'book', 'keepsake'), [950, 5000, 400, 9000])
  const entries = (await auditEntries(owner)).filter(({ reason }) => reason === 'Price list').reverse()
  const fileSha256 = createHash('sha256').update(file).digest('hex')
  assert.deepEqual(
    entries.map(({ action, objectId, changes: [change] }) => [action, objectId, change?.before, change?.after]),
    [
      ['item.values_set', null, undefined, undefined],
      ['item.value_set', String(aurum.items.mug), 900, 950],
      ['item.value_set', String(aurum.items.keepsake), 1500, 9000],
      ['catalog.value_held', String(aurum.items.crown), 5000, 30_001],
    ],
  )
  assert.deepEqual(entries[0]!.details, { rowsCount: 4, setCount: 2, heldCount: 1, fileSha256 })
  assert.equal(entries[1]!.details.fileSha256, fileSha256)
  assert.equal((await read('mug')).changes[0]!.reason, 'Price list')

  const settled = await rows.fingerprint()
  const again = await effectsOf(file)
  assert.deepEqual([again.setCount, again.heldCount, again.waitingCount, again.unchangedCount], [0, 1, 1, 3])
  assert.equal(again.items[0]!.heldValueMinor, 30_001)
  assert.deepEqual((await setFile(file)).status, 200)
  assert.deepEqual(await rows.fingerprint(), settled, 'the same value waits already')
  assert.equal(told(await decide('crown', 'approve', owner)), 200)
  const approved = await effectsOf(file)
  assert.deepEqual([approved.setCount, approved.heldCount, approved.unchangedCount], [0, 0, 4])
})

test('value file: one whose values, currency or limit changed since its preview is refused', async (t) => {
  const { world, aurum, catalog, owner, effectsOf, setFile, setValue, valuesOf } = await start(t)
  const file = fileOf(['mug', 950], ['crown', 5100])
  const { basis } = await effectsOf(file)
  assert.equal(told(await setValue('book', 410)), 200)
  assert.equal((await effectsOf(file)).basis, basis, 'other items do not count')
  const answers = await Promise.all([catalog, owner, catalog, owner].map((desk) => setFile(file, desk, basis)))
  const refused = '409 VALUES_CHANGED'
  assert.deepEqual(answers.map(told).map(String).sort(), ['200', refused, refused, refused])

  const next = fileOf(['mug', 960], ['crown', 5200])
  const before = await effectsOf(next)
  assert.equal(told(await setValue('crown', 5150)), 200)
  assert.equal(told(await setFile(next, catalog, before.basis)), refused)
  const shown = await effectsOf(next)
  const { ctx } = world.service
  await setRates(ctx, 'EUR', { USD: '2' }, 'test')
  await convertOperator(ctx, aurum.operatorId, 'USD', { actor: 'test' })
  assert.equal(told(await setFile(next, catalog, shown.basis)), refused)
  assert.deepEqual(await valuesOf('mug', 'crown'), [1900, 10_300])

  const leap = fileOf(['crown', 70_000])
  const held = await effectsOf(leap)
  assert.equal(held.heldCount, 1)
  await world.settings(aurum, { 'collectibles.maxStepBps': 100_000 })
  assert.equal(told(await setFile(leap, catalog, held.basis)), refused)
  const other = await effectsOf(fileOf(['crown', 10_400]))
  assert.equal(told(await setFile(fileOf(['crown', 10_500]), catalog, other.basis)), refused, 'another file')
})

test('value file preview: a conversion that ends while it is computed is not part of it', async (t) => {
  const { world, aurum, effectsOf, rows } = await start(t, {}, { statementMs: 120_000 })
  const { ctx } = world.service
  await setRates(ctx, 'EUR', { USD: '2' }, 'test')
  const holder = await openPool(world.databaseUrl).connect()
  await holder.query('begin; lock table held_values in access exclusive mode')
  const preview = effectsOf(fileOf(['crown', 5100]))
  await eventually(async () => {
    const waiting = await rows.query(`select from pg_locks where relation = 'held_values'::regclass and not granted`)
    return waiting.length > 0
  }, 'the preview waits after it has read the values')
  await convertOperator(ctx, aurum.operatorId, 'USD', { actor: 'test' })
  await holder.query('commit')
  holder.release()
  const { currency, items, boxes } = await preview
  assert.deepEqual([currency, items[0]!.fromMinor], ['EUR', 5000])
  assert.deepEqual(new Set(boxes.map((box) => box.currency)), new Set(['EUR']), 'boxes are those before the conversion')
})

test('value file: faults are named by line, at most 100 of them, and nothing is set', async (t) => {
  const { world, aurum, catalog, rows, previewFile, effectsOf, setFile } = await start(t, {}, { heldValuesCount: 1 })
  const { basis } = await effectsOf(fileOf(['mug', 950]))
  const unchanged = await rows.fingerprint()
  const refuses = async (file: string, expected: Record<string, RegExp>) => {
    const faults = faultsOf(await previewFile(file))
    assert.deepEqual(Object.keys(faults), Object.keys(expected), file.slice(0, 80))
    for (const [line, message] of Object.entries(expected)) assert.match(faults[line]!.join(), message)
    assert.deepEqual(faultsOf(await setFile(file, catalog, basis)), faults)
  }
  await refuses('item,valueMinor\nmug,950\ncap,1\nmug,x', { 'line 3': /no item cap/, 'line 4': /whole number/ })
  await refuses(fileOf(['crown', 40_000], ['mug', 950], ['crown', 5000]), { 'line 4': /same item as line 2/ })
  await refuses(fileOf(['crown', 40_000], ['keepsake', 40_000]), { file: /2 values that need approval/ })
  await refuses(`item,valueMinor\n${'mug,950\n'.repeat(5001)}`, { file: /at most 5000 rows/ })
  await refuses(`item,valueMinor\nmug,${'9'.repeat(5000)}`, { 'line 2': /at most 4000 characters/ })
  const many = fileOf(...Array.from({ length: 150 }, (_, index) => [`none-${index}`, 1] as const))
  const faults = faultsOf(await previewFile(many))
  assert.deepEqual(
    [Object.keys(faults).length, faults['line 101']?.length, faults.file],
    [101, 1, ['has 50 more faults']],
  )
  const id = world.operators.beryl!.items.mug!
  await refuses(`itemId,valueMinor\n${id},1`, { 'line 2': /there is no item/ })
  await refuses('mug,950', { 'line 1': /unknown column mug/ })
  await refuses(' '.repeat(VALUE_FILE_BYTES + 1), { file: /at most 2097152 bytes/ })
  const tooLarge = { file: ' '.repeat(world.service.ctx.limits.valueUploadBytes) }
  assert.equal(told(await catalog.post('/items/values/preview', tooLarge)), '413 BODY_TOO_LARGE')
  for (const [field, body] of [
    ['file', { file: '' }],
    ['file', { file: 5 }],
    ['basis', { basis: undefined }],
    ['reason', { reason: ' ' }],
  ] as const) {
    const answer = await catalog.post('/items/values', { file: fileOf(['mug', 950]), basis, reason: 'List', ...body })
    assert.deepEqual(Object.keys(faultsOf(answer)), [field])
  }
  assert.deepEqual(await rows.fingerprint(), unchanged)
  const viewer = await startDesk(world, 'vic@aurum.example', ['viewer'], aurum)
  assert.equal(told(await setFile(fileOf(['mug', 950]), viewer, basis)), '403 STAFF_FORBIDDEN')
  assert.equal(told(await previewFile(fileOf(['mug', 950]), viewer)), 200)
  const admin = await startDesk(world, 'admin@desk.example', ['platform_admin'])
  assert.deepEqual(Object.keys(faultsOf(await previewFile(fileOf(['mug', 950]), admin))), ['operator'])
  const named = { operator: 'aurum', file: fileOf(['mug', 950]) }
  assert.equal(told(await admin.post('/items/values/preview', named)), 200)
})

test('uploads: the session is checked before and after the body is read', async (t) => {
  const { world, rows, catalog, owner, pageOf, previewFile, effectsOf } = await start(
    t,
    {},
    { staffUploadsOfPersonCount: 1 },
  )
  const file = fileOf(['mug', 950])
  const { basis } = await effectsOf(file, owner)
  const body = JSON.stringify({ file, basis, reason: 'List' })
  const { baseUrl } = world.service.ctx.config
  const begin = (cookie: string) => {
    const headers = { cookie, origin: new URL(baseUrl).origin, 'x-csrf-token': catalog.csrfToken }
    const upload = request(`${world.service.url}/api/admin/items/values`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    })
    upload.write(body.slice(0, 10))
    return upload
  }
  const unauthenticated = begin('')
  // The service closes the connection.
  unauthenticated.on('error', () => {})
  const [refused] = (await once(unauthenticated, 'response')) as [IncomingMessage]
  assert.equal(refused.statusCode, 401)
  unauthenticated.destroy()

  const upload = begin(catalog.cookie)
  const answered = once(upload, 'response') as Promise<[IncomingMessage]>
  const spent = `select from rate_buckets where kind = 'staff_change' and subject = '${catalog.staff.staffId}'`
  await eventually(async () => (await rows.query(spent)).length > 0, 'the upload was authenticated')
  await eventually(async () => told(await previewFile(file)) === '429 RATE_LIMITED', 'one upload at a time is read')
  assert.equal(told(await previewFile(file, owner)), 200)
  assert.equal(told(await owner.post(`/staff/${catalog.staff.staffId}/disable`, {})), 200)
  upload.end(body.slice(10))
  const [late] = await answered
  assert.equal(late.statusCode, 401, 'a session that ended while the body arrived is refused')
  late.resume()
  assert.equal((await pageOf({ search: 'mug' }, owner)).items[0]!.valueMinor, 900)
})
