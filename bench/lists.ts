import { setTimeout as sleep } from 'node:timers/promises'
import { type Coffer, createCoffer } from '@coffer/operator-sdk'
import { makeClient } from './support/client.ts'
import { COLUMNS, columnsByTable } from './support/copies.ts'
import { emptySample, percentile, type Sample } from './support/latencies.ts'
import { CROWD_ROWS_EACH, fillStatements, modelsOf, ONE_OF_CROWD, WHALE } from './support/list-rows.ts'
import { type Machine, readMachine } from './support/machine.ts'
import { openSender } from './support/opens.ts'
import type { Slug } from './support/operators.ts'
import { WITHOUT_PLACE } from './support/past.ts'
import type { Stage } from './support/stage.ts'

export type ListsOptions = {
  /** Rows in each list of the operator that has many; the other one has a hundredth. */
  rows: number
  /** Pages that are read of each list. */
  pages: number
  say?: (line: string) => void
}

export type ListsRow = { list: string; fewP50Ms: number; manyP50Ms: number; ratio: number }
export type ListsResult = { machine: Machine; fewRows: number; manyRows: number; pages: number; rows: ListsRow[] }

/** A page may take so many times as long when there are a hundred times as many rows. */
export const LARGEST_RATIO = 1.3

export const FEW: Slug = 'plumbum'
export const MANY: Slug = 'aurum'
/** Every player of either operator has more rows of each kind. */
const limit = 20
const WARM_UP_PAGES = 20

const ADDRESS = {
  ...{ name: 'Ann Archer', line1: '1 Quay Street', line2: null, city: 'Galway', region: 'Connacht' },
  ...{ postalCode: 'H91 A1', country: 'IE', phone: null },
}
const CONTACT = { email: 'ann@example.test' }

type Read = (coffer: Coffer) => Promise<unknown>

/** Reads the same lists of two operators by turns, of which one has a hundred times as many rows, and compares the medians. */
export async function benchLists(stage: Stage, options: ListsOptions): Promise<ListsResult> {
  const filled = await fillOperators(stage, options)
  const coffers = [FEW, MANY].map((slug) => {
    const { keyId, keySecret } = stage.operators[slug]
    return createCoffer({ baseUrl: stage.service.url, keyId, keySecret })
  })
  const found: ListsRow[] = []
  for (const [list, read] of Object.entries(lists())) {
    const [fewP50Ms, manyP50Ms] = await byTurns(
      coffers.map((coffer) => () => read(coffer)),
      options.pages,
    )
    found.push({ list, fewP50Ms: fewP50Ms!, manyP50Ms: manyP50Ms!, ratio: manyP50Ms! / fewP50Ms! })
  }
  return { ...filled, pages: options.pages, rows: found }
}

/** Gives two operators rows in each list, one of them a hundred times as many. */
export async function fillOperators(
  stage: Stage,
  { rows, say = () => {} }: ListsOptions,
): Promise<Pick<ListsResult, 'machine' | 'fewRows' | 'manyRows'>> {
  const machine = readMachine()
  const crowdCount = Math.max(1, Math.floor(rows / 100 / CROWD_ROWS_EACH))
  const manyRows = crowdCount * CROWD_ROWS_EACH * 100
  const fewRows = manyRows / 100
  const columns = columnsByTable(await stage.runSql([COLUMNS]))
  for (const [slug, rowCount] of [
    [FEW, fewRows],
    [MANY, manyRows],
  ] as const) {
    await makeModels(stage, slug)
    await stage.runSql(fillStatements({ slug, rowCount, crowdCount, columns }))
    say(`${rowCount} rows of one player of ${slug} in each list, and as many of ${crowdCount}`)
  }
  await stage.runSql(['vacuum analyze'])
  return { machine, fewRows, manyRows }
}

/** Opens until there is an item, waits for the place of its entry in the history, and places an order. */
async function makeModels(stage: Stage, slug: Slug): Promise<void> {
  const { operatorId, keyId, keySecret } = stage.operators[slug]
  const coffer = createCoffer({ baseUrl: stage.service.url, keyId, keySecret })
  const goods = `select item_id::int as id from catalogue_items where operator_id = ${operatorId} and type = 'physical' limit 1`
  const [good] = await stage.runSql([goods])
  const order = { clientActionId: 'order', itemId: Number(good?.id), address: ADDRESS, contact: CONTACT }
  await coffer.buyWithNuggets({ playerExternalId: 'buyer', ...order })
  const client = makeClient(stage.service.url, 1)
  const open = openSender(client, await stage.enter(slug, 1), 1)
  while ((await stage.countRows(modelsOf(slug))) === 0) await open(0)
  while ((await stage.countRows(WITHOUT_PLACE)) > 0) await sleep(100)
  await client.close()
}

export function listsAreFlat({ rows }: ListsResult): boolean {
  return rows.every(({ ratio }) => ratio <= LARGEST_RATIO)
}

function lists(): Record<string, Read> {
  const found: Record<string, Read> = {
    'history of all': (coffer) => coffer.history({ limit }),
    'history of all, one type': (coffer) => coffer.history({ limit, types: 'open' }),
    'history of all, a rare type': (coffer) => coffer.history({ limit, types: 'refund' }),
  }
  for (const [who, playerExternalId] of [
    ['who owns all', WHALE],
    ['of many', ONE_OF_CROWD],
  ] as const) {
    const of = { playerExternalId, limit }
    Object.assign(found, {
      [`vault of one ${who}`]: (coffer: Coffer) => coffer.listInventory(of),
      [`vault of one ${who}, a rare state`]: (coffer: Coffer) => coffer.listInventory({ ...of, state: 'fulfilled' }),
      [`vault of one ${who}, a rare type`]: (coffer: Coffer) =>
        coffer.listInventory({ ...of, state: 'unresolved,fulfilled', type: 'digital' }),
      [`history of one ${who}`]: (coffer: Coffer) => coffer.history(of),
      [`history of one ${who}, a rare type`]: (coffer: Coffer) => coffer.history({ ...of, types: 'refund' }),
      [`rounds of one ${who}`]: (coffer: Coffer) => coffer.listRounds(of),
      [`rounds of one ${who}, a rare status`]: (coffer: Coffer) => coffer.listRounds({ ...of, status: 'voided' }),
    } satisfies Record<string, Read>)
  }
  return found
}

/** Medians of several reads, in milliseconds. Each turn begins with another of them. */
export async function byTurns(reads: readonly (() => Promise<unknown>)[], pages: number): Promise<number[]> {
  const samples: Sample[] = reads.map(emptySample)
  for (let turn = 0; turn < WARM_UP_PAGES + pages; turn++) {
    for (let step = 0; step < reads.length; step++) {
      const which = (turn + step) % reads.length
      const began = performance.now()
      await reads[which]!()
      if (turn >= WARM_UP_PAGES) samples[which]!.latencies.push(performance.now() - began)
    }
  }
  return samples.map((sample) => percentile(sample, 50))
}
