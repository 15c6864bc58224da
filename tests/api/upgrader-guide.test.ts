import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { CatalogueFile } from '@coffer/contract/catalogue-file'
import { PROJECT_DIR } from '../../scripts/run/program.ts'
import { sureBoxes, win } from '../support/sure-boxes.ts'
import { startWorld } from '../support/world.ts'

const GUIDE = 'docs/operators/upgrader.md'
const text = readFileSync(join(PROJECT_DIR, GUIDE), 'utf8')
const [settings, noLoss] = [...text.matchAll(/```json\n(.*?)```/gs)].map((match) => JSON.parse(match[1]!))
const STAKE_MINOR = 1000

const euro = (minor: number) => `€${(minor / 100).toFixed(2)}`

/** The cells of the rows of a table, by the first cell of its head. */
function tableOf(head: string): string[][] {
  const rows = text
    .slice(text.indexOf(`| ${head}`))
    .split('\n\n')[0]!
    .split('\n')
    .slice(2)
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

/** A prize of the guide's example, one just too dear for it, and one for another chance, beside what the sure boxes hold. */
function catalogue(): CatalogueFile {
  const { items, boxes } = sureBoxes()
  const prize = (key: string, valueMinor: number) => {
    return { key, name: key, type: 'physical' as const, valueMinor, upgraderPrize: true }
  }
  return { items: [...items, prize('lamp', 1800), prize('radio', 1901), prize('watch', 3500)], boxes }
}

test('the guide of the Upgrader says what a real service answers: settings, bands with and without no-loss, and what a thing counts for', async (t) => {
  const world = await startWorld(t, { operators: { aurum: { catalogue: catalogue(), settings } } })
  const { coffer } = world.operator
  const ann = await world.play(world.operator, 'ann')
  const aim = { playerExternalId: 'ann', wagerMinor: STAKE_MINOR }
  const bandAt = async (chanceBps: number) => {
    const { targetBand, prizes } = await coffer.upgraderPrizes({ ...aim, chanceBps })
    return { ...targetBand, prizes }
  }
  const shown = async (row: string[]) => {
    const { lowerMinor, upperMinor } = await bandAt(Number.parseInt(row[0]!, 10) * 100)
    return `${euro(lowerMinor)} to ${euro(upperMinor)}`
  }
  const rows = tableOf('Chance')
  assert.equal(rows.length, settings.upgrader.chancePresetsBps.length)
  for (const row of rows) assert.equal(await shown(row), row[1], row[0])
  const { lowerMinor, upperMinor, prizes } = await bandAt(5000)
  assert.match(text, new RegExp(`= ${upperMinor}\n3\\. lower = .* = ${lowerMinor}\n`))
  assert.deepEqual(
    prizes.map(({ valueMinor, rtpBps }) => [valueMinor, rtpBps]),
    [[1800, 9000]],
  )
  assert.match(text, /5000 · 1800 \/ 1000 = 9000 basis points/)

  const { items: won } = await win(world.operator, ann, 'mug', 'keepsake')
  const countedAs = async (ids: number[]) => {
    const { stake } = await coffer.upgraderPrizesByItems({
      playerExternalId: 'ann',
      stakeItemIds: ids,
      chanceBps: 5000,
    })
    const worth = stake.items.reduce((sum, { itemValueMinor }) => sum + itemValueMinor, 0)
    return [worth, stake.totalMinor, worth - stake.totalMinor].map(euro)
  }
  const ids = won.map(({ id }) => id)
  const counted = [await countedAs([ids[0]!]), await countedAs([ids[1]!]), await countedAs(ids)]
  const told = tableOf('Staked, with').map((row) => row.slice(1))
  assert.deepEqual(counted, told)

  await world.settings(world.operator, noLoss)
  for (const row of rows) assert.equal(await shown(row), row[2], row[0])
  const { upgrader } = await coffer.config()
  assert.match(text, new RegExp(`\\(100 − cost\\)⌋, here ${upgrader.maxChanceBps}\\.`))
})
