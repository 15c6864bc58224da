import { dirname } from 'node:path'
import { planCampaign, planMarket, type WrittenOperator } from '@coffer/fixtures'
import type { Coffer } from '@coffer/operator-sdk'
import {
  changeSettings,
  createEndpoint,
  createOperator,
  createStaff,
  importCatalogue,
  importValues,
  JOBS,
  type Reviewer,
  setEndpointEnabled,
} from '@coffer/service/administration'
import { hours, later, seconds } from '@coffer/service/kernel'
import { addressSettings } from '../start/addresses.ts'
import { type DemoFileOperator, webhookUrl } from '../start/demo-file.ts'
import { demoOwner } from '../start/demo-staff.ts'
import type { StartSettings } from '../start/settings.ts'
import type { Past, Secrets } from './past.ts'

/** Who the audit log names. */
export const ACTOR = 'first start'

type BoxId = { boxId: number; boxVersionId: number | null }

/** An operator in its past: what it needs to let people play. */
export type Table = {
  past: Past
  plan: WrittenOperator
  operatorId: number
  secrets: Secrets
  /** Where the casino hears of orders and verifications while it stands in the past. */
  pastEndpointId: number
  coffer: Coffer
  /** Who decides at the platform's desk. */
  reviewer: Reviewer
  boxes: Record<string, BoxId>
  items: Record<string, number>
  /** Rounds that were asked for so far. Numbers the clicks too. */
  roundsCount: number
}

/** Creates the operator with every box on sale, also those that are archived by now. */
export async function openTable(
  start: StartSettings,
  past: Past,
  plan: WrittenOperator,
  reviewer: Reviewer,
): Promise<Table> {
  const { slug, name, currency, currencies, games, settings, catalogue } = plan
  const first = { currencies, enabledGames: games }
  const made = await createOperator(past.ctx, { slug, name, currency, settings: first, actor: ACTOR })
  const { operatorId, keyId, keySecret, outboundSecret } = made
  const secrets = { keyId, keySecret, outboundSecret }
  const all = { ...settings, ...addressSettings(start, slug) }
  await changeSettings(past.ctx, operatorId, all, { actor: ACTOR })
  const onSale = start.demoDays === 0 ? catalogue : { ...catalogue, boxes: catalogue.boxes.map(unarchived) }
  const { boxes, items } = await importCatalogue(past.ctx, operatorId, onSale, dirname(plan.cataloguePath))
  past.casino.addOperator({ slug, name, currency, currencies, ...secrets })
  const endpoint = {
    operatorId,
    url: past.casino.webhookUrl(slug),
    types: ['fulfillment_notice', 'kyc_status_changed'],
    actor: ACTOR,
  }
  const { secret: webhookSecret, endpointId } = await createEndpoint(past.ctx, endpoint)
  past.casino.addOperator({ slug, name, currency, currencies, ...secrets, webhookSecret })
  await createStaff(past.ctx, demoOwner(slug), { operatorId, actor: ACTOR })
  const coffer = past.signIn(secrets)
  return { past, plan, operatorId, secrets, pastEndpointId: endpointId, coffer, reviewer, boxes, items, roundsCount: 0 }
}

/** Tells what the collectibles were worth in the months before, all at once, as a price guide is read in. */
export async function stateMarket(table: Table, start: Date): Promise<void> {
  table.past.clock.moveTo(start)
  await stateValues(
    table,
    planMarket(table.plan).map(({ key, valueMinor, second }) => [
      key,
      valueMinor,
      later(start, seconds(second)).toISOString(),
    ]),
  )
}

/** Rows of item, value and moment; the moment is now when it is empty. */
export async function stateValues(table: Table, rows: (readonly [string, number, string])[]): Promise<void> {
  const lines = ['item,valueMinor,recordedAt', ...rows.map((row) => row.join(','))]
  await importValues(table.past.ctx, table.operatorId, Buffer.from(lines.join('\n')))
}

/** Lets the casinos hear what became of orders and verifications, when every clock of the past has come to today. Of nothing else that was. */
export async function informCasinos(tables: readonly Table[]): Promise<void> {
  for (const { past } of tables) past.clock.moveTo(new Date())
  await JOBS.webhooks.run(tables[0]!.past.ctx)
  for (const { past, operatorId, pastEndpointId: endpointId } of tables) {
    await setEndpointEnabled(past.ctx, { operatorId, endpointId, enabled: false, actor: ACTOR })
  }
}

/** What the operator is today. Its casino hears of all events from now on. */
export async function leaveThePast(start: StartSettings, table: Table): Promise<Omit<DemoFileOperator, 'casinoUrl'>> {
  const { past, plan, operatorId, secrets } = table
  const { slug, name, currency, currencies } = plan
  past.clock.moveTo(new Date())
  if (start.demoDays > 0) await giveFreeOpens(table)
  const endpoint = { operatorId, url: webhookUrl(start, slug), actor: ACTOR }
  const { endpointId, secret } = await createEndpoint(past.ctx, endpoint)
  return { slug, name, currency, currencies, ...secrets, webhookSecret: secret, webhookEndpointId: endpointId }
}

async function giveFreeOpens({ past, plan, coffer, boxes }: Table): Promise<void> {
  const { extId, box, quantity, days, players } = planCampaign(plan)
  const validUntil = later(past.clock.now(), days * hours(24)).toISOString()
  const boxIds = [boxes[box]!.boxId]
  await coffer.createCampaign({ extId, boxIds, quantity, validUntil, playerExternalIds: players })
}

/** Brings some things of the catalogue to what is said here; the others stay as they are. */
export async function importSome(table: Table, some: Partial<WrittenOperator['catalogue']>): Promise<void> {
  const file = { items: [], boxes: [], ...some }
  await importCatalogue(table.past.ctx, table.operatorId, file, dirname(table.plan.cataloguePath))
}

function unarchived<Box extends { archived?: boolean | undefined }>({ archived: _, ...box }: Box) {
  return box
}
