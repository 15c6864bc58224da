import { Refusal } from '../kernel/index.ts'
import { outageOf } from '../platform/index.ts'
import type { Command } from './command.ts'

/** Prints a result: as JSON with `--json`, else in words. */
export function say(command: Command, result: object, words: string): void {
  command.console.log(command.optsWithGlobals().json ? JSON.stringify(result) : words)
}

/** A mistake of whoever typed, in words. */
export class UserError extends Error {}

/** Says what went wrong on standard error. A refusal names each field. */
export function sayError(program: Command, error: unknown, json: boolean): void {
  const { code, message, fields } = describe(error)
  const lines = Object.entries(fields ?? {}).map(([field, messages]) => `  ${field}: ${messages.join('; ')}`)
  program.console.error(json ? JSON.stringify({ error: { code, message, fields } }) : [message, ...lines].join('\n'))
}

function describe(error: unknown): { code: string; message: string; fields?: Record<string, string[]> | undefined } {
  if (error instanceof Refusal) return { code: error.code, message: error.message, fields: error.details.fields }
  if (error instanceof AggregateError && error.message === '') return describe(error.errors[0])
  const said = error instanceof Error ? error.message : String(error)
  const outage = error instanceof UserError ? null : outageOf(error)
  return { code: 'FAILED', message: outage === null ? said : `Failed, as ${outage} (${said}).` }
}

/** Characters that move the cursor of a terminal, colour it, break a line, or reverse the direction of writing. */
const NOT_SHOWN = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu

/** A text that came over the wire, on one line, so that it cannot imitate our own output. */
export function quoted(text: string): string {
  return text.replace(NOT_SHOWN, ' ')
}
