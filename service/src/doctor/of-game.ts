import { type RawBuilder, sql } from 'kysely'
import { GAMES } from '../games/index.ts'
import type { Game } from '../rounds/index.ts'

/** What a game says of itself, by the column that names it. */
export function ofGame(column: string, say: (game: Game) => string): RawBuilder<string> {
  const cases = Object.values(GAMES).map((game) => sql`when ${sql.lit(game.key)} then ${sql.lit(say(game))}`)
  return sql`case ${sql.ref(column)} ${sql.join(cases, sql` `)} end`
}
