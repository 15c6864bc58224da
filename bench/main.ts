import { parseArgs } from 'node:util'
import { benchAdmin } from './admin.ts'
import { benchCrowd } from './crowd.ts'
import { benchDraws } from './draws.ts'
import { benchGrowth } from './growth.ts'
import { benchHanging } from './hanging.ts'
import { benchLists, listsAreFlat } from './lists.ts'
import { benchOpen } from './open.ts'
import { benchPaid } from './paid.ts'
import { benchParts } from './parts.ts'
import { benchProcesses } from './processes.ts'
import { benchProfile } from './profile.ts'
import { CLIENTS } from './support/pgbench.ts'
import {
  writeCrowd,
  writeDraws,
  writeGrowth,
  writeHanging,
  writeLists,
  writeOpen,
  writePaid,
  writeParts,
  writeProcesses,
  writeProfile,
  writeWebhooks,
} from './support/results.ts'
import { type Stage, setStage } from './support/stage.ts'
import {
  crowdTable,
  drawsTable,
  growthTable,
  hangingTable,
  listsTable,
  openTable,
  paidTable,
  partsTable,
  processesTable,
  profileTables,
  webhooksTables,
} from './support/tables.ts'
import { benchWebhooks } from './webhooks.ts'

const USAGE = `npm run bench -- open|hanging|crowd|growth|processes|lists|admin|profile|draws|parts|webhooks|paid…
  --seconds N     length of a window of load; parts: of ten
  --repeats N     how often each window is repeated
  --players N     players in their sessions
  --branches N    open: branches of pgbench's TPC-B
  --in-flight N   requests at once; may be said several times
  --rate N        hanging: opens, and as many reads, in a second
  --hanging N     hanging: opens on the dead wallet
  --operators N   crowd: with one open in flight each
  --rounds N      growth: rounds of the longer past
  --rows N        lists, admin: rows of the longer list; the shorter one has a hundredth
  --pages N       lists, admin: pages read of each list
  --events N      webhooks: deliveries that wait
  --endpoints N   webhooks: endpoints of each of the two operators
  --keep          writes the result to bench/results`

const OPTIONS = {
  seconds: { type: 'string' },
  repeats: { type: 'string' },
  players: { type: 'string' },
  branches: { type: 'string' },
  'in-flight': { type: 'string', multiple: true },
  rate: { type: 'string' },
  hanging: { type: 'string' },
  operators: { type: 'string' },
  rounds: { type: 'string' },
  rows: { type: 'string' },
  pages: { type: 'string' },
  events: { type: 'string' },
  endpoints: { type: 'string' },
  keep: { type: 'boolean' },
} as const

type Values = ReturnType<typeof readArguments>['values']
type Asked = Values & { command: string }

const say = (line: string) => console.log(`  ${line}`)

/** Runs a bench that compares lists. The run fails when one of them is not flat. */
async function compareLists(
  name: 'lists' | 'admin',
  bench: typeof benchLists,
  stage: Stage,
  { rows, pages, keep, command }: Asked,
): Promise<string> {
  const result = await bench(stage, { rows: number(rows, 1_000_000), pages: number(pages, 200), say })
  if (keep) writeLists(name, result, command)
  if (!listsAreFlat(result)) process.exitCode = 1
  return listsTable(result)
}

