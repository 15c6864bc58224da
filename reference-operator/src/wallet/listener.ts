import type { IncomingMessage, ServerResponse } from 'node:http'
import { nodeListener, type RawHandler, type RawRequest, type RawResponse } from '@coffer/operator-sdk'
import { headerLines } from '../raw-request.ts'
import type { CallEnd, CallStart } from '../signed/signed-call.ts'
import type { SignedCalls } from '../signed/signed-calls.ts'
import type { CallLog, WalletCallRecord } from './call-log.ts'
import { deliver } from './deliver.ts'
import { type Fault, faults } from './faults.ts'
import type { Manner } from './operator-wallet.ts'
import { lookAt, type SeenCall, takeFault } from './rules.ts'
import type { Weather } from './weather.ts'

/** How long a wallet that is not atomic takes between looking and moving. */
const GAP_MS = 250

export type WalletOfOperator = {
  slug: string
  /** Checks a call as of the moment when it came, and decides it. */
  wallet(manner: Manner): RawHandler
}

export type WalletExchange = {
  weather: Weather
  signed: SignedCalls
  /** Told of every call that arrives, before it is checked. */
  onCall?: ((call: SeenCall) => void) | undefined
  request: IncomingMessage
  response: ServerResponse
}

/** Serves one operator's wallet, with its weather between it and the wire. */
export function serveWallet({ slug, wallet }: WalletOfOperator, exchange: WalletExchange): Promise<void> {
  const { weather, request, response } = exchange
  const handler: RawHandler = async (walletRequest) => {
    const call = lookAt(slug, walletRequest.body)
    if (call) exchange.onCall?.(call)
    const fault = call && takeFault(weather.rules, call)
    const { apply, waitMs, answer, refuse } = fault ?? faults.ok()
    const record = weather.calls.add(slug, call, beginning(fault))
    const note = exchange.signed.begin(slug, { direction: 'from-coffer', ...textOf(walletRequest) })
    followEnd(slug, weather, record, response, note)
    const gap = () => weather.gaps.pass(GAP_MS)
    const decide = wallet({ kind: weather.kind(slug), askedAt: record.arrivedAt, refuse, gap })
    if (waitMs !== undefined) await weather.waits.pass(waitMs)
    const decided = apply ? await decide(walletRequest) : null
    if (decided) record.decision = weather.calls.reply(decided)
    weather.changed(slug)
    return deliver({ answer, decided, request, response, record, weather })
  }
  return nodeListener(handler)(request, response)
}

/** Where a redirect of the wallet leads: a yes for whoever follows, behind which nothing moves. */
export function serveMovedWallet({ slug }: WalletOfOperator, { weather, response }: WalletExchange): void {
  const reply: RawResponse = {
    ...{ status: 200, headers: { 'content-type': 'application/json' }, body: '{"accepted":true}' },
  }
  const record = weather.calls.add(slug, null, { fault: 'redirect', followedRedirect: true })
  record.answer = weather.calls.reply(reply)
  followEnd(slug, weather, record, response)
  response.writeHead(reply.status, reply.headers).end(reply.body)
}

function beginning(fault: Fault | null): Parameters<CallLog['add']>[2] {
  return fault === null ? {} : { fault: fault.name ?? 'custom', waitsMs: fault.waitMs }
}

function followEnd(
  slug: string,
  weather: Weather,
  record: WalletCallRecord,
  response: ServerResponse,
  note: (end: CallEnd) => void = () => {},
): void {
  weather.changed(slug)
  response.on('close', () => {
    record.end ??= response.writableFinished ? 'answered' : 'left'
    record.endedAt ??= weather.calls.time()
    weather.changed(slug)
    note({ status: record.answer?.status ?? null, answer: record.answer?.body ?? null, end: record.end })
  })
}

function textOf({ method, path, headers, body }: RawRequest): Omit<CallStart, 'direction'> {
  return { method, path, headers: headerLines(headers), body: Buffer.from(body).toString('utf8') }
}
