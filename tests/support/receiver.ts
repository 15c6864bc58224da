import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { createEndpoint } from '@coffer/service/administration'
import type { TestOperator, World } from './world.ts'

export type Received = {
  id: string
  headers: IncomingHttpHeaders
  /** As it arrived. */
  text: string
  body: { type: string; playerExternalId: string | null; idempotencyKey: string; payload: Record<string, unknown> }
}

/** An operator's receiver, with what it was sent. */
export type Receiver = {
  url: string
  received: Received[]
  /** What it does with the next delivery; a status by default. */
  answer: (response: ServerResponse, delivery: Received) => void
}

export const status =
  (code: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse): void => {
    response.writeHead(code, headers).end('taken down')
  }

/** Takes everything and never answers. */
export const hang = (): void => {}

export async function startReceiver(t: TestContext): Promise<Receiver> {
  const receiver: Receiver = { url: '', received: [], answer: status(200) }
  // A connection is never closed while a delivery may be on its way.
  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    const id = String(request.headers['webhook-id'])
    const delivery = { id, headers: request.headers, text, body: JSON.parse(text) }
    receiver.received.push(delivery)
    receiver.answer(response, delivery)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // The hooks after one that fails do not run, and an open server would keep the failed test's process for ever.
  server.unref().on('connection', (socket) => socket.unref())
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks?of=test`
  return receiver
}

/** An endpoint of an operator at a receiver of its own. */
export async function subscribe(
  t: TestContext,
  world: World,
  operator: TestOperator,
  types?: string[],
): Promise<{ receiver: Receiver; endpointId: number; secret: string }> {
  const receiver = await startReceiver(t)
  const { operatorId } = operator
  const made = await createEndpoint(world.service.ctx, { operatorId, url: receiver.url, types, actor: 'test' })
  return { receiver, ...made }
}

export function keysOf({ received }: Receiver): string[] {
  return received.map(({ body }) => body.idempotencyKey)
}

/** Every attempt at an event was the same delivery with the same bytes. */
export function assertSameBytes({ received }: Receiver): void {
  const first = new Map<string, Received>()
  for (const one of received) {
    const { id, text } = first.get(one.body.idempotencyKey) ?? one
    assert.deepEqual([one.id, one.text], [id, text])
    first.set(one.body.idempotencyKey, one)
  }
}
