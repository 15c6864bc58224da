import { assert } from './assert.ts'

/** Allowed moves of a state, as data: from → to. */
export type Transitions<State extends string> = Readonly<Record<State, readonly State[]>>

/** Ends loudly when a move is not in the table. */
export function assertMove<State extends string>(table: Transitions<State>, from: State, to: State): void {
  assert(table[from].includes(to), `no move from ${from} to ${to}`)
}
