import { parseArgs } from 'node:util'
import {
  benchHanging,
  benchOpen,
  benchProfile,
  hangingTable,
  openTable,
  profileTables,
  type Stage,
  setStage,
  writeHanging,
  writeOpen,
  writeProfile,
} from './index.ts'

const USAGE = 'npm run bench -- open|hanging|profile [--seconds N] [--repeats N] [--keep]'

type Asked = { seconds: number | undefined; repeats: number | undefined; keep: boolean; command: string }

const say = (line: string) => console.log(`  ${line}`)

const BENCHES: Readonly<Record<string, (stage: Stage, asked: Asked) => Promise<string>>> = {
  open: async (stage, { seconds = 10, repeats = 3, keep, command }) => {
    const result = await benchOpen(stage, { seconds, repeats, inFlight: [64, 256], players: 512, say })
    if (keep) writeOpen(result, command)
    return openTable(result)
  },
  hanging: async (stage, { seconds = 7, repeats = 4, keep, command }) => {
    const options = { seconds, repeats, hanging: 300, ratePerSecond: 50, players: 512 }
    const result = await benchHanging(stage, { ...options, say })
    if (keep) writeHanging(result, command)
    return hangingTable(result)
  },
  profile: async (stage, { seconds = 10, keep }) => {
    const result = await benchProfile(stage, { seconds, inFlight: 64, players: 512 })
    if (keep) writeProfile(result)
    return profileTables(result)
  },
}

/** `npm run bench`: measures on this machine, with everything started for it alone. `--keep` writes to `bench/results`. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { seconds: { type: 'string' }, repeats: { type: 'string' }, keep: { type: 'boolean', default: false } },
  })
  const bench = BENCHES[positionals[0] ?? '']
  const [seconds, repeats] = [values.seconds, values.repeats].map((text) =>
    text === undefined ? undefined : Number(text),
  )
  if (!bench || positionals.length > 1 || [seconds, repeats].some((n) => n !== undefined && !(n > 0)))
    throw new Error(USAGE)
  const command = ['npm run bench --', ...process.argv.slice(2)].join(' ')
  const stage = await setStage()
  try {
    const { fsync, synchronousCommit, onDisk, version } = stage.durability
    say(
      `PostgreSQL ${version}, fsync ${fsync}, synchronous_commit ${synchronousCommit}, ${onDisk ? 'on disk' : 'IN MEMORY'}`,
    )
    console.log(`\n${await bench(stage, { seconds, repeats, keep: values.keep, command })}`)
  } finally {
    await stage.close()
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error)
    process.exit(1)
  },
)
