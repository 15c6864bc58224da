import { EventEmitter, once } from 'node:events'
import pg from 'pg'
import { failWithoutRetry } from '../../scripts/run/non-retryable.ts'
import { PEOPLE, secretsOf } from './kyc-people.ts'
import type { Rows } from './rows.ts'

/** Beside what they told: words that tests write into reasons and notes, which only reviewers may read. */
export const PRIVATE_WORDS = ['quokka-reason', 'quokka-note']

/** Begins a JPEG as sharp writes it, or with a JFIF or Exif header. A photo in a table would show it, and random bytes do not. */
const JPEG_HEX = /ffd8ff(db0043|e000104a4649|e1[0-9a-f]{4}45786966)/

/**
 * Nothing of the test people stands in any table or in the log: not as text, not as the bytes of a column, not in base64. Tables are
 * read as a backup reads them.
 */
export async function checkSecrets(
  { databaseUrl, rows }: { databaseUrl: string; rows: Rows },
  lines: readonly Record<string, unknown>[],
): Promise<void> {
  const [asked] = await rows.query<{ count: string }>('select count(*) as count from kyc_requests')
  if (Number(asked?.count) === 0) return
  const secrets = [...PEOPLE.flatMap(secretsOf), ...PRIVATE_WORDS]
  const log = lines.map((line) => JSON.stringify(line)).join('\n')
  assertNone(log, secrets, 'the log')
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    for (const { name } of await rows.tables()) assertNone(await copyOf(client, name), secrets, `the table ${name}`)
  } finally {
    await client.end()
  }
}

function assertNone(text: string, secrets: readonly string[], where: string): void {
  const lower = text.toLowerCase()
  for (const secret of secrets) {
    for (const written of formsOf(secret)) {
      if (holds(lower, written.toLowerCase())) failWithoutRetry(`${where} holds ${secret}`)
    }
  }
  if (JPEG_HEX.test(lower)) failWithoutRetry(`${where} holds a photo`)
}

/** Random ids and tokens are long enough to hold any four or five letters by chance, so a short word must stand by itself. */
const SHORT_LENGTH = 8
const HEX_LENGTH = 10

function holds(text: string, written: string): boolean {
  if (written.length >= SHORT_LENGTH || !text.includes(written)) return text.includes(written)
  return new RegExp(`(?<![\\w-])${written}(?![\\w-])`).test(text)
}

/** As it is, as the hex of its bytes, and as base64 from each of the three places that it can begin at. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8')
  const encoded = [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    return text.slice(shift === 0 ? 0 : shift + 1, -2)
  })
  // Shorter ones occur in random bytes.
  const hex = [bytes.toString('hex')].filter((text) => text.length >= HEX_LENGTH)
  return [secret, ...hex, ...encoded.filter((text) => text.length >= SHORT_LENGTH)]
}

/** What `copy … to stdout` writes of a table, as a backup takes it. The client knows the answer's parts, but no query that wants them. */
class CopyOut extends EventEmitter {
  readonly #text: string
  readonly #chunks: Buffer[] = []

  constructor(table: string) {
    super()
    this.#text = `copy public."${table}" to stdout`
  }

  submit(connection: { query(text: string): void }): void {
    connection.query(this.#text)
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.#chunks.push(chunk)
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.emit('end', Buffer.concat(this.#chunks).toString('utf8'))
  }

  handleError(error: Error): void {
    this.emit('error', error)
  }
}

async function copyOf(client: pg.Client, table: string): Promise<string> {
  const [text] = await once(client.query(new CopyOut(table)), 'end')
  return text
}
