import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { guideOf } from './guide-edits.ts'
import { PROJECT_DIR, readSourceTree } from './source-tree.ts'

/** The files of a coin, laid out as they stand in the project once it is added. */
export const COIN = 'tests/coin/'
export const COIN_FILES = readSourceTree().flatMap(({ path }) =>
  path.startsWith(COIN) ? [path.slice(COIN.length)] : [],
)

/** The guide that adds it. */
export const GUIDE = guideOf(readFileSync(join(PROJECT_DIR, 'docs/guides/a-new-game.md'), 'utf8'))
