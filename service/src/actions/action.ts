import type { GameKey } from '@coffer/contract/games'

/**
 * What a `clientActionId` is unique for, besides operator and player (decisions §7, "Repeats"). Opening and cancelling a held box
 * have no such id: the round's public id stands for it. Playing a game is named as the game is, but for boxes, which came first.
 */
export type ActionKind =
  | 'box_round'
  | 'held_open'
  | 'held_cancel'
  | Exclude<GameKey, 'mystery_box'>
  | 'shipping'
  | 'nuggets_purchase'
  | 'payout'

/** An answer that every repeat of an action gets. */
export type Answer = {
  status: number
  body: Record<string, unknown>
  /** Seconds; only on an undecided 503, which is never stored. */
  retryAfterSeconds?: number
}

/** `replayed`: the action was answered before. */
export type ActionAnswer = Answer & { replayed: boolean }
