/** Ends the operation loudly when something holds that cannot: a bug, answered as 500 and logged as an error. */
export function assert(condition: unknown, meaning: string): asserts condition {
  if (!condition) throw new Error(`broken assumption: ${meaning}`)
}

/** The value, or a loud end when it is missing. */
export function present<T>(value: T | null | undefined, meaning: string): T {
  assert(value !== null && value !== undefined, meaning)
  return value
}

/** Allowed moves of a state, as data: from → to. */
export type Transitions<State extends string> = Readonly<Record<State, readonly State[]>>

/** Ends loudly when a move is not in the table. */
export function assertMove<State extends string>(table: Transitions<State>, from: State, to: State): void {
  assert(table[from].includes(to), `no move from ${from} to ${to}`)
}
