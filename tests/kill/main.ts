import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { wordsOf } from './report.ts'
import { runKills } from './run.ts'

const USAGE = 'npm run kill -- --kills 500 [--seed text] [--minutes 30]'

/** `npm run kill`: the kill test at any length. Ends with 0 only when nothing was violated. */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { kills: { type: 'string' }, seed: { type: 'string' }, minutes: { type: 'string' } },
  })
  const kills = Number(values.kills ?? 50)
  const minutes = values.minutes === undefined ? undefined : Number(values.minutes)
  if (!Number.isSafeInteger(kills) || kills < 1 || (minutes !== undefined && !(minutes > 0))) throw new Error(USAGE)
  const seed = values.seed ?? randomBytes(4).toString('hex')
  console.log(`seed ${seed}, ${kills} kills`)
  const say = (line: string) => console.log(`  ${line}`)
  const report = await runKills({ seed, kills, say, ...(minutes === undefined ? {} : { minutes }) })
  console.log(wordsOf(report))
  return report.violations.length === 0 ? 0 : 1
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error)
    process.exit(1)
  },
)
