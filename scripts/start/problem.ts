import { fileProblem, MachineProblem } from '@coffer/embedded-postgres'

/** Something that the person at the terminal can mend. Printed as it stands, without a stack. */
export class Problem extends Error {
  override readonly name = 'Problem'
}

/** The message of an error that the person at the terminal can resolve; null for any other error. */
export function mendable(error: unknown): string | null {
  const known = fileProblem(error) ?? error
  return known instanceof Problem || known instanceof MachineProblem ? known.message : null
}

/** What to print of an error that ends a start: words where they suffice, else the error itself. */
export function wordsOf(error: unknown): unknown {
  const words = mendable(error)
  return words === null ? error : `\n${words}\n`
}
