import { readFile } from 'node:fs/promises'
import { hours } from '../kernel/index.ts'
import { UserError } from './say.ts'

/** Reads a JSON file; `-` is standard input. */
export async function readJsonFile(path: string): Promise<unknown> {
  const text = await readFile(path === '-' ? '/dev/stdin' : path, 'utf8').catch(() => {
    throw new UserError(`${path} cannot be read.`)
  })
  try {
    return JSON.parse(text)
  } catch {
    throw new UserError(`${path} is not JSON.`)
  }
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
