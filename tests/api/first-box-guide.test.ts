import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { settingsSchema } from '@coffer/contract/settings'
import { sureBoxes } from '../support/sure-boxes.ts'
import { startWorld } from '../support/world.ts'

const PROJECT_DIR = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(PROJECT_DIR, path), 'utf8')

test('the bodies that the guide to a first box shows are taken as they stand, and name what the lists call by another name', async (t) => {
  const world = await startWorld(t, { operators: { aurum: { catalogue: sureBoxes() } } })
  const { coffer, boxes } = world.operator
  const bodies = [...read('docs/guides/first-box.md').matchAll(/^```json\n(\{ "playerExternalId".*\})\n```$/gm)].map(
    ([, text]) => JSON.parse(text!),
  )
  assert.equal(bodies.length, 2)
  const [purchase, cashout] = bodies
  purchase.reels[0].boxVersionId = boxes.mug!.boxVersionId
  const { items } = await coffer.purchase(purchase)
  const listed = await coffer.listInventory({ playerExternalId: purchase.playerExternalId })
  assert.deepEqual(
    listed.items.map(({ id }) => id),
    items.map(({ id }) => id),
  )
  const paid = await coffer.cashout({ ...cashout, inventoryItemId: listed.items[0]!.id })
  assert.equal(paid.item.state, 'cashed_back')
})

test('a default that a guide names is the one that holds', () => {
  const defaults = settingsSchema({ production: true }).parse({}) as Record<string, unknown>
  const defaultOf = (path: string) =>
    path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown>)?.[name], defaults)
  const named = globSync('docs/{guides,operators}/*.md', { cwd: PROJECT_DIR }).flatMap((path) =>
    [...read(path).matchAll(/`([\w.]+)` \(default ([^)]+)\)/g)].map(([, name, value]) => ({
      path,
      name: name!,
      value: value!,
    })),
  )
  const settings = named.filter(({ name }) => defaultOf(name) !== undefined)
  assert.ok(settings.length >= 3)
  for (const { path, name, value } of settings) assert.equal(value, String(defaultOf(name)), `${path}: ${name}`)
})
