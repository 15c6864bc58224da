import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { signEnvelope } from '@coffer/service/platform'
import { serveParent } from './serve-parent.ts'

/**
 * An honest wallet with no limit of its own: it checks the signature, books a key once, and answers at once. An operator whose
 * wallet is dead is listened to and never answered.
 */

const BALANCE_MINOR = 1_000_000_000
const secrets = new Map<string, string>()
const dead = new Set<string>()
const held = new Set<ServerResponse>()
const booked = new Map<string, string>()

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  const operator = (request.url ?? '').slice('/wallet/'.length)
  if (!isSigned(request, secrets.get(operator), body)) return void response.writeHead(401).end()
  if (dead.has(operator)) return hang(response)
  response.writeHead(200, { 'content-type': 'application/json' }).end(reply(JSON.parse(body.toString())))
}

function isSigned({ headers, url: path = '' }: IncomingMessage, secret: string | undefined, body: Buffer): boolean {
  const [timestamp, nonce] = [String(headers['x-timestamp']), String(headers['x-nonce'])]
  return (
    secret !== undefined &&
    headers['x-signature'] === signEnvelope({ secret, timestamp, nonce, method: 'POST', path, body })
  )
}

function hang(response: ServerResponse): void {
  held.add(response)
  response.once('close', () => held.delete(response))
}

type Call = { type: string; currency: string; idempotencyKey: string }

function reply({ type, currency, idempotencyKey }: Call): string {
  if (type === 'wallet.balance') return JSON.stringify({ balanceMinor: BALANCE_MINOR, currency })
  const first = booked.get(idempotencyKey)
  if (first !== undefined) return first
  const providerTxnRef = `t_${booked.size}`
  const made = JSON.stringify({ accepted: true, balanceAfterMinor: BALANCE_MINOR, providerTxnRef })
  booked.set(idempotencyKey, made)
  return made
}

await serveParent(async () => {
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/wallet/`,
    answers: {
      secret: (value) => {
        const [operator, secret] = value as [string, string]
        secrets.set(operator, secret)
      },
      die: (operator) => void dead.add(String(operator)),
      /** Every operator's: the calls that hang are cut off, and from now on all are answered. */
      revive: () => {
        dead.clear()
        for (const response of held) response.destroy()
      },
      unanswered: () => held.size,
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
})
