import { dirname } from 'node:path'
import type { WrittenOperator } from '@coffer/fixtures'
import type { Coffer } from '@coffer/operator-sdk'
import { changeSettings, createEndpoint, createOperator, importCatalogue } from '@coffer/service/administration'
import { addressSettings } from '../start/addresses.ts'
import { type DemoFileOperator, webhookUrl } from '../start/demo-file.ts'
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
  coffer: Coffer
  boxes: Record<string, BoxId>
  /** Rounds that were asked for so far. Numbers the clicks too. */
  roundsCount: number
}

/** Creates the operator with every box on sale, also those that are archived by now. */
export async function openTable(start: StartSettings, past: Past, plan: WrittenOperator): Promise<Table> {
  const { slug, name, currency, currencies, games, settings, catalogue } = plan
  const first = { currencies, enabledGames: games }
  const made = await createOperator(past.ctx, { slug, name, currency, settings: first, actor: ACTOR })
  const { operatorId, keyId, keySecret, outboundSecret } = made
  const secrets = { keyId, keySecret, outboundSecret }
  const all = { ...settings, ...addressSettings(start, slug) }
  await changeSettings(past.ctx, operatorId, all, { actor: ACTOR })
  const onSale = start.demoDays === 0 ? catalogue : { ...catalogue, boxes: catalogue.boxes.map(unarchived) }
  const { boxes } = await importCatalogue(past.ctx, operatorId, onSale, dirname(plan.cataloguePath))
  past.casino.addOperator({ slug, name, currency, currencies, ...secrets })
  return { past, plan, operatorId, secrets, coffer: past.signIn(secrets), boxes, roundsCount: 0 }
}

/** What the operator is today. Its casino hears of events from now on: nothing of the past is sent to it. */
export async function leaveThePast(start: StartSettings, table: Table): Promise<Omit<DemoFileOperator, 'casinoUrl'>> {
  const { past, plan, operatorId, secrets } = table
  const { slug, name, currency, currencies } = plan
  past.clock.moveTo(new Date())
  const endpoint = { operatorId, url: webhookUrl(start, slug), actor: ACTOR }
  const { endpointId, secret } = await createEndpoint(past.ctx, endpoint)
  return { slug, name, currency, currencies, ...secrets, webhookSecret: secret, webhookEndpointId: endpointId }
}

/** Brings some things of the catalogue to what is said here; the others stay as they are. */
export async function importSome(table: Table, some: Partial<WrittenOperator['catalogue']>): Promise<void> {
  const file = { items: [], boxes: [], ...some }
  await importCatalogue(table.past.ctx, table.operatorId, file, dirname(table.plan.cataloguePath))
}

function unarchived<Box extends { archived?: boolean | undefined }>({ archived: _, ...box }: Box) {
  return box
}
