import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleBox } from '@coffer/fixtures'
import { checkInvariants } from '@coffer/service/administration'
import type { Context } from '../../service/src/platform/index.ts'
import { copyRows } from '../support/copied-rows.ts'
import { listenIn, readCount } from '../support/query-count.ts'
import { openNumbers } from '../support/rows.ts'
import { shipEverything } from '../support/shipping.ts'
import { LIFE_PRIZES, LIFE_SETTINGS, upgradeEverything } from '../support/upgrader.ts'
import { startWorld } from '../support/world.ts'

const COUNT = 5_000
/** Some tables have more rows than one for each order; one of every row with every other has millions. */
const MOST_ROWS = 50 * COUNT

/** What becomes of the columns that are unique, in the nth copy of a row. */
const COPIES = {
  shipping_orders: "order_id = -n, public_id = 'ord_' || n",
  shipping_lines: 'line_id = -n, order_id = -n, inventory_item_id = -n',
  shipping_moves: 'move_id = -n, order_id = -n',
  shipping_intents: "intent_id = -n, order_public_id = 'ord_' || n, fingerprint = n",
  actions: `client_action_id = 'copy-' || n, subject_id = n, body = replace(body, body::jsonb -> 'order' ->> 'publicId', 'ord_' || n)`,
  wallet_operations: "operation_id = -n, idempotency_key = 'key-' || n, subject_id = 'ord_' || n",
  history_entries:
    "entry_id = -n, position = 1000000 + n, recorded_at = occurred_at, operation_id = -n, order_public_id = 'ord_' || n",
  outbox_events: "event_id = -n, idempotency_key = 'fulfillment_notice:ord_' || n || ':1'",
  rounds: "round_id = -n, public_id = 'rnd_' || n, nonce = nonce + n",
  round_deals: 'round_id = -n, won_inventory_item_id = -n',
  upgrader_stakes: 'round_id = -n, inventory_item_id = -n',
  inventory_items: "inventory_item_id = -n, round_public_id = 'rnd_' || n",
}

/** The rows that are copied: of goods bought with Nuggets where there are such, and of plays with items. */
const COPIED: Partial<Record<keyof typeof COPIES, string>> = {
  shipping_orders: "origin = 'nuggets'",
  actions: "kind = 'nuggets_purchase' and body::jsonb -> 'order' <> 'null'",
  wallet_operations: "kind = 'shipping_debit'",
  history_entries: "type = 'shipping'",
  outbox_events: "type = 'fulfillment_notice'",
  rounds: "mode = 'items'",
  round_deals: 'won_inventory_item_id is not null',
  inventory_items: "state = 'consumed'",
}

test('what the doctor reads of orders and of Upgrader rounds grows as they do, and never compares each with each', async (t) => {
  const settings = { ...LIFE_SETTINGS, 'shipping.defaultCostMinor': 300 }
  const catalogue = sampleBox()
  catalogue.items.push(...LIFE_PRIZES)
  const world = await startWorld(t, { operators: { aurum: { catalogue, settings } } })
  await upgradeEverything(world, 'leo')
  await shipEverything(world, 'ann')
  const rows = openNumbers(world.databaseUrl)
  await rows.query('begin')
  await copyRows(rows, COPIES, { count: COUNT, where: COPIED })
  // As little as there is for tables that are bigger than memory.
  await rows.query("set local work_mem = '64kB'; set local hash_mem_multiplier = 1")

  const { tx, asked } = listenIn({
    ...rows,
    // The picture is that of the transaction which has made it.
    query: async (text, values) => (text.startsWith('set ') ? [] : rows.query(text, values)),
  })
  const { limits, sealer } = world.service.ctx
  const systemTx: Context['systemTx'] = (work) => work(tx)
  await checkInvariants({ systemTx, limits, sealer })
  const statements = asked
    .map(({ text, values }) => ({ text: text.replace(/^close all; declare doctor no scroll cursor for /, ''), values }))
    .filter(({ text }) => /^\s*select/.test(text))
  const told = []
  for (const statement of statements) told.push(await readCount(rows, statement))
  await rows.query('rollback')
  assert.ok(told.some(({ most }) => most > COUNT))
  for (const { plan, most } of told) assert.ok(most <= MOST_ROWS, `${most} rows are read\n${plan}`)
})
