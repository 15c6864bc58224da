import { join } from 'node:path'
import { printBanner } from './start/banner.ts'
import { bringUp } from './start/bring-up.ts'
import { fatalReason, lastLines } from './start/child.ts'
import { emptyHouse, type House } from './start/house.ts'
import { beTheOnlyOne } from './start/only-one.ts'
import { Problem, wordsOf } from './start/problem.ts'
import { readStartSettings, type StartSettings } from './start/settings.ts'
import { listenForStop, type StopRequests } from './start/stop-requests.ts'

const PROJECT_DIR = join(import.meta.dirname, '..')
const FORCED_EXIT_CODE = 130

/**
 * `npm start`: database, service and reference operator until Ctrl-C, TERM, a closed terminal or the end of whoever
 * started it. Exit code 0 after a stop that was asked for, 1 when something went wrong, 130 when a second Ctrl-C
 * did not let the parts end in good order.
 */
async function main(): Promise<number> {
  const settings = readStartSettings(PROJECT_DIR, process.env)
  const requests = listenForStop()
  const release = beTheOnlyOne(settings)
  const house = emptyHouse()
  requests.onImpatience(() => {
    house.kill()
    release()
    process.exit(FORCED_EXIT_CODE)
  })
  try {
    await live(settings, house, requests)
    return 0
  } finally {
    await house.stop()
    release()
  }
}

/** Runs until somebody wants it to stop; throws when a part breaks first. */
async function live(settings: StartSettings, house: House, requests: StopRequests): Promise<void> {
  const ending = new AbortController()
  const asked = new Promise<void>((resolve) => requests.signal.addEventListener('abort', () => resolve()))
  const broken = house.broken.then(({ name, reason }) => {
    throw new Problem(whyItEnded(settings, name, reason))
  })
  const up = bringUp(settings, house, ending.signal, (line) => console.log(`  ${line}`))
  const running = up.then((broughtUp) => {
    printBanner(settings, broughtUp)
    return Promise.race([asked, broken])
  })
  try {
    await Promise.race([running, asked, broken])
  } finally {
    ending.abort()
    await up.catch(() => {})
    if (requests.signal.aborted) console.log('\n  Stopping …')
  }
}

/** One line where the part named a remedy, else the end of its log too. */
function whyItEnded(settings: StartSettings, name: string, reason: string): string {
  const words = `The ${name} ended unexpectedly (${reason})`
  if (name === 'database') return `${words}. Its log is postgres.log beside its cluster.`
  const logFile = join(settings.dataDir, 'logs', `${name}.log`)
  const mend = fatalReason(logFile)
  return mend === null ? `${words}.\n${lastLines(logFile)}` : `The ${name} could not go on. ${mend}`
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(wordsOf(error))
    process.exit(1)
  },
)
