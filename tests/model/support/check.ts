import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { explore, type Model, type Report } from './explore.ts'
import type { Packing } from './packing.ts'

/** Every reachable state keeps every rule. Prints the figures and returns them. */
export function assertHolds<State>(t: TestContext, model: Model<State>): Report {
  const report = explore(model)
  t.diagnostic(figures(report))
  for (const [end, count] of [...report.ends].sort()) t.diagnostic(`  ends: ${end} (${count})`)
  assert.ok(report.violation === null, describeViolation(report))
  assert.ok(report.terminals > 0, 'runs end')
  return report
}

/** Runs without any misfortune end in exactly these ways: a protocol that does nothing keeps every other rule. */
export function assertEnds<State>(t: TestContext, model: Model<State>, expected: readonly string[]): void {
  const { ends } = assertHolds(t, model)
  assert.deepEqual([...ends.keys()].sort(), [...expected].sort())
}

/** The rules are broken, as expected, in a run that is printed: a shortest one. */
export function assertBreaks<State>(t: TestContext, model: Model<State>, expected: RegExp): Report {
  const report = explore(model)
  assert.ok(report.violation, `${report.name}: nobody noticed in ${report.states} states`)
  assert.ok(report.violation.trace.length > 0)
  t.diagnostic(describeViolation(report))
  assert.match(report.violation.wrong, expected)
  return report
}

/**
 * A model's `pack` leaves out what does not matter. With nothing left out, runs must end in the same ways and the shortest violation
 * must be as long.
 */
export function assertLosesNothing<State>(t: TestContext, model: Model<State>): void {
  const report = explore(model)
  const whole = explore({ ...model, name: `${model.name}, nothing left out`, pack: packWhole })
  t.diagnostic(figures(report))
  t.diagnostic(figures(whole))
  assert.equal(report.violation?.trace.length, whole.violation?.trace.length)
  if (whole.violation === null) assert.deepEqual([...report.ends.keys()].sort(), [...whole.ends.keys()].sort())
}

/** Records and lists with all that is in them; what is neither has a number of its own, whatever it is. */
function packWhole(value: unknown, into: Packing): void {
  if (Array.isArray(value)) {
    into.push(LIST)
    into.push(value.length)
    for (const part of value) packWhole(part, into)
  } else if (typeof value === 'object' && value !== null) {
    into.push(RECORD)
    for (const key in value) packWhole(value[key as keyof typeof value], into)
  } else into.push(numberOf(value))
}

const [LIST, RECORD] = [0, 1]
const numbers = new Map<unknown, number>()

function numberOf(value: unknown): number {
  const known = numbers.get(value)
  if (known !== undefined) return known
  numbers.set(value, numbers.size + 2)
  return numbers.size + 1
}

function figures(report: Report): string {
  const { states, transitions, terminals } = report
  return `${report.name}: ${states} states, ${transitions} transitions, ${terminals} terminal states`
}

function describeViolation(report: Report): string {
  if (!report.violation) return figures(report)
  const { wrong, trace } = report.violation
  const lines = trace.map((sentence, place) => `  ${place + 1}. ${sentence}`)
  return [`${report.name}: ${wrong}, after ${trace.length} steps`, ...lines].join('\n')
}
