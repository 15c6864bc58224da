import { makeDemo } from './make-demo.ts'
import type { DemoWish } from './past.ts'
import { withQuickCommits } from './quick-commits.ts'

/** Makes the demo that it is told to, says what came of it, and ends. Ends at once when whoever started it is gone. */
process.once('disconnect', () => process.exit(1))
process.once('message', async (message) => {
  const wish = message as DemoWish
  // A database of somebody's own is not ours to set.
  const isOurs = wish.settings.databaseUrl === undefined
  const made = await (isOurs ? withQuickCommits(wish.databaseUrl, () => makeDemo(wish)) : makeDemo(wish))
  process.send?.(made, () => process.exit(0))
})
