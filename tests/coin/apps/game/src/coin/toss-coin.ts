import { type ApiFailure, isUndecided, type PlayAnswer, type PlayRequest } from '@coffer/web'
import { signal } from '@preact/signals'
import { postToHost } from '../host/host.ts'
import { refreshVault } from '../items/vault-lists.ts'
import { failureOf, untilAnswered } from '../kit/answers.ts'
import { land } from '../kit/route.ts'
import { isPlaying, isUnderWay } from '../play/games.ts'
import { dropPending, keepPending, type Pending } from '../play/pending.ts'
import { api } from '../session/api.ts'
import { takeBalance } from '../session/balance.ts'
import { refreshSessionFigures } from '../session/session-figures.ts'

type TossBody = PlayRequest<'tossCoin'>['body']
export type PendingToss = Pending<'coin'> & { readonly body: TossBody }
export type CoinPrize = PlayAnswer<'coinPrizes'>['prizes'][number]

type Toss =
  | { readonly is: 'asking' | 'parked'; readonly body: TossBody }
  | { readonly is: 'shown'; readonly round: PlayAnswer<'tossCoin'>['round'] }
  | { readonly is: 'refused'; readonly failure: ApiFailure }

const GIVE_UP_MS = 120_000

/** The toss that is under way, or the last one. */
export const toss = signal<Toss | null>(null)
export const isTossing = () => isUnderWay(toss.value)

/** Tosses once. A click is one `clientActionId`, whatever becomes of its first request. */
export function tossFor({ itemId, betMinor, currency }: CoinPrize): Promise<void> {
  if (isPlaying()) return Promise.resolve()
  postToHost('round.started', { gameKey: 'coin', targetItemId: itemId, betMinor, currency, funding: 'player' })
  return send({ clientActionId: crypto.randomUUID(), targetItemId: itemId })
}

export async function resumeToss({ body }: PendingToss): Promise<void> {
  land({ screen: 'coin' })
  if (!isTossing()) await send(body)
}

async function send(body: TossBody): Promise<void> {
  keepPending<PendingToss>({ game: 'coin', body })
  toss.value = { is: 'asking', body }
  const ask = () => api.call('tossCoin', { body })
  try {
    show(await untilAnswered(ask, GIVE_UP_MS, () => {}))
  } catch (thrown) {
    const failure = failureOf(thrown)
    if (!isUndecided(failure)) dropPending()
    toss.value = isUndecided(failure) ? { is: 'parked', body } : { is: 'refused', failure }
  }
}

function show({ round, balanceAfterMinor }: PlayAnswer<'tossCoin'>): void {
  dropPending()
  const { publicId, betMinor, payoutMinor, currency } = round
  takeBalance(balanceAfterMinor, currency)
  refreshSessionFigures()
  void refreshVault()
  toss.value = { is: 'shown', round }
  postToHost('round.settled', { gameKey: 'coin', publicId, betMinor, payoutMinor, currency, funding: 'player' })
}
