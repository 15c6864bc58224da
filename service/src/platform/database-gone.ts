/** SQLSTATEs of a database that is going, gone or full, and of a statement that it has cut off. */
const STATES = /^(08...|57P0[123]|53300|57014)$/
/** Of the connection itself. Outbound calls answer with a reason and never throw these. */
const CODES = ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN']
/** What the driver says without a code. */
const WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired)|connection error and is not queryable|closed and is not queryable/

const UNDEFINED_TABLE = '42P01'
const UNDEFINED_COLUMN = '42703'

/** True when a statement asks for something that a migration has yet to make. */
export function isDatabaseBehind(error: unknown): boolean {
  return error instanceof Error && 'code' in error && [UNDEFINED_TABLE, UNDEFINED_COLUMN].includes(String(error.code))
}

/** True when an error says that the database does not answer, and nothing about the request. */
export function isDatabaseGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return STATES.test(code) || CODES.includes(code) || WORDS.test(error.message)
}
