import { listCoinPrizes, tossCoin } from '../coin/index.ts'
import { actionAnswer, ok, type Subject } from './handlers.ts'

/** The coin: what can be tossed for, and the toss. */
export const coin = {
  play: {
    coinPrizes: async (ctx, { operator, currency }) => ok(await listCoinPrizes(ctx, operator, currency)),
    tossCoin: async (ctx, session, { body }) => actionAnswer(await tossCoin(ctx, { ...session, ...body })),
  },
} satisfies Subject