const BENCHES: Readonly<Record<string, (stage: Stage, asked: Asked) => Promise<string>>> = {
  open: async (stage, asked) => {
    const result = await benchOpen(stage, {
      seconds: number(asked.seconds, 10),
      repeats: number(asked.repeats, 3),
      inFlight: (asked['in-flight'] ?? ['64', '256']).map((text) => number(text, 0)),
      players: number(asked.players, 512),
      branches: number(asked.branches, CLIENTS),
      say,
    })
    if (asked.keep) writeOpen(result, asked.command)
    return openTable(result)
  },
  hanging: async (stage, asked) => {
    const result = await benchHanging(stage, {
      seconds: number(asked.seconds, 7),
      repeats: number(asked.repeats, 6),
      hanging: number(asked.hanging, 300),
      ratePerSecond: number(asked.rate, 25),
      players: number(asked.players, 512),
      say,
    })
    if (asked.keep) writeHanging(result, asked.command)
    return hangingTable(result)
  },
  crowd: async (stage, asked) => {
    const result = await benchCrowd(stage, {
      seconds: number(asked.seconds, 10),
      repeats: number(asked.repeats, 3),
      operators: number(asked.operators, 100),
      inFlight: number(asked['in-flight']?.[0], 200),
      say,
    })
    if (asked.keep) writeCrowd(result, asked.command)
    return crowdTable(result)
  },
  growth: async (stage, asked) => {
    const result = await benchGrowth(stage, {
      rounds: number(asked.rounds, 10_000_000),
      seconds: number(asked.seconds, 10),
      repeats: number(asked.repeats, 3),
      inFlight: number(asked['in-flight']?.[0], 64),
      players: number(asked.players, 512),
      say,
    })
    if (asked.keep) writeGrowth(result, asked.command)
    return growthTable(result)
  },
  processes: async (stage, asked) => {
    const result = await benchProcesses(stage, {
      seconds: number(asked.seconds, 10),
      repeats: number(asked.repeats, 3),
      inFlight: (asked['in-flight'] ?? ['64', '256']).map((text) => number(text, 0)),
      players: number(asked.players, 512),
      say,
    })
    if (asked.keep) writeProcesses(result, asked.command)
    return processesTable(result)
  },
  lists: (stage, asked) => compareLists('lists', benchLists, stage, asked),
  admin: (stage, asked) => compareLists('admin', benchAdmin, stage, asked),
  profile: async (stage, asked) => {
    const result = await benchProfile(stage, {
      seconds: number(asked.seconds, 10),
      inFlight: number(asked['in-flight']?.[0], 64),
      players: number(asked.players, 512),
    })
    if (asked.keep) writeProfile(result)
    return profileTables(result)
  },
  webhooks: async (stage, asked) => {
    const result = await benchWebhooks(stage, {
      events: number(asked.events, 100_000),
      endpoints: number(asked.endpoints, 4),
      seconds: number(asked.seconds, 5),
      repeats: number(asked.repeats, 3),
      inFlight: number(asked['in-flight']?.[0], 64),
      players: number(asked.players, 512),
      say,
    })
    if (asked.keep) writeWebhooks(result, asked.command)
    return webhooksTables(result)
  },
  paid: async (stage, asked) => {
    const result = await benchPaid(stage, {
      seconds: number(asked.seconds, 10),
      repeats: number(asked.repeats, 3),
      inFlight: number(asked['in-flight']?.[0], 64),
      players: number(asked.players, 512),
      say,
    })
    if (asked.keep) writePaid(result, asked.command)
    return paidTable(result)
  },
}

/** A window of parts is a tenth as long as it is said: there are many. */
const PARTS_SHARE_MS = 100

/** What needs nothing but this process. */
const BENCHES_WITHOUT_STAGE: Readonly<Record<string, (asked: Asked) => string>> = {
  draws: (asked) => {
    const result = benchDraws({ seconds: number(asked.seconds, 2), repeats: number(asked.repeats, 7) })
    if (asked.keep) writeDraws(result, asked.command)
    return drawsTable(result)
  },
  parts: (asked) => {
    const milliseconds = PARTS_SHARE_MS * number(asked.seconds, 1)
    const result = benchParts({ milliseconds, repeats: number(asked.repeats, 15) })
    if (asked.keep) writeParts(result, asked.command)
    return partsTable(result)
  },
}

function number(text: string | undefined, otherwise: number): number {
  const value = text === undefined ? otherwise : Number(text)
  if (!(value > 0)) throw new Error(USAGE)
  return value
}

function endWithUsage(why: string): never {
  console.error(`${why}\n\n${USAGE}`)
  process.exit(2)
}

function readArguments() {
  try {
    return parseArgs({ allowPositionals: true, options: OPTIONS })
  } catch (error) {
    return endWithUsage((error as Error).message)
  }
}

/** `npm run bench`: measures on this machine, with everything started for it alone. */
async function main(): Promise<void> {
  const { values, positionals } = readArguments()
  const isKnown = (name: string) => name in BENCHES || name in BENCHES_WITHOUT_STAGE
  if (positionals.length === 0 || !positionals.every(isKnown)) endWithUsage('Which bench?')
  const asked = { ...values, command: ['npm run bench --', ...process.argv.slice(2)].join(' ') }
  for (const name of positionals)
    if (name in BENCHES_WITHOUT_STAGE) console.log(`\n${BENCHES_WITHOUT_STAGE[name]?.(asked)}`)
  const benches = positionals.flatMap((name) => BENCHES[name] ?? [])
  if (benches.length === 0) return
  const stage = await setStage()
  try {
    const { fsync, synchronousCommit, onDisk, version } = stage.durability
    const place = onDisk ? 'on disk' : 'IN MEMORY'
    say(`PostgreSQL ${version}, fsync ${fsync}, synchronous_commit ${synchronousCommit}, ${place}`)
    for (const bench of benches) console.log(`\n${await bench(stage, asked)}`)
  } finally {
    await stage.close()
  }
}

main().then(
  () => process.exit(),
  (error: unknown) => {
    console.error(error)
    process.exit(1)
  },
)
