import type { LookupFunction } from 'node:net'
import { Agent, type Dispatcher } from 'undici'
import { assert, type Clock, type Limits } from '../kernel/index.ts'
import { decodeBody, tooLong, Undecodable } from './content-coding.ts'
import { makeConnector } from './outbound-connector.ts'
import { guardedLookup, type OutboundPolicy, urlFault } from './outbound-guard.ts'
import { isInTransaction } from './transaction.ts'

/** The only way out: a guarded client that refuses private addresses and is never used inside a transaction. */
export type HttpRequest = {
  /** Whose call it is. Calls of different lanes never wait for one another, not even to one host. */
  lane: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  headers: Record<string, string>
  body?: string | Buffer
  /** One limit over the whole exchange: connect, headers and body. */
  timeoutMs: number
  /** Of the body, as it comes and as it is decoded. */
  maxReplyBytes: number
  /** The caller asks for no more than the status: once it has come, a body that is too long or does not end changes nothing. */
  statusIsEnough?: boolean
  /** Refuses private hosts, those that the deployment allows too: for URLs that it has not chosen. */
  isPublicOnly?: boolean
  /**
   * Asked right before the first byte of the request is written, after name look-up, TCP and TLS and whatever it had to wait for: why
   * it must not leave any more, which makes it `never_sent`; null when it may.
   */
  mayLeave?: () => string | null
}

/**
 * `never_sent`: no byte of the request left (bad address, DNS, connect or TLS failure, or `mayLeave` said no).
 * `failed`: it may have arrived, and there is no whole answer.
 */
export type HttpReply =
  | { kind: 'answered'; status: number; headers: Record<string, string | undefined>; body: Buffer }
  | { kind: 'never_sent'; reason: string }
  | { kind: 'failed'; reason: string }

export type HttpClient = {
  send(request: HttpRequest): Promise<HttpReply>
  close(): Promise<void>
}

/** Connections of one lane to one place. */
const CONNECTIONS = 256
/** An idle connection is dropped well before the usual 5 s of the other side: a request on a dying one is an unknown outcome. */
const IDLE_MS = 3_000

type Outside = { clock: Clock; limits: Pick<Limits, 'walletConnectMs' | 'attemptSendMs' | 'dnsCacheMs'> }

/** The guarded client: follows no redirect, reads no more than it may, and knows whether a request may have left. */
export function makeHttpClient(
  policy: OutboundPolicy,
  outside: Outside,
  lookup: LookupFunction = guardedLookup(policy, outside.limits),
): HttpClient {
  const publicPolicy = { ...policy, allowedPrivateHosts: [] }
  const publicLookup = guardedLookup(publicPolicy, outside.limits)
  const agents = new Map<string, Agent>()
  const agentOf = ({ lane, isPublicOnly }: HttpRequest) => {
    const key = `${isPublicOnly ? 'public' : 'any'} ${lane}`
    const agent = agents.get(key) ?? makeAgent(isPublicOnly ? publicLookup : lookup, outside)
    agents.set(key, agent)
    return agent
  }
  return {
    send: async (request) => {
      assert(!isInTransaction(), 'no outbound call is made inside a transaction')
      const fault = urlFault(request.url, request.isPublicOnly ? publicPolicy : policy)
      return fault === null ? exchange(agentOf(request), outside.clock, request) : { kind: 'never_sent', reason: fault }
    },
    close: async () => {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()))
    },
  }
}

function makeAgent(lookup: LookupFunction, outside: Outside): Agent {
  return new Agent({
    connections: CONNECTIONS,
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: makeConnector(lookup, outside),
  })
}

function exchange(agent: Agent, clock: Clock, request: HttpRequest): Promise<HttpReply> {
  return new Promise((resolve) => {
    const running = new Exchange(request, (reply) => {
      cancel()
      resolve(reply)
    })
    const cancel = clock.after(request.timeoutMs, () => running.giveUp('time-out'))
    const { origin, pathname, search } = new URL(request.url)
    const { method, body } = request
    const headers = { 'accept-encoding': 'identity', ...request.headers }
    try {
      agent.dispatch({ origin, path: pathname + search, method, headers, body: body ?? null }, running)
    } catch (error) {
      running.giveUp(reasonOf(error))
    }
  })
}

/** One request and what comes back. It is over once: whatever happens later is ignored. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #maxBytes: number
  readonly #statusIsEnough: boolean
  readonly #mayLeave: () => string | null
  readonly #finish: (reply: HttpReply) => void
  #controller: Dispatcher.DispatchController | null = null
  #over = false
  #status = 0
  #headers: Record<string, string | undefined> = {}
  #chunks: Buffer[] = []
  #bytes = 0

  constructor(
    { maxReplyBytes, statusIsEnough = false, mayLeave = () => null }: ExchangeRequest,
    finish: (reply: HttpReply) => void,
  ) {
    this.#maxBytes = maxReplyBytes
    this.#statusIsEnough = statusIsEnough
    this.#mayLeave = mayLeave
    this.#finish = finish
  }

  /**
   * Called right before the first byte is written. One that was given up while it waited for a connection must not leave, nor one that has
   * become too old. The client may begin a request again on another connection: what left before may have arrived.
   */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    const reason = this.#over ? 'given up' : this.#mayLeave()
    if (reason === null) this.#controller = controller
    else {
      this.giveUp(reason)
      controller.abort(new Error(reason))
    }
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: ReplyHeaders): void {
    this.#status = status
    this.#headers = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name.toLowerCase(),
        Array.isArray(value) ? value.join(', ') : value,
      ]),
    )
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length
    if (this.#bytes > this.#maxBytes) this.giveUp(tooLong(this.#maxBytes))
    else this.#chunks.push(chunk)
  }

  onResponseEnd(): void {
    const answer = this.#answer()
    const coding = this.#headers['content-encoding']
    if (coding === undefined) this.#end(answer)
    else {
      decodeBody(answer.body, coding, this.#maxBytes).then(
        (body) => this.#end({ ...answer, body }),
        (error) => this.giveUp(reasonOf(error)),
      )
    }
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.giveUp(reasonOf(error))
  }

  giveUp(reason: string): void {
    const controller = this.#controller
    const isEnough = this.#statusIsEnough && this.#status !== 0
    this.#end(isEnough ? this.#answer() : { kind: controller ? 'failed' : 'never_sent', reason })
    if (controller && !controller.aborted) controller.abort(new Error(reason))
  }

  #answer(): Answer {
    return { kind: 'answered', status: this.#status, headers: this.#headers, body: Buffer.concat(this.#chunks) }
  }

  #end(reply: HttpReply): void {
    if (this.#over) return
    this.#over = true
    this.#finish(reply)
  }
}

type Answer = Extract<HttpReply, { kind: 'answered' }>

type ExchangeRequest = Pick<HttpRequest, 'maxReplyBytes' | 'statusIsEnough' | 'mayLeave'>

type ReplyHeaders = Record<string, string | string[] | undefined>

/** Words without an address or a body in them; they go to the log and to staff. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown failure'
  if (error.name === 'AddressRefused' || error instanceof Undecodable) return error.message
  if (error.name === 'HTTPParserError') return 'the answer is not HTTP'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
