import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BoxDetail, BoxRow, OpenedRound } from '@coffer/contract/shapes'
import { enter } from '../support/player.ts'
import { openRows } from '../support/rows.ts'
import { revalued, sureBox, sureBoxes, win, winBody } from '../support/sure-boxes.ts'
import { boxOf, openBody, startWorld } from '../support/world.ts'

test('an archived box is sold nowhere and listed nowhere, and what was bought before stays as it was', async (t) => {
  const file = sureBox()
  const world = await startWorld(t, { operators: { aurum: { catalogue: file } } })
  const { operator } = world
  const { coffer } = operator
  const { boxId, boxVersionId } = boxOf(operator)
  const player = await world.play(operator, 'ann', { target: { boxId } })
  const { round } = (await player.open(openBody(operator, 'before'))).body
  const prepaid = { playerExternalId: 'ann', mode: 'prepay' as const, ...openBody(operator, 'held') }
  const held = await coffer.purchase(prepaid)
  const waiting = await coffer.createLaunch({ playerExternalId: 'ann', gameKey: 'mystery_box', target: { boxId } })
  const proofOf = async () => (await fetch(`${world.baseUrl}/fairness/rounds/${round.publicId}`)).text()
  const snapshotOf = async () => (await fetch(`${world.baseUrl}/fairness/box-versions/${boxVersionId}/snapshot`)).text()
  const before = [await proofOf(), await snapshotOf()]

  file.boxes[0]!.archived = true
  await world.catalogue(operator, file)
  const opened = await player.open(openBody(operator, 'after'))
  assert.deepEqual([opened.status, opened.body.error.code], [409, 'BOX_NOT_PLAYABLE'])
  const refused = { code: 'BOX_NOT_PLAYABLE', status: 409 }
  for (const mode of ['open', 'prepay'] as const) {
    await assert.rejects(coffer.purchase({ ...prepaid, mode, clientActionId: mode }), refused)
  }
  await assert.rejects(
    coffer.createLaunch({ playerExternalId: 'ann', gameKey: 'mystery_box', target: { boxId } }),
    refused,
  )
  const late = await enter(world.baseUrl, 'ann', waiting.launchToken)
  assert.equal(late.bootstrap.game.target, null, 'a launch of before lands in the lobby')
  assert.deepEqual((await coffer.listBoxes({})).boxes, [])
  const listed = await player.call<{ boxes: BoxRow[] }>('listBoxes')
  assert.deepEqual(listed.body.boxes, [])
  const [asked] = (await coffer.listBoxes({ ids: [boxId] })).boxes
  assert.deepEqual([asked?.isActive, asked?.boxVersionId], [false, boxVersionId])
  assert.equal((await coffer.getBox({ boxId })).box.isActive, false)

  assert.deepEqual([await proofOf(), await snapshotOf()], before)
  assert.equal((await coffer.getRound({ publicId: round.publicId, playerExternalId: 'ann' })).round.status, 'settled')
  const path = `/api/play/rounds/${held.round.publicId}/open`
  const drawn = await player.call<OpenedRound>('openHeldRound', { path })
  assert.deepEqual([drawn.status, drawn.body.items[0]?.name], [200, 'Enamel mug'])
  assert.equal((await player.cashBack(drawn.body.items[0]!.id)).status, 200)
})

test('an archived item stays in vaults and in the boxes that hold it; a collectible one has no value of today', async (t) => {
  const file = sureBoxes()
  const world = await startWorld(t, { operators: { aurum: { catalogue: file } } })
  const { operator } = world
  const player = await world.play(operator, 'ann')
  await win(operator, player, 'crown')
  await world.catalogue(operator, revalued('crown', 6000))
  for (const item of file.items)
    Object.assign(item, { archived: true, ...(item.key === 'crown' && { valueMinor: 6000 }) })
  await world.catalogue(operator, { items: file.items, boxes: [] })
  const { items } = await operator.coffer.listInventory({ playerExternalId: 'ann' })
  assert.deepEqual(
    items.map(({ state, currentValueMinor, valueMinor }) => [state, currentValueMinor, valueMinor]),
    [['unresolved', null, 6000]],
  )
  assert.equal((await win(operator, player, 'mug')).items[0]?.name, 'Sure mug')
  assert.equal((await player.cashBack(items[0]!.id)).status, 200)
})

test('a box shows whether a prize is in stock, and a prize without stock is won like any other', async (t) => {
  const file = sureBoxes()
  for (const [key, stock] of [
    ['mug', 0],
    ['book', 1],
  ] as const) {
    Object.assign(file.items.find((item) => item.key === key)!, { stock })
  }
  const world = await startWorld(t, { operators: { aurum: { catalogue: file } } })
  const { operator } = world
  const player = await world.play(operator, 'ann')
  for (const [key, inStock] of [
    ['mug', false],
    ['book', true],
    ['crown', true],
  ] as const) {
    const { boxId } = operator.boxes[key]!
    const { box } = await operator.coffer.getBox({ boxId })
    const played = await player.call<{ box: BoxDetail }>('getBox', { path: `/api/play/boxes/${boxId}` })
    assert.deepEqual(
      [box, played.body.box].map(({ prizes }) => prizes[0]?.inStock),
      [inStock, inStock],
    )
  }
  for (const clientActionId of ['one', 'two', 'three']) {
    const { status, body } = await player.open(winBody(operator, clientActionId, 'mug', 'book'))
    assert.deepEqual([status, body.items.map(({ name }) => name).toSorted()], [200, ['Sure book', 'Sure mug']])
  }
  assert.equal((await operator.coffer.getBox({ boxId: operator.boxes.book!.boxId })).box.prizes[0]?.inStock, true)
})

test('the same file again brings back no stock that was taken, and another number counts from then on', async (t) => {
  const file = sureBox()
  const world = await startWorld(t, { operators: { aurum: { catalogue: file } } })
  const rows = openRows(world.databaseUrl)
  const [mug] = file.items
  const importWith = async (stock: number | undefined) => {
    Object.assign(mug!, { stock })
    await world.catalogue(world.operator, file)
    const [row] = await rows.query<{ stock: string | null }>('select stock from catalogue_items')
    return row!.stock === null ? null : Number(row!.stock)
  }
  assert.equal(await importWith(10), 10)
  await rows.query('update catalogue_items set stock = 7')
  assert.equal(await importWith(10), 7)
  mug!.name = 'Large enamel mug'
  assert.equal(await importWith(10), 7)
  assert.equal(await importWith(20), 20)
  assert.equal(await importWith(undefined), null)
  assert.equal(await importWith(10), 10)
})
