const AWAY = 'the database does not answer'
const SLOW = 'the database takes too long'
const BUSY = 'the database has no room for more'
const CLOSED = 'the database does not let us in'

const UNDEFINED_TABLE = '42P01'
const UNDEFINED_COLUMN = '42703'

/** True when a statement asks for something that a migration has yet to make. */
export function isDatabaseBehind(error: unknown): boolean {
  return error instanceof Error && 'code' in error && [UNDEFINED_TABLE, UNDEFINED_COLUMN].includes(String(error.code))
}

/** What a database says that cannot serve, whatever the request is, by SQLSTATE or the driver's code; and what that is in words. */
const CODES: readonly (readonly [RegExp, string])[] = [
  [/^25006$/, 'the database is read-only'],
  [/^53100$/, 'the disk of the database is full'],
  [/^53...$/, BUSY],
  [/^(57014|25P0[34])$/, SLOW],
  [/^58...$/, 'the database cannot read or write its files'],
  [/^(28...|3D000)$/, CLOSED],
  [/^(08...|57P0[1235])$/, AWAY],
  // Of the connection itself. Outbound calls answer with a reason and never throw these.
  [/^E(CONN(REFUSED|RESET|ABORTED)|TIMEDOUT|PIPE|(HOST|NET)(UNREACH|DOWN)|NOTFOUND|AI_AGAIN|ADDRNOTAVAIL)$/, AWAY],
]

/** What the driver says without a code. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/^(Connection terminated|timeout exceeded when trying to connect|timeout expired)/, AWAY],
  [/connection error and is not queryable|closed and is not queryable/, AWAY],
  [/SSL connection/, CLOSED],
]

/** Why the database cannot serve now, in words; null for an error that says something of the request. */
export function outageOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const code = 'code' in error ? String(error.code) : ''
  const known = CODES.find(([pattern]) => pattern.test(code)) ?? WORDS.find(([pattern]) => pattern.test(error.message))
  return known?.[1] ?? null
}

/** True when an error says that the database cannot serve now: that it is away, read-only or full. It says nothing of the request. */
export function isDatabaseGone(error: unknown): boolean {
  return outageOf(error) !== null
}
