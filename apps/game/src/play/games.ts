import type { GameKey } from '@coffer/contract/games'
import type { RoundAnswer } from '@coffer/contract/shapes'
import type { ComponentChildren, FunctionComponent } from 'preact'
import type { GameRoute } from '../kit/route.ts'
import { hasGame } from '../session/games.ts'
import type { Pending } from './pending.ts'

/** How a round is shown among those of the player. */
export type RoundWords = {
  /** What it won, or aimed at. */
  readonly names: readonly string[]
  /** What decided it. */
  readonly decided?: ComponentChildren
  /** What the amount that was put in is called, unless it was paid. */
  readonly bet?: string
}

/** What a game brings. `Click` is what it keeps of a click that has no answer yet. */
export type GamePart<Click extends Pending = Pending> = {
  /** What stands at its addresses. `lazyScreen` loads it when it is first looked at. */
  readonly Screen: FunctionComponent<{ at: GameRoute }>
  /** From a click until its outcome has been shown. No game takes another click meanwhile. */
  isPlaying(): boolean
  /** While something moves on the stage. The host cannot change the currency meanwhile. */
  isMoving(): boolean
  /** Brings its own click of before the reload to its end, on its screen. */
  resume(click: Click): Promise<void>
  /** The same of a click that this tab knows only by its id. Without it the round is shown among the player's once it is confirmed. */
  resumeUnknown?(clientActionId: string): Promise<void>
  /** Where a new session of this game begins, if not at its home. */
  land?(): GameRoute
  /** The session stands, a new one or one of before the reload: reads what the game offers. */
  begin?(isNew: boolean): void
  /** What a session of this game does by itself, once no click is left without an answer. */
  start?(): Promise<void>
  /** Reads prices anew: the currency or its rate has changed. */
  reprice?(): Promise<void>
  /** Whether the navigation leads to it, where the operator has it. It does, unless the game says otherwise. */
  isShown?(): boolean
  /** How a round of this game is shown, or null for one of another game. Without it only its state and its amounts are. */
  wordsOf?(round: RoundAnswer): RoundWords | null
  /** What the host is told of it in `ready`. */
  hostState?(): Readonly<Record<string, unknown>>
}

export type GameParts = Readonly<Record<GameKey, GamePart>>

let parts: GameParts

/** Takes the table of the shell, before anything is shown, so that what stands below the shell can ask all games. */
export function takeGames(table: GameParts): void {
  parts = table
}

/** From a click until its outcome has been shown: what a game keeps of it says where it is. */
export function isUnderWay(click: { readonly is: string } | null): boolean {
  return click !== null && click.is !== 'shown' && click.is !== 'refused'
}

/** True while any game has a click whose outcome has not been shown. */
export const isPlaying = () => Object.values(parts).some((game) => game.isPlaying())

export const isMoving = () => Object.values(parts).some((game) => game.isMoving())

/** How a round of whichever game is shown. */
export function wordsOfRound(round: RoundAnswer): RoundWords {
  for (const game of Object.values(parts)) {
    const words = game.wordsOf?.(round)
    if (words) return words
  }
  return { names: [] }
}

export async function repriceGames(): Promise<void> {
  const played = (Object.keys(parts) as GameKey[]).filter(hasGame)
  await Promise.all(played.map((key) => parts[key].reprice?.()))
}
