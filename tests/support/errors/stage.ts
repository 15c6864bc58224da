import type { TestContext } from 'node:test'
import { type Fault, faults } from '@coffer/reference-operator'
import type { Player } from '../player.ts'
import { openRows, type Rows } from '../rows.ts'
import { type DeskBrowser, startDesk } from '../staff.ts'
import { upgraderCatalogue } from '../upgrader.ts'
import { startWorld, type TestOperator, type World } from '../world.ts'

/** A world in which every code can be provoked, one after the other. */
export type ErrorStage = {
  /** Ends with the one request, not with the world. */
  t: TestContext
  world: World
  rows: Rows
  /** Everything is allowed here. */
  usual: TestOperator
  /** A player whom nobody has used before, in a session. */
  enter(operator: TestOperator, launch?: object): Promise<Player>
  /** An id that was not sent before. */
  fresh(): string
  /** The wallet has this fault once, in its next call of the type. */
  fail(type: 'wallet.debit' | 'wallet.credit' | 'wallet.balance', fault: Fault): void
}

/** The other operators, by what one cannot do with them. */
const OTHERS = {
  /** Ships nothing and takes nothing back. */
  stingy: { 'policies.shippingEnabled': false, 'policies.refundEnabled': false },
  /** Ships what is worth a thousand euro. */
  choosy: { 'shipping.minShipmentValueMinor': 100_000 },
  /** Charges for shipping. */
  dear: { 'shipping.defaultCostMinor': 700 },
  /** Serves one request in a second. */
  slow: {
    kyc: { enabled: true },
    rateLimits: { playPerSecond: 1, playBurst: 1, backendPerSecond: 1, backendBurst: 5 },
  },
  /** Has the Upgrader too. */
  trading: { enabledGames: ['mystery_box', 'upgrader'] },
  /** Pays ten euro for an item at most. */
  thrifty: { 'cashback.maxItemMinor': 1000 },
  /** Notices when a rate moves. */
  watchful: { 'fx.toleranceBps': 100 },
  /** Confirms and rejects by two pairs of eyes. */
  careful: { kyc: { enabled: true, fourEyes: true } },
  /** Is changed by what is tried. */
  closing: { kyc: { enabled: true } },
} as const

export type OtherOperator = keyof typeof OTHERS

export async function makeErrorStage(t: TestContext): Promise<ErrorStage> {
  const catalogue = upgraderCatalogue()
  const others = Object.entries(OTHERS).map(([slug, settings]) => [slug, { catalogue, settings }])
  const usual = { catalogue, settings: { kyc: { enabled: true } } }
  const operators = { usual, ...Object.fromEntries(others) }
  const world = await startWorld(t, { operators })
  let count = 0
  const fresh = () => `fresh-${count++}`
  return {
    ...{ t, world, fresh },
    rows: openRows(world.databaseUrl),
    usual: world.operator,
    enter: (operator, launch) => world.play(operator, fresh(), launch),
    fail: (type, fault) => {
      world.casino.wallet.faults.push({ when: { type }, times: 1, fault })
    },
  }
}

export function otherOperator({ world }: ErrorStage, slug: OtherOperator): TestOperator {
  return world.operators[slug]!
}

export const { refuse, serverError } = faults

/** Signs a new owner of the usual operator in to the admin. */
export function signInOwner({ world, usual, fresh }: ErrorStage): Promise<DeskBrowser> {
  return startDesk(world, `${fresh()}@staff.example`, ['owner'], usual)
}
