import { PatientClient } from './patient-client.ts'

/** Statements that one connection keeps prepared. What comes later, such as rare lengths of lists, is sent whole each time. */
const NAMED_COUNT = 300
/** Longer lists of values come in many lengths, each a statement of its own. */
const LONGEST_VALUES_COUNT = 64

const names = new Map<string, string>()
let generation = 0

/**
 * A connection that prepares each statement with values once, under a name, so that the server reads and rewrites it once and not
 * for every request. After a migration that changed the result of a statement, all of them get new names: see
 * {@link isStaleStatement}.
 */
export class PreparedClient extends PatientClient {
  override query(...given: unknown[]): never {
    const [text, values] = given
    const name = typeof text === 'string' && Array.isArray(values) ? nameOf(text, values) : null
    const query = super.query as (...given: unknown[]) => never
    return name === null ? query.apply(this, given) : query.call(this, { name, text, values })
  }
}

function nameOf(text: string, values: readonly unknown[]): string | null {
  if (values.length === 0 || values.length > LONGEST_VALUES_COUNT) return null
  const known = names.get(text)
  if (known !== undefined) return known
  if (names.size >= NAMED_COUNT) return null
  const name = `${generation}.${names.size}`
  names.set(text, name)
  return name
}

/**
 * True when a statement could not run because its tables have changed since it was prepared. It is prepared anew from now on, so
 * the transaction may be tried again.
 */
export function isStaleStatement(error: unknown): boolean {
  const isStale = error instanceof Error && 'routine' in error && error.routine === 'RevalidateCachedQuery'
  if (isStale) forgetNames()
  return isStale
}

function forgetNames(): void {
  generation += 1
  names.clear()
}
