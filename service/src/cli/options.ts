import { createReadStream } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import type { ParseError } from 'jsonc-parser'
import { decodeUtf8, hours } from '../kernel/index.ts'
import { UserError } from './say.ts'

/** Reads a JSON file; `-` is standard input. */
export async function readJsonFile(path: string): Promise<unknown> {
  const decoded = decodeUtf8(await readBytes(path))
  if ('fault' in decoded) throw new UserError(`${nameOf(path)} ${decoded.fault}.`)
  try {
    return JSON.parse(decoded.text)
  } catch {
    throw new UserError(`${nameOf(path)} is not JSON${await placeOfFault(decoded.text)}.`)
  }
}

/** The bytes of a file, up to and with the byte at `end`; `-` is standard input, to its end. */
export function readBytes(path: string, end?: number): Promise<Buffer> {
  return buffer(path === '-' ? process.stdin : createReadStream(path, { end })).catch(() => {
    throw new UserError(`${nameOf(path)} cannot be read.`)
  })
}

const nameOf = (path: string) => (path === '-' ? 'Standard input' : path)

/** The place and the reason of a fault in JSON. The text there is not shown: it may be a secret. */
async function placeOfFault(text: string): Promise<string> {
  // Loaded only here: few commands need it, and every one would wait for it.
  const { default: jsonc } = await import('jsonc-parser')
  const faults: ParseError[] = []
  jsonc.parse(text, faults, { disallowComments: true })
  if (faults[0] === undefined) return ''
  const lines = text.slice(0, faults[0].offset).split(/\r\n|\n|\r/)
  const words = jsonc
    .printParseErrorCode(faults[0].error)
    .replaceAll(/\B[A-Z]/g, ' $&')
    .toLowerCase()
  return `: line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}, ${words}`
}

/** A comma-separated list as an option's value. */
export function list(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}

/** How long a secret that is replaced goes on working beside the new one. */
export type OverlapOption = { overlapHours: string }

export function overlapMs({ overlapHours }: OverlapOption): number {
  if (!/^\d{1,4}$/.test(overlapHours)) throw new UserError('--overlap-hours takes a whole number of up to four digits.')
  return hours(Number(overlapHours))
}
