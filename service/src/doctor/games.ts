import type { GameKey } from '@coffer/contract/games'
import { type RawBuilder, sql } from 'kysely'
import { GAMES } from '../games/index.ts'
import type { Game } from '../rounds/index.ts'
import { upgraderChecks } from './deals-checks.ts'
import type { GameChecks, Invariant } from './invariant.ts'
import { boxChecks } from './reels-checks.ts'
import { stakesInvariants } from './stakes-checks.ts'

/** What the doctor asks of each game beside what it asks of all rounds. */
const CHECKS: Readonly<Record<GameKey, GameChecks>> = {
  mystery_box: boxChecks,
  upgrader: { ...upgraderChecks, invariants: [...upgraderChecks.invariants, ...stakesInvariants] },
}

export const gamesInvariants: readonly Invariant[] = Object.values(CHECKS).flatMap((game) => game.invariants)

/** Everything that was drawn, and everything that was won, in whatever game. */
export const ALL_DRAWS = unionOf('draws')
export const ALL_PRIZES = unionOf('prizes')

function unionOf(part: 'draws' | 'prizes'): RawBuilder<unknown> {
  const queries = Object.values(CHECKS).map((game) => game[part])
  return sql.join(queries, sql` union all `)
}

/** What a game says of itself, by the column that names it. */
export function ofGame(column: string, say: (game: Game) => string): RawBuilder<string> {
  const cases = Object.values(GAMES).map((game) => sql`when ${sql.lit(game.key)} then ${sql.lit(say(game))}`)
  return sql`case ${sql.ref(column)} ${sql.join(cases, sql` `)} end`
}
