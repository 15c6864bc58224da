import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RawResponse } from '@coffer/operator-sdk'
import type { WalletCallRecord } from './call-log.ts'
import type { FaultAnswer } from './faults.ts'
import type { Weather } from './weather.ts'

/** What lies about a call that the wallet never got. */
const UNFOUNDED: RawResponse = {
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: '{"accepted":true}',
}

/** Never settles: whoever waits for an answer of the wallet's handler waits until the connection is gone. */
const noAnswer = () => new Promise<never>(() => {})

export type Delivery = {
  answer: FaultAnswer
  /** What the wallet decided; null when it was not asked. */
  decided: RawResponse | null
  request: IncomingMessage
  response: ServerResponse
  record: WalletCallRecord
  weather: Weather
}

/** Sends what a fault makes of a decision. Resolves to an answer to be sent plainly; never, when it is sent otherwise or not at all. */
export function deliver(delivery: Delivery): Promise<RawResponse> | RawResponse {
  const { answer, decided, request, record, weather } = delivery
  const reply = decided ?? UNFOUNDED
  if (answer.kind === 'hang') return noAnswer()
  if (answer.kind === 'reset') {
    Object.assign(record, { end: 'cut', endedAt: weather.calls.time() })
    request.socket.resetAndDestroy()
    return noAnswer()
  }
  if (answer.kind === 'trickle') return trickle(delivery, reply, answer.everyMs)
  return noted(delivery, plainAnswer(answer, reply, request.url ?? ''))
}

function plainAnswer(answer: FaultAnswer, reply: RawResponse, path: string): RawResponse {
  const headers = { 'content-type': 'application/json' }
  if (answer.kind === 'raw') return { status: answer.status, headers, body: answer.body }
  if (answer.kind === 'redirect') return { status: 302, headers: { location: `${path}/moved` }, body: '' }
  return answer.kind === 'padded' ? padded(reply, answer.bytes) : reply
}

function padded(reply: RawResponse, bytes: number): RawResponse {
  const opening = `${reply.body.slice(0, -1)},"padding":"`
  return { ...reply, body: `${opening.padEnd(bytes - 2, 'x')}"}` }
}

/** Blanks lead the answer: at a byte every half second it takes far longer than the 10 seconds that Coffer waits. */
const TRICKLE_BYTES = 64

async function trickle(delivery: Delivery, reply: RawResponse, everyMs: number): Promise<never> {
  const { response, weather } = delivery
  const body = Buffer.from(reply.body.padStart(TRICKLE_BYTES))
  noted(delivery, reply)
  response.writeHead(reply.status, { ...reply.headers, 'content-length': body.length })
  for (const byte of body) {
    response.write(Buffer.of(byte))
    await weather.waits.pass(everyMs)
    if (response.closed) return noAnswer()
  }
  response.end()
  return noAnswer()
}

function noted({ record, response, weather }: Delivery, reply: RawResponse): RawResponse {
  if (!response.closed) record.answer = weather.calls.reply(reply)
  return reply
}
