import type { Deviation } from '../rounds/index.ts'

/** How the figures of a simulation are shown; nothing is decided by them. */

/** What came of a simulation, for programs and for people. */
export type Simulated = { ok: boolean; result: object; words: string }

/** What cannot vary is off by none. */
export function sigmasOf({ distance, variance }: Deviation): number {
  return distance === 0n ? 0 : Number((Number(distance) / Math.sqrt(Number(variance))).toFixed(2))
}

export const percent = (value: number, digits: number) => `${value.toFixed(digits)}%`

/** A row that is beyond its bound is marked. */
export function offBy(sigmas: number, isFair: boolean | null): string {
  return `${sigmas < 0 ? '' : '+'}${sigmas.toFixed(2)} sigma${isFair === false ? ' !' : ''}`
}

/** Cells of a column end below each other. */
export function aligned(rows: readonly string[][]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows.map((row) => row.map((cell, column) => cell.padStart(widths[column]!)).join('  '))
}
