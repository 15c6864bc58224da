import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { s2sRoutes } from '@coffer/contract/s2s'
import { PROJECT_DIR } from '../../scripts/run/program.ts'
import { checkTypes, installPacked, lend } from './support/packed.ts'
import { runFile } from './support/program.ts'

const folder = await installPacked()
const home = join(folder, 'node_modules/@coffer/operator-sdk')
const files = readdirSync(home, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(home.length + 1))
const textOf = (file: string) => readFileSync(join(home, file), 'utf8')

test('the package is JavaScript with declarations, needs nothing else, and says what an installer asks', () => {
  const manifest = JSON.parse(textOf('package.json')) as Record<string, unknown>
  assert.deepEqual(
    [manifest.name, manifest.type, manifest.engines, manifest.private, manifest.dependencies, manifest.scripts],
    ['@coffer/operator-sdk', 'module', { node: '>=20.3' }, undefined, undefined, undefined],
  )
  const outside = files.filter((file) => !file.startsWith('types/')).sort()
  assert.deepEqual(outside, ['LICENSE', 'LICENSES-OF-OTHERS', 'README.md', 'index.js', 'package.json'])
  assert.deepEqual(
    files.filter((file) => file.startsWith('types/') && !file.endsWith('.d.ts')),
    [],
  )
  assert.deepEqual(
    readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.')),
    ['@coffer'],
  )
})

