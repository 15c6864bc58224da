import { LIMITS } from '@coffer/service/kernel'
import { loginsOf, makeHttpClient, readConfig, signEnvelope, systemClock } from '@coffer/service/platform'
import Fastify from 'fastify'
import pg from 'pg'
import { serveParent } from './serve-parent.ts'

/**
 * What an open cannot do without, and nothing else: one HTTP request, a commit, a signed wallet call through the same guarded
 * client, a second commit. No session, no check, no draw, no log; one small insert in each transaction, prepared once.
 */

const config = readConfig(process.env)
const http = makeHttpClient(config, { clock: systemClock, limits: LIMITS })
const walletUrl = new URL(process.env.BARE_WALLET_URL ?? '')
const secret = process.env.BARE_WALLET_SECRET ?? ''
const pool = new pg.Pool({
  connectionString: loginsOf(config).app.reveal(),
  max: LIMITS.appConnections + LIMITS.sharedConnections,
  idleTimeoutMillis: 600_000,
  options: '-c timezone=UTC',
})
const INSERT = { name: 'insert', text: 'insert into bench_rows (action_id, step) values ($1, $2)' }

async function commitRow(actionId: string, step: number): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query({ ...INSERT, values: [actionId, step] })
    await client.query('commit')
  } finally {
    client.release()
  }
}

/** The leanest way to commit: the statement is a transaction by itself. */
async function commitRowAlone(actionId: string, step: number): Promise<void> {
  await pool.query({ ...INSERT, values: [actionId, step] })
}

async function callWallet(idempotencyKey: string): Promise<unknown> {
  const body = JSON.stringify({ type: 'wallet.debit', amountMinor: 500, currency: 'EUR', idempotencyKey })
  const timestamp = String(Math.floor(Date.now() / 1000))
  const nonce = idempotencyKey
  const signature = signEnvelope({ secret, timestamp, nonce, method: 'POST', path: walletUrl.pathname, body })
  const reply = await http.send({
    lane: 'bare',
    method: 'POST',
    url: walletUrl.href,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': idempotencyKey,
      'x-timestamp': timestamp,
      'x-nonce': nonce,
      'x-signature': signature,
    },
    body,
    timeoutMs: LIMITS.walletCallMs,
    maxReplyBytes: LIMITS.walletReplyBytes,
  })
  if (reply.kind !== 'answered' || reply.status !== 200) throw new Error('the wallet did not answer')
  return JSON.parse(reply.body.toString())
}

await serveParent(async () => {
  const app = Fastify()
  for (const [path, commit] of Object.entries({ '/open': commitRow, '/lean': commitRowAlone })) {
    app.post(path, async (request) => {
      const { clientActionId } = request.body as { clientActionId: string }
      await commit(clientActionId, 1)
      const reply = await callWallet(clientActionId)
      await commit(clientActionId, 2)
      return reply
    })
  }
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return { url, close: () => Promise.all([app.close(), pool.end(), http.close()]) }
})
