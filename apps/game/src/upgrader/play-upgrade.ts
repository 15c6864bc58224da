import type { PlayedUpgrade } from '@coffer/contract/upgrader'
import { type ApiFailure, isUndecided, uniqueId } from '@coffer/web'
import { postToHost } from '../host/host.ts'
import { unpick } from '../item-actions/stake.ts'
import {
  type Aim,
  isUpgrading,
  readPlayed,
  type UpgradeBody,
  type UpgradeResult,
  upgrade,
} from '../item-actions/upgrade.ts'
import { readUpgraderConfig } from '../item-actions/upgrader-config.ts'
import { findItem, refreshVault } from '../items/vault-lists.ts'
import { failureOf, untilAnswered } from '../kit/answers.ts'
import { land, route } from '../kit/route.ts'
import { isPlaying } from '../play/games.ts'
import { paceNow } from '../play/pace.tsx'
import { dropPending, keepPending, type Pending } from '../play/pending.ts'
import { api } from '../session/api.ts'
import { refreshBalance, takeBalance } from '../session/balance.ts'
import { refreshSessionFigures } from '../session/session-figures.ts'

/** `aim` is null for a click that this tab knows only by its id. */
export type PendingUpgrade = Pending<'upgrader'> & { readonly aim: Aim | null; readonly body: UpgradeBody }

const GIVE_UP_MS = 120_000

/** Plays once. A click is one `clientActionId`, whatever becomes of its first request. */
export function playUpgrade(aim: Aim): Promise<void> {
  if (isPlaying()) return Promise.resolve()
  const { mode, stakeItemIds, stakeMinor, currency, chanceBps, target } = aim
  const stake = mode === 'items' ? { stakeItemIds: [...stakeItemIds] } : { wagerMinor: stakeMinor }
  const body = { clientActionId: uniqueId(), ...stake, chanceBps, targetItemId: target.itemId }
  const ofUpgrader = { gameKey: 'upgrader', mode, chanceBps, targetItemId: target.itemId }
  postToHost('round.started', { ...ofUpgrader, betMinor: stakeMinor, currency, funding: 'player' })
  return send(aim, body)
}

/** Repeats a play that was left without an answer before a reload. */
export async function resumeUpgrade({ aim, body }: Pick<PendingUpgrade, 'aim' | 'body'>): Promise<void> {
  land({ screen: 'upgrader' })
  if (!isUpgrading()) await send(aim, body)
}

/**
 * Asks for the outcome of a play that this tab knows nothing of but its id. The service answers an id that it knows whatever else is
 * sent with it; one that it did not know would be refused for its chance, so nothing is ever staked by this.
 */
export function resumeUnknownUpgrade(clientActionId: string): Promise<void> {
  return resumeUpgrade({ aim: null, body: { clientActionId, wagerMinor: 0, chanceBps: 0, targetItemId: 1 } })
}

export function checkUpgradeAgain(): void {
  const parked = upgrade.value
  if (parked?.is === 'parked') void send(parked.aim, parked.body)
}

/** Shows what came of it once the needle stands. */
export function showUpgrade(): void {
  const now = upgrade.value
  if (now?.is !== 'turning') return
  upgrade.value = { ...now, is: 'shown' }
  postSettled(now.result)
}

async function send(aim: Aim | null, body: UpgradeBody): Promise<void> {
  const startedAtMs = performance.now()
  keepPending<PendingUpgrade>({ game: 'upgrader', aim, body })
  upgrade.value = { is: 'asking', aim, body }
  try {
    const answer = await untilAnswered(
      () => api.call('playUpgrader', { body }),
      GIVE_UP_MS,
      (is) => {
        upgrade.value = { is, aim, body }
      },
    )
    dropPending()
    await show(aim, answer, startedAtMs)
  } catch (thrown) {
    refuse(aim, body, failureOf(thrown))
  }
}

async function show(aim: Aim | null, answer: PlayedUpgrade, startedAtMs: number): Promise<void> {
  const item = answer.wonItem ? await findItem(answer.wonItem.inventoryItemId) : null
  const result = readPlayed(answer, item, aim?.noLoss ?? false)
  if (result.mode === 'balance') takeBalance(answer.balanceAfterMinor, result.currency)
  unpick(answer.stake?.items.map(({ inventoryItemId: id }) => id) ?? [])
  refreshSessionFigures()
  void refreshVault()
  upgrade.value = { is: 'turning', result, pace: paceNow(), startedAtMs }
  // Nobody looks: without this no box could be opened before the player came back.
  if (route.peek().screen !== 'upgrader') showUpgrade()
}

function refuse(aim: Aim | null, body: UpgradeBody, failure: ApiFailure): void {
  if (isUndecided(failure)) {
    upgrade.value = { is: 'parked', aim, body }
    return
  }
  dropPending()
  upgrade.value = { is: 'refused', failure, aim }
  if (failure.code === 'INSUFFICIENT_FUNDS') {
    if (aim) postToHost('funds.insufficient', { neededMinor: aim.stakeMinor, currency: aim.currency })
    void refreshBalance()
  }
  if (failure.code.startsWith('UPGRADER_')) void readUpgraderConfig()
}

function postSettled({ publicId, stakeMinor, isWin, target, currency }: UpgradeResult): void {
  postToHost('round.settled', {
    ...{ gameKey: 'upgrader', publicId, betMinor: stakeMinor, payoutMinor: isWin ? target.valueMinor : 0, currency },
    funding: 'player',
  })
}
