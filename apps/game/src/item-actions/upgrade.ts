import type { InventoryRow, UpgraderMode, UpgradeTarget } from '@coffer/contract/shapes'
import type { PlayedUpgrade } from '@coffer/contract/upgrader'
import type { ApiFailure, PlayRequest } from '@coffer/web'
import { signal } from '@preact/signals'
import { isUnderWay } from '../play/games.ts'
import type { Pace } from '../play/timing.ts'

export type UpgradeBody = PlayRequest<'playUpgrader'>['body']

/** What a click plays for, as the player saw it. */
export type Aim = {
  readonly mode: UpgraderMode
  readonly stakeItemIds: readonly number[]
  readonly stakeMinor: number
  readonly currency: string
  readonly chanceBps: number
  readonly target: UpgradeTarget
  readonly noLoss: boolean
}

/** What came of it. `item` is the row of the vault that was won, where it could be read. */
export type UpgradeResult = {
  readonly publicId: string
  readonly mode: UpgraderMode
  readonly stakeMinor: number
  readonly currency: string
  readonly chanceBps: number
  readonly rolledBps: number
  readonly isWin: boolean
  readonly target: UpgradeTarget
  readonly item: InventoryRow | null
  /** A miss is made good with points, as the player was shown before. */
  readonly noLoss: boolean
}

/** Null for one that this tab knows nothing of but its id. */
type Sent = { readonly aim: Aim | null; readonly body: UpgradeBody }

/** One play, from the click to what it gave. `asking`, `confirming` and `slowed` have no outcome yet; what follows only shows it. */
export type Upgrade =
  | ({ readonly is: 'asking' | 'confirming' | 'slowed' | 'parked' } & Sent)
  | {
      readonly is: 'turning' | 'shown'
      readonly result: UpgradeResult
      readonly pace: Pace
      /** Monotonic milliseconds of the click. */
      readonly startedAtMs: number
    }
  | { readonly is: 'refused'; readonly failure: ApiFailure; readonly aim: Aim | null }

export type UpgradeOnStage = Exclude<Upgrade, { is: 'refused' }>

export const upgrade = signal<Upgrade | null>(null)

/** True from the click until its outcome has been shown. */
export function isUpgrading(): boolean {
  return isUnderWay(upgrade.value)
}

/** Puts aside what is shown. */
export function clearUpgrade(): void {
  if (!isUpgrading()) upgrade.value = null
}

export function readPlayed({ round }: PlayedUpgrade, item: InventoryRow | null, noLoss: boolean): UpgradeResult {
  const { publicId, mode, betMinor: stakeMinor, currency, chanceBps, rolledBps, isWin, target } = round
  return { publicId, mode, stakeMinor, currency, chanceBps, rolledBps, isWin, target, item, noLoss }
}
