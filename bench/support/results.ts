import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CrowdResult } from '../crowd.ts'
import type { DrawsResult } from '../draws.ts'
import type { GrowthResult } from '../growth.ts'
import type { HangingResult } from '../hanging.ts'
import type { ListsResult } from '../lists.ts'
import type { OpenResult } from '../open.ts'
import type { PaidResult } from '../paid.ts'
import type { PartsResult } from '../parts.ts'
import type { ProcessesResult } from '../processes.ts'
import type { ProfileResult } from '../profile.ts'
import type { WebhooksResult } from '../webhooks.ts'
import type { Machine } from './machine.ts'
import { goalLines, thousands } from './tables.ts'

const FOLDER = join(import.meta.dirname, '../results')

/** Saves a result beside the code, and a line of it in the table of all. */
export function writeOpen(result: OpenResult, command: string): void {
  write('open', result)
  for (const { inFlight, open, bare, ratio } of result.rows) {
    const text = `${open.perSecond.toFixed(0)} opens/s (p99 ${open.p99Ms.toFixed(0)} ms), bare ${bare.perSecond.toFixed(0)}/s, ratio ${ratio.toFixed(2)}`
    addLine(result.machine, command, `open, ${inFlight} in flight`, text)
  }
  addLine(result.machine, command, 'open, the other goals', goalLines(result.goals, result.rows).join('; '))
}

export function writeHanging(result: HangingResult, command: string): void {
  write('hanging', result)
  for (const { what, quiet, hanging, ratio, middleRatio } of result.rows) {
    const text = `p99 ${quiet.p99Ms.toFixed(1)} ms quiet, ${hanging.p99Ms.toFixed(1)} ms hanging, ratio ${ratio.toFixed(2)}, of the middle windows ${middleRatio.toFixed(2)}`
    addLine(result.machine, command, `hanging, ${what}`, text)
  }
}

export function writeCrowd(result: CrowdResult, command: string): void {
  write('crowd', result)
  const { operators, inFlight, alone, beside, big, ratio, machine } = result
  const text = `p99 ${alone.p99Ms.toFixed(0)} ms alone (${alone.perSecond.toFixed(0)}/s), ${beside.p99Ms.toFixed(0)} ms beside (${beside.perSecond.toFixed(0)}/s, the big one ${big.perSecond.toFixed(0)}/s), ratio ${ratio.toFixed(2)}`
  addLine(machine, command, `crowd, ${operators} operators with 1 beside one with ${inFlight}`, text)
}

export function writeGrowth(result: GrowthResult, command: string): void {
  write('growth', result)
  const { few, many, ratio, inFlight, machine } = result
  const text = `${few.perSecond.toFixed(0)} opens/s with ${few.rounds} rounds, ${many.perSecond.toFixed(0)}/s with ${many.rounds} of ${(many.bytesOfRound / 1000).toFixed(1)} kB, ratio ${ratio.toFixed(2)}`
  addLine(machine, command, `growth, ${inFlight} in flight`, text)
}

export function writeLists(name: 'lists' | 'admin', result: ListsResult, command: string): void {
  write(name, result)
  const ratios = result.rows.map(({ ratio }) => ratio)
  const worst = result.rows.find(({ ratio }) => ratio === Math.max(...ratios))!
  const text = `${result.rows.length} lists, worst ratio ${worst.ratio.toFixed(2)} (${worst.list}: p50 ${worst.fewP50Ms.toFixed(1)} ms, then ${worst.manyP50Ms.toFixed(1)} ms), best ${Math.min(...ratios).toFixed(2)}`
  addLine(result.machine, command, `${name}, ${result.fewRows} and ${result.manyRows} rows`, text)
}

export function writeDraws(result: DrawsResult, command: string): void {
  write('draws', result)
  const rates = result.rows.map(({ what, perSecond }) => `${what} ${thousands(perSecond)}`)
  const over = result.ratio === null ? '' : `, SIMD over ${result.openssl}: ${result.ratio.toFixed(2)}`
  addLine(result.machine, command, 'draws, in a second of a core', `${rates.join('; ')}${over}`)
}

export function writeProcesses({ rows, ...rest }: ProcessesResult, command: string): void {
  write('processes', { ...rest, rows })
  for (const inFlight of new Set(rows.map((row) => row.inFlight))) {
    const some = rows.filter((row) => row.inFlight === inFlight)
    const parts = some.map(
      ({ processes, perSecond, ratio, boundBy }) =>
        `${processes}: ${perSecond.toFixed(0)} opens/s (${ratio.toFixed(2)}), bound by ${boundBy}`,
    )
    addLine(rest.machine, command, `processes, ${inFlight} in flight`, parts.join('; '))
  }
}

export function writeProfile(result: ProfileResult): void {
  write('profile', result)
}

export function writeWebhooks(result: WebhooksResult, command: string): void {
  write('webhooks', result)
  const { drain, rows, machine } = result
  const text = `${drain.perSecond.toFixed(0)} deliveries/s, ${result.statementsPerDelivery.toFixed(2)} statements each`
  addLine(machine, command, `webhooks, ${result.events} waiting`, text)
  for (const { load, ratio, deliveriesPerSecond } of rows) {
    const beside = `${deliveriesPerSecond.toFixed(0)} deliveries/s, opens over opens alone ${ratio.toFixed(2)}`
    addLine(machine, command, `webhooks, opens at ${load} rate`, beside)
  }
}

export function writeParts(result: PartsResult, command: string): void {
  write('parts', result)
  const parts = result.rows.map(
    ({ name, oursUs, ratio }) => `${name} ${oursUs.toFixed(2)} \u00b5s (${ratio.toFixed(2)})`,
  )
  addLine(result.machine, command, 'parts, ours over the plain way', parts.join(', '))
}

export function writePaid(result: PaidResult, command: string): void {
  write('paid', result)
  const parts = result.rows.map(({ action, figures: { perSecond, p99Ms, cpuMs }, cpuOverOpen }) => {
    const cpu = `CPU ${cpuMs.handler.toFixed(2)} and ${(cpuMs.database ?? Number.NaN).toFixed(2)} ms`
    return `${action} ${perSecond.toFixed(0)}/s (p99 ${p99Ms.toFixed(0)} ms, ${cpu}, ${cpuOverOpen.toFixed(2)} of an open)`
  })
  addLine(result.machine, command, `paid actions, ${result.inFlight} in flight`, parts.join('; '))
}

function write(name: string, result: object): void {
  writeFileSync(join(FOLDER, `${name}.json`), `${JSON.stringify(result, null, 2)}\n`)
}

/** The newest line stands last. */
function addLine({ date, cpu, cores, node, loadBefore }: Machine, command: string, what: string, text: string): void {
  const file = join(FOLDER, 'README.md')
  const machine = `${cores} × ${cpu}, Node ${node}, load ${loadBefore}`
  const line = `| ${date} | \`${command}\` | ${machine} | ${what} | ${text} |`
  writeFileSync(file, `${readFileSync(file, 'utf8').trimEnd()}\n${line}\n`)
}