test('nothing in it imports what is not in it', () => {
  for (const file of files.filter((file) => /\.(js|d\.ts)$/.test(file))) {
    const imports = [...textOf(file).matchAll(/(?:^|\s)(?:from|import)\s*\(?\s*["']([^"']+)["']/g)].map(
      ([, name]) => name,
    )
    assert.deepEqual(
      imports.filter((name) => !/^(node:|\.)/.test(name as string)),
      [],
      file,
    )
  }
})

test('what is bundled keeps its licence', () => {
  assert.match(textOf('LICENSES-OF-OTHERS'), /^zod\n\nMIT License/)
})

test('a program in an empty folder signs the check vector, imported and required', async () => {
  const sign = `sign({ secret: 'test_secret', timestamp: 1717420800, method: 'POST', path: '/api/s2s/launches',
    body: '{"playerExternalId":"u_1","gameKey":"mystery_box","target":{"boxId":42}}' }).signature`
  writeFileSync(join(folder, 'a.mjs'), `import { sign } from '@coffer/operator-sdk'\nconsole.log(${sign})`)
  writeFileSync(join(folder, 'b.cjs'), `const { sign } = require('@coffer/operator-sdk')\nconsole.log(${sign})`)
  const expected = '4a3b330d365099005a8e6ee65459ed00d6c9043478685d490b18aedb30fae4ec\n'
  for (const file of ['a.mjs', 'b.cjs']) assert.equal(await runFile(folder, file), expected)
})

const PROGRAM = `
import { createCoffer, createWebhookHandler, verifyWebhook } from '@coffer/operator-sdk'
import type { Coffer, KycIdentity, KycReason, KycRequest, OpenedRound, PlayedUpgrade, ShippingOrder, ShippingQuote, UpgraderConfig } from '@coffer/operator-sdk'

const coffer = createCoffer({ baseUrl: 'https://a.test', keyId: 'k', keySecret: 's' })
const opened: OpenedRound = await coffer.purchase(
  { playerExternalId: 'u', clientActionId: 'c', reels: [{ reelIndex: 0, boxVersionId: 1 }] },
  { signal: AbortSignal.timeout(10), retry: { forMs: 0 } },
)
const reelIndex: number | undefined = opened.round.reels[0]?.reelIndex
await coffer.health()
await coffer.health(undefined, { timeoutMs: 1 })
await coffer.listBoxes()
await coffer.listBoxes({ ids: [1, 2], 'filter[meta.color]': 'red' })
await coffer.getBox({ boxId: 1 })
await coffer.getBox({ boxId: '1' })
// @ts-expect-error A box has an id.
await coffer.getBox({})
// @ts-expect-error A click has an id.
await coffer.purchase({ playerExternalId: 'u', reels: [{ reelIndex: 0, boxVersionId: 1 }] })
// @ts-expect-error There is no such mode.
await coffer.purchase({ playerExternalId: 'u', clientActionId: 'c', mode: 'free', reels: [] })

const event = verifyWebhook({ secrets: 'whsec_', headers: {}, body: '' })
// @ts-expect-error It may be of a type that is not known.
const early: number = event.payload.betMinor
if (event.known && event.type === 'round_settled') {
  const bet: number = event.payload.betMinor
  const { outcome } = event.payload
  if (outcome.kind === 'box') {
    const hash: string | undefined = outcome.reels[0]?.snapshotHash
    // @ts-expect-error A box is not rolled.
    const rolled: number = outcome.rolledBps
  } else {
    const rolled: number = outcome.rolledBps
    const won: number | null = outcome.wonInventoryItemId
    const aimedAt: string = outcome.target.name
    // @ts-expect-error The Upgrader has no reels.
    outcome.reels
  }
  // @ts-expect-error A round has no slug.
  const slug: string = event.payload.slug
}
if (event.known && event.type === 'fulfillment_notice') {
  const copy: ShippingOrder = event.payload.order
  const refunded: number | null = event.payload.shippingRefundedMinor
  const waits: boolean | undefined = copy.items[0]?.waitingForStock
  // @ts-expect-error There is no such change.
  event.payload.changes.includes('lost')
}
const quoted: { quote: ShippingQuote } = await coffer.quoteShipping({ playerExternalId: 'u', inventoryItemIds: [1] })
const address = { name: 'A', line1: 'B', city: 'C', region: 'D', postalCode: 'E', country: 'GB' }
const order = { playerExternalId: 'u', inventoryItemIds: [1], contact: { email: 'a@b.test' } }
await coffer.createOrder({ ...order, address })
// @ts-expect-error An order goes somewhere.
await coffer.createOrder(order)
const aim = { playerExternalId: 'u', chanceBps: 5000 }
const { prizes, config } = await coffer.upgraderPrizes({ ...aim, wagerMinor: 500 })
const { stake } = await coffer.upgraderPrizesByItems({ ...aim, stakeItemIds: [1, 2] })
const offer: UpgraderConfig = config
const counted: number | undefined = stake.items[0]?.valueMinor
const play = { ...aim, clientActionId: 'c', targetItemId: prizes[0]?.itemId ?? 1 }
const played: PlayedUpgrade = await coffer.playUpgrader({ ...play, wagerMinor: 500 })
const { round, wonItem, stake: consumed } = await coffer.playUpgraderWithItems({ ...play, stakeItemIds: [1, 2] })
const roll: number = round.rolledBps
const cashback: number | null | undefined = wonItem?.cashbackMinor
const used: 'consumed' | undefined = consumed?.items[0]?.state
// @ts-expect-error An amount is staked on one route, and things on the other.
await coffer.playUpgrader({ ...play, stakeItemIds: [1] })
if (event.known && event.type === 'kyc_status_changed') {
  const { requestId, status, retryable } = event.payload
  const again: boolean | null = retryable
  const reasons: KycReason[] = event.payload.reasons
  const identity: KycIdentity | null = event.payload.identity
  const second: string | null | undefined = identity?.addressLine2
  // @ts-expect-error An event tells no e-mail.
  event.payload.email
}
const { kycUrl } = await coffer.createKycSession({ playerExternalId: 'u', email: 'a@b.test', locale: 'en' })
// @ts-expect-error A link is for somebody who can be written to.
await coffer.createKycSession({ playerExternalId: 'u', locale: 'en' })
const asked = await coffer.reverifyKyc({ playerExternalId: 'u', reason: 'A new address' })
const cameTo: 'opened' | 'already_open' = asked.status
const { requests }: { requests: KycRequest[] } = await coffer.listKycRequests({ status: 'SUBMITTED' })
createWebhookHandler({ secrets: ['whsec_'], onEvent: async ({ deliveryId }) => deliveryId.length })

export const names: { [K in keyof Coffer]: true } = { ROUTES }
export { reelIndex }
`

test('TypeScript knows every route, its input and its answer, and narrows events', async () => {
  lend(folder, ['@types/node', 'undici-types'])
  const routes = Object.keys(s2sRoutes).map((name) => `${name}: true`)
  writeFileSync(join(folder, 'program.ts'), PROGRAM.replace('ROUTES', routes.join(', ')))
  const checked = await checkTypes(folder, ['program.ts'])
  assert.ok(checked.ok, checked.output)
})

test('the declarations say the same as the source that this repository uses', async () => {
  const exported = [...textOf('types/index.d.ts').matchAll(/export (?:type )?\{([^}]*)\}/g)].flatMap(([, list = '']) =>
    list
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
  )
  const types = [
    'Inputs',
    'Answers',
    'Coffer',
    'CofferEvent',
    'WebhookDelivery',
    'WalletCall',
    'WalletMoneyReply',
    'ErrorCode',
  ]
  assert.deepEqual(
    types.filter((name) => !exported.some((one) => one.replace('type ', '') === name)),
    [],
  )
  const source = join(PROJECT_DIR, 'packages/operator-sdk/src/index.ts')
  const lines = types.map((name) => `export const ${name}: Same<Packed.${name}, Source.${name}> = true`)
  const program = `import type * as Packed from '@coffer/operator-sdk'
import type * as Source from '${source}'
type Same<A, B> = [A, B] extends [B, A] ? true : false
${lines.join('\n')}
// @ts-expect-error Two that differ are found.
export const differ: Same<Packed.LaunchBody, Source.PurchaseBody> = true
`
  writeFileSync(join(folder, 'same.ts'), program)
  const checked = await checkTypes(folder, ['same.ts'], { exactOptionalPropertyTypes: false, skipLibCheck: true })
  assert.ok(checked.ok, checked.output)
})
