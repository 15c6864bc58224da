import { fileProblem, MachineProblem } from '@coffer/embedded-postgres'

/** Something that the person at the terminal can mend. Printed as it stands, without a stack. */
export class Problem extends Error {
  override readonly name = 'Problem'
}

/** What to print of an error that ends a start: words where the person at the terminal can mend it, else the error itself. */
export function wordsOf(error: unknown): unknown {
  const known = fileProblem(error) ?? error
  return known instanceof Problem || known instanceof MachineProblem ? `\n${known.message}\n` : error
}
