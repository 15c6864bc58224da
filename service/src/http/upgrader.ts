import { present } from '../kernel/index.ts'
import type { Context } from '../platform/index.ts'
import { listPrizes, playUpgrader, readOffer, type Stake } from '../upgrader/index.ts'
import { actionAnswer, ok, type Subject } from './handlers.ts'
import type { Asker, PerhapsAsker } from './who.ts'

/** The Upgrader: what it offers, what a stake can win, and the play. Both kinds of stake are one thing behind their routes. */
export const upgrader = {
  play: {
    upgraderConfig: async (ctx, { operator, currency }, { query }) =>
      ok(await readOffer(ctx, operator, query.currency ?? currency)),

    upgraderPrizes: async (ctx, who, { body }) => ok(await prizes(ctx, who, body)),
    upgraderPrizesByItems: async (ctx, who, { body }) => ok(await prizesByItems(ctx, who, body)),
  },
  s2s: {
    upgraderPrizes: async (ctx, who, { query }) => ok(await prizes(ctx, who, query)),
    upgraderPrizesByItems: async (ctx, who, { query }) => ok(await prizesByItems(ctx, who, query)),
  },
  both: {
    playUpgrader: async (ctx, who, { body }) => play(ctx, who, body),
    playUpgraderWithItems: async (ctx, who, { body }) => play(ctx, who, body),
  },
} satisfies Subject

/** What is asked of the Upgrader; exactly one of the stakes is there. */
type Asked = {
  wagerMinor?: number | undefined
  stakeItemIds?: readonly number[] | undefined
  chanceBps: number
  currency?: string | undefined
}

function prizes(ctx: Context, who: PerhapsAsker, asked: Asked) {
  return listPrizes(ctx, { ...who, ...stakeRequest(who, asked) })
}

async function prizesByItems(ctx: Context, who: PerhapsAsker, asked: Asked) {
  const { stake, ...shown } = await prizes(ctx, who, asked)
  return { ...shown, stake: present(stake, 'a stake of items is counted') }
}

async function play(ctx: Context, who: Asker, asked: Asked & { clientActionId: string; targetItemId: number }) {
  const { clientActionId, targetItemId } = asked
  return actionAnswer(await playUpgrader(ctx, { ...who, ...stakeRequest(who, asked), clientActionId, targetItemId }))
}

function stakeRequest(who: { currency: string }, { wagerMinor = 0, stakeItemIds, chanceBps, currency }: Asked) {
  const stake: Stake =
    stakeItemIds === undefined ? { mode: 'balance', wagerMinor } : { mode: 'items', inventoryItemIds: stakeItemIds }
  return { currency: currency ?? who.currency, chanceBps, stake }
}
