import type { GameKey } from '@coffer/contract/games'
import type { RoundProof } from '@coffer/contract/s2s'
import type { RoundAnswer } from '@coffer/contract/shapes'
import type { ActionKey, ActionKind } from '../actions/index.ts'
import { type Owner, ownerOf } from '../kernel/index.ts'
import type { Who } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import type { OperationRow } from '../wallet/index.ts'
import type { RoundRecord } from './store.ts'

/** What a game has of its own. Everything else of a round is the same for all games. */
export type Game = {
  key: GameKey
  /** What actions that play it are: both surfaces and all modes share one kind. */
  actionKind: ActionKind
  /** Ends a paid round: draws, grants, and says what its player is shown. */
  settle: Settle
  /** Rounds of it as clients see them; a constant number of statements for any number of them. */
  viewRounds(ctx: Context, tx: Tx, operatorId: number, rounds: readonly RoundRecord[]): Promise<RoundAnswer[]>
  /** What proves a settled round: a row for each of its draws. */
  proveRound(tx: Tx, round: RoundRecord): Promise<RoundProof['reels']>
}

/** The game of a round. */
export type GameOf = (round: RoundRecord) => Game

/** All games there are. */
export type Games = Readonly<Record<GameKey, Game>>

export type Settle = (ctx: Context, tx: Tx, settling: Settling) => Promise<Record<string, unknown>>

/** A round that is paid for, in the transaction that ends it; the round is locked. */
export type Settling = Who & {
  game: Game
  round: RoundRecord
  balanceAfterMinor: number | null
  /** The debit that paid it, as it is now; null when nobody's money moved, or it did so long before. */
  debit: OperationRow | null
  /** Whose free opens of the lowest reel's box the answer counts; it shows none when omitted. */
  freeOpensOf?: FreeOpensOf | undefined
}

/** Whose free opens are counted: those of campaigns, and of the launch of a session when there is one. */
export type FreeOpensOf = { owner: Owner; launchId: number | null }

/** The action that plays: a `clientActionId` is unique for the player and the game. */
export function actionThatPlays(game: Game, owner: Owner, clientActionId: string): ActionKey {
  return { owner, kind: game.actionKind, clientActionId }
}

/** The action that a round was played by. */
export function actionOf(game: Game, round: RoundRecord): ActionKey {
  return actionThatPlays(game, ownerOf(round), round.client_action_id)
}

/** The action that a cancel of a held box is: the round's id stands for a `clientActionId`. */
export function actionThatCancels(round: RoundRecord): ActionKey {
  return { owner: ownerOf(round), kind: 'held_cancel', clientActionId: round.public_id }
}
