import { prepareBase } from './clean-room/base.ts'
import { readMachine } from './clean-room/machine.ts'
import { type CleanRoomOptions, readOptions, USAGE } from './clean-room/options.ts'
import { type Report, StepFailed, startReport } from './clean-room/report.ts'
import { openRoom, type Room, sweepRooms } from './clean-room/room.ts'
import { startScene, testScene } from './clean-room/scenes.ts'
import { isFree } from './run/is-free.ts'

/**
 * `npm run clean-room`: both commands of the README in a bare Debian that has nothing but Node and npm, as root and as
 * an ordinary user. Needs root and a Debian. Exit code 0 when everything passed.
 */
async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2))
  if (process.getuid?.() !== 0) throw new Error('The clean room is a chroot with mounts of its own: run it as root.')
  const machine = readMachine()
  const base = prepareBase(machine, (line) => console.log(`     ${line}`))
  sweepRooms()
  const report = startReport()
  for (const resident of options.residents) {
    const room = openRoom(base, machine, resident, options.workingTree)
    closeOnSignals(room)
    try {
      await play(room, resident, options, report)
    } catch (error) {
      if (!(error instanceof StepFailed)) throw error
    } finally {
      console.log(`     log: ${room.logFile}`)
      if (options.keep) console.log(`     the room stays: ${room.projectDir}`)
      else room.remove()
    }
  }
  return report.failedCount() === 0 ? 0 : 1
}

async function play(room: Room, who: string, options: CleanRoomOptions, report: Report): Promise<void> {
  if (options.commands.includes('start')) await startScene(room, who, report, await freePorts())
  if (options.commands.includes('test')) await testScene(room, who, report)
}

/** The room shares this machine's network; where a usual port is taken, the room gets another. */
async function freePorts(): Promise<Record<string, string>> {
  const usual = { PORT: 4000, OPERATOR_PORT: 4001 }
  if ((await isFree(usual.PORT)) && (await isFree(usual.OPERATOR_PORT))) return {}
  return { PORT: '4210', OPERATOR_PORT: '4211' }
}

function closeOnSignals(room: Room): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      room.remove()
      process.exit(1)
    })
  }
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    console.error(USAGE)
    process.exit(1)
  },
)
