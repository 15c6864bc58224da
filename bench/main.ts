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

const USAGE = 'npm run bench -- open|hanging|profile [--seconds N] [--repeats N] [--rate N] [--keep]'

type Asked = { seconds?: number; repeats?: number; rate?: number; keep: boolean; command: string }

const say = (line: string) => console.log(`  ${line}`)

const BENCHES: Readonly<Record<string, (stage: Stage, asked: Asked) => Promise<string>>> = {
  open: async (stage, { seconds = 10, repeats = 3, keep, command }) => {
    const result = await benchOpen(stage, { seconds, repeats, inFlight: [64, 256], players: 512, say })
    if (keep) writeOpen(result, command)
    return openTable(result)
  },
  hanging: async (stage, { seconds = 7, repeats = 4, rate = 25, keep, command }) => {
    const options = { seconds, repeats, hanging: 300, ratePerSecond: rate, players: 512 }
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
    options: {
      seconds: { type: 'string' },
      repeats: { type: 'string' },
      rate: { type: 'string' },
      keep: { type: 'boolean', default: false },
    },
  })
  const bench = BENCHES[positionals[0] ?? '']
  if (!bench || positionals.length > 1) throw new Error(USAGE)
  const { keep } = values
  const asked = { ...numbersOf(values), keep, command: ['npm run bench --', ...process.argv.slice(2)].join(' ') }
  const stage = await setStage()
  try {
    const { fsync, synchronousCommit, onDisk, version } = stage.durability
    const place = onDisk ? 'on disk' : 'IN MEMORY'
    say(`PostgreSQL ${version}, fsync ${fsync}, synchronous_commit ${synchronousCommit}, ${place}`)
    console.log(`\n${await bench(stage, asked)}`)
  } finally {
    await stage.close()
  }
}

type Numbers = Pick<Asked, 'seconds' | 'repeats' | 'rate'>

function numbersOf(values: { [name in keyof Numbers]: string | undefined }): Numbers {
  const numbers: Numbers = {}
  for (const name of ['seconds', 'repeats', 'rate'] as const) {
    const text = values[name]
    if (text === undefined) continue
    numbers[name] = Number(text)
    if (!(numbers[name] > 0)) throw new Error(USAGE)
  }
  return numbers
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error)
    process.exit(1)
  },
)
