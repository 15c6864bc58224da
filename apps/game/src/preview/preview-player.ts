import type { GamePreview } from '@coffer/contract/admin'
import { sumMinor } from '@coffer/contract/money'
import type { CashedBackItem, FairnessState, InventoryRow, RoundAnswer } from '@coffer/contract/shapes'
import { ALGORITHM_KEY, serverSeedHash } from '@coffer/fairness'
import { ApiFailure, type PlayAnswer } from '@coffer/web'
import { playRound, priceOf } from './preview-round.ts'

export type PlayerOptions = {
  /** A random seed: 64 hexadecimal digits. */
  newSeed(): string
  now(): Date
}

/** The player of a preview, with play money. Rounds and items: the newest first. */
export type Player = {
  readonly startedAt: Date
  readonly seeds: { readonly serverSeed: string; readonly clientSeed: string }
  readonly nextServerSeedHash: string
  preview: GamePreview
  balanceMinor: number
  spentMinor: number
  returnedMinor: number
  roundCount: number
  itemCount: number
  rounds: readonly RoundAnswer[]
  items: readonly InventoryRow[]
}

/** Number of opens that the play money pays for at first, and when it is refilled. */
const PAID_OPENS = 100
/** Number of rounds, and of items, that are kept: the newest. */
const HISTORY_SIZE = 100

export function createPlayer(preview: GamePreview, { newSeed, now }: PlayerOptions): Player {
  return {
    startedAt: now(),
    seeds: { serverSeed: newSeed(), clientSeed: newSeed() },
    nextServerSeedHash: serverSeedHash(newSeed()),
    preview,
    ...{ balanceMinor: PAID_OPENS * priceOf(preview), spentMinor: 0, returnedMinor: 0 },
    ...{ roundCount: 0, itemCount: 0, rounds: [], items: [] },
  }
}

/** Sets what the player opens from now on. */
export function showPreview(player: Player, preview: GamePreview): void {
  player.preview = preview
  refill(player, priceOf(preview))
}

/** Play money does not end, because a viewer of a preview cannot pay any in. */
function refill(player: Player, neededMinor: number): void {
  if (player.balanceMinor < neededMinor) player.balanceMinor += PAID_OPENS * priceOf(player.preview)
}

export function openBoxes(player: Player, reelIndexes: readonly number[], now: Date): PlayAnswer<'openRound'> {
  const { preview, seeds } = player
  const betMinor = priceOf(preview) * reelIndexes.length
  refill(player, betMinor)
  const nonce = player.roundCount++
  const names = { publicId: `preview-${player.roundCount}`, settledAt: now.toISOString() }
  const played = playRound(preview, { seeds, nonce, reelIndexes, names, nextItemId: () => ++player.itemCount })
  player.balanceMinor -= betMinor
  player.spentMinor += betMinor
  player.rounds = [played.round, ...player.rounds].slice(0, HISTORY_SIZE)
  player.items = [...played.items.toReversed(), ...player.items].slice(0, HISTORY_SIZE)
  refill(player, priceOf(preview))
  return { ...played, balanceAfterMinor: player.balanceMinor }
}

/** Throws INVENTORY_ITEM_NOT_FOUND, and CASHBACK_NOT_AVAILABLE. */
export function cashBack(player: Player, id: number): PlayAnswer<'cashBackItem'> {
  const row = player.items.find((item) => item.id === id)
  if (row === undefined) throw new ApiFailure('INVENTORY_ITEM_NOT_FOUND', 404)
  const { cashbackMinor, cashbackUncredited: uncredited } = row
  if (row.state !== 'unresolved' || cashbackMinor === null || uncredited === null) {
    throw new ApiFailure('CASHBACK_NOT_AVAILABLE', 422)
  }
  const parts = [cashbackMinor, uncredited.priceFallMinor, uncredited.priceRiseMinor, uncredited.creditsShareMinor]
  const item: CashedBackItem = { ...row, state: 'cashed_back', cashbackMinor, uncredited, basisMinor: sumMinor(parts) }
  player.items = player.items.map((other) => (other.id === id ? item : other))
  player.balanceMinor += cashbackMinor
  player.returnedMinor += cashbackMinor
  return { item, balanceAfterMinor: player.balanceMinor }
}

export function fairnessOf({ seeds, nextServerSeedHash, roundCount, startedAt }: Player): FairnessState {
  return {
    ...{ serverSeedHash: serverSeedHash(seeds.serverSeed), nextServerSeedHash, clientSeed: seeds.clientSeed },
    ...{ nextNonce: roundCount, algorithmKey: ALGORITHM_KEY, activeSince: startedAt.toISOString() },
  }
}

export function heartbeatOf(player: Player, now: Date): PlayAnswer<'heartbeat'> {
  const { startedAt, balanceMinor, spentMinor, returnedMinor, preview } = player
  const elapsedSeconds = Math.floor((now.getTime() - startedAt.getTime()) / 1000)
  return {
    ...{ expiresAt: now.toISOString(), balanceMinor, balanceFetchedAt: now.toISOString() },
    session: { startedAt: startedAt.toISOString(), elapsedSeconds },
    netPosition: {
      ...{ spentMinor, returnedMinor, netMinor: returnedMinor - spentMinor },
      currency: preview.tenant.currency,
    },
  }
}
