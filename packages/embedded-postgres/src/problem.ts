/** A state of the machine that keeps the database from starting. The message says in one line what it is and what to do. */
export class DatabaseProblem extends Error {
  override readonly name: string = 'DatabaseProblem'
}
