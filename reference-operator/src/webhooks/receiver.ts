import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  canonicalOf,
  createWebhookHandler,
  verifyWebhook,
  verifyWebhookEnvelope,
  WebhookError,
} from '@coffer/operator-sdk'
import { headerLines, readBody } from '../raw-request.ts'
import { type CheckResult, lookAtDelivery, type Verdict } from './arrival.ts'
import { RECEIVER_FAULTS, type ReceiverAnswer, type ReceiverRule } from './faults.ts'
import type { Inbox } from './inbox.ts'

/** Far more than any event needs. */
const MAX_BODY_BYTES = 256 * 1024
const UNREAD: Checks = { standard: 'NOT_READ', envelope: 'NOT_READ' }

export type Receiver = { slug: string; webhookSecret: string | null }
type Wire = { request: IncomingMessage; response: ServerResponse }
type Decided = { verdict: Verdict; answer: ReceiverAnswer }

/** Takes one delivery for a casino: checks it, uses its key up, notes it, and answers as the rules of the receiver say. */
export async function receiveDelivery(inbox: Inbox, casino: Receiver, { request, response }: Wire): Promise<void> {
  const body = await readBody(request, MAX_BODY_BYTES)
  const { method = '', url: path = '' } = request
  const came: Came = { method, path, headers: headerLines(request.headers), body: body ?? Buffer.alloc(0) }
  const said = lookAtDelivery(came.body)
  const rule = inbox.faults.take(casino.slug, said.type)
  const checks = body ? checkDelivery(casino.webhookSecret, came, inbox.now()) : UNREAD
  const { verdict, answer } = body ? await decide(inbox, casino, came, rule) : TOO_LARGE
  const { headers } = came
  const end = inbox.add(casino.slug, {
    ...{ ...said, ...checks, verdict, path, headers, body: Buffer.from(came.body).toString('utf8') },
    ...{ deliveryId: headers['webhook-id'] ?? null, fault: rule?.fault ?? null, canonical: canonicalOf(came) },
  })
  reply({ request, response }, answer, end)
}

const TOO_LARGE: Decided = { verdict: 'refused', answer: { status: 413 } }

/** What becomes of it. The SDK's handler decides; a rule can keep it from being asked, and lies about what it said. */
async function decide(inbox: Inbox, casino: Receiver, came: Came, rule: ReceiverRule | null): Promise<Decided> {
  const { slug, webhookSecret } = casino
  if (webhookSecret === null) return { verdict: 'refused', answer: { status: 503 } }
  const lie = rule && RECEIVER_FAULTS[rule.fault].answer
  if (rule && lie && !rule.take) return { verdict: 'dropped', answer: lie }
  let verdict: Verdict = 'refused'
  const handler = createWebhookHandler({
    secrets: webhookSecret,
    now: () => inbox.now(),
    onEvent: (event) => {
      verdict = inbox.take(slug, event)
    },
    // The arrival says why it was not believed.
    onError: () => {},
  })
  const { status } = await handler(came)
  return { verdict, answer: lie ?? { status } }
}

/** Whatever is sent or not, the arrival ends when the answer is written or the connection is gone. */
function reply({ request, response }: Wire, answer: ReceiverAnswer, end: (status: number | null) => void): void {
  const status = typeof answer === 'object' ? answer.status : null
  response.on('close', () => end(response.writableFinished ? status : null))
  if (answer === 'cut') request.socket.resetAndDestroy()
  if (status === null) return
  const head = { 'content-type': 'application/json', ...(status === 413 ? { connection: 'close' } : {}) }
  response.writeHead(status, head).end(JSON.stringify({ received: status < 300 }))
}

type Came = { method: string; path: string; headers: Record<string, string>; body: Uint8Array }
type Checks = { standard: CheckResult; envelope: CheckResult }

/** Checks both signatures of a delivery, each for itself. A receiver of one's own needs only one of them. */
function checkDelivery(secret: string | null, came: Came, now: number): Checks {
  if (secret === null) return { standard: 'NO_SECRET', envelope: 'NO_SECRET' }
  const input = { ...came, secrets: secret, now }
  return { standard: resultOf(() => verifyWebhook(input)), envelope: resultOf(() => verifyWebhookEnvelope(input)) }
}

function resultOf(check: () => unknown): CheckResult {
  try {
    check()
    return 'ok'
  } catch (error) {
    if (error instanceof WebhookError) return error.reason
    throw error
  }
}
