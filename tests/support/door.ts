import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { Route } from '@coffer/contract/route'
import { type ErrorAnswer, errorAnswer } from '@coffer/contract/shapes'
import { sign } from '@coffer/operator-sdk'
import { answerOfError, completeError, readInput } from '../../service/src/http/index.ts'
import type { TestOperator, World } from './world.ts'

/** Who knocks: a player's session, an operator's key, or nobody. */
export type Caller = { token: string } | Pick<TestOperator, 'keyId' | 'keySecret'> | null

/** What of a route is sent; `raw` goes out in the place of `body`. */
export type Sample = { params?: Record<string, string>; query?: Record<string, string>; body?: object }
export type Knock = Sample & {
  method?: string
  /** Put behind the path as it is, in the place of `query`. */
  rawQuery?: string
  raw?: string
  contentType?: string
}

export type DoorAnswer = { status: number; headers: Headers; text: string; body: ErrorAnswer & Record<string, unknown> }

/** Sends what no client would, signed or with a token, and checks what holds for every answer of an API. */
export async function knock(world: World, route: Route, caller: Caller, sent: Knock = {}): Promise<DoorAnswer> {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => sent.params?.[name] ?? name)
  const url = new URL(`${world.baseUrl}${path}${searchOf(sent)}`)
  const method = sent.method ?? route.method
  const raw = rawOf(sent)
  const headers = headersOf(world, caller, method, url, raw)
  if (raw !== undefined) headers['content-type'] = sent.contentType ?? JSON_TYPE
  const response = await fetch(url, { method, headers, ...(raw === undefined ? {} : { body: raw }) })
  const text = await response.text()
  const answer: DoorAnswer = {
    ...{ status: response.status, headers: response.headers, text },
    body: text === '' ? null : JSON.parse(text),
  }
  assertForm(answer, path)
  return answer
}

function searchOf({ rawQuery, query = {} }: Knock): string {
  const search = rawQuery ?? new URLSearchParams(query).toString()
  return search && `?${search}`
}

function rawOf({ raw, body }: Knock): string | undefined {
  return raw ?? (body === undefined ? undefined : JSON.stringify(body))
}

const JSON_TYPE = 'application/json'

export type ReadAnswer = Pick<DoorAnswer, 'status' | 'text' | 'body'>

/**
 * The refusal of the same request by the function that reads the input of every route, without HTTP. Null when it accepts the input, so that
 * only a later step can refuse it.
 */
export function refusalOfInput({ service }: World, route: Route, sent: Knock): ReadAnswer | null {
  const params = Object.entries(sent.params ?? {}).map(([name, value]) => [name, decodeURIComponent(value)])
  const request = {
    params: Object.fromEntries(params),
    raw: { url: searchOf(sent) },
    body: Buffer.from(rawOf(sent) ?? ''),
    contentType: sent.contentType ?? JSON_TYPE,
  }
  try {
    readInput(route, request as never)
    return null
  } catch (error) {
    const { status, body } = answerOfError(service.ctx, 'req_none', error)
    const completed = completeError(service.ctx, 'req_none', body)
    return { status, text: JSON.stringify(completed), body: completed as DoorAnswer['body'] }
  }
}

function headersOf(world: World, caller: Caller, method: string, url: URL, raw = ''): Record<string, string> {
  if (caller === null) return {}
  if ('token' in caller) return { authorization: `Bearer ${caller.token}` }
  const { keyId, keySecret: secret } = caller
  const timestamp = Math.floor(world.clock.now().getTime() / 1000)
  const nonce = randomBytes(18).toString('base64url')
  return sign({ keyId, secret, method, path: url.pathname + url.search, body: raw, timestamp, nonce }).headers
}

/** Every answer has its request id; every error the envelope; the player API and the proofs are open to any origin. */
function assertForm({ status, headers, body, text }: DoorAnswer, path: string): void {
  const requestId = headers.get('x-request-id')
  assert.match(requestId ?? '', /^req_/, 'an answer has a request id')
  const open = path.startsWith('/api/play/') || path.startsWith('/fairness/')
  assert.equal(headers.get('access-control-allow-origin'), open ? '*' : null)
  if (path.startsWith('/api/')) assert.equal(headers.get('cache-control'), 'no-store')
  if (status < 400) return
  assert.notEqual(status, 500, `${path} met a bug: ${text}`)
  const { error } = errorAnswer.parse(body)
  assert.equal(error.requestId, requestId)
  assert.ok(error.docUrl.endsWith(`/docs/errors/${error.code}`))
}

/** The knock was refused as malformed, and the field is named. */
export function assertInvalid(answer: ReadAnswer, field: string, about: string): void {
  const told = `${about}: ${answer.status} ${answer.text}`
  assert.deepEqual([answer.status, answer.body.error?.code], [422, 'VALIDATION_FAILED'], told)
  assert.ok((answer.body.error.fields?.[field] ?? []).length > 0, `${told} names no ${field}`)
}

/** An answer in a word: its status, with the code of a refusal. */
export function told({ status, body }: { status: number; body: { error: { code: string } } }): number | string {
  return status < 400 ? status : `${status} ${body.error.code}`
}
