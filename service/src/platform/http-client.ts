import { isUtf8 } from 'node:buffer'
import { ADDRCONFIG, type LookupAllOptions } from 'node:dns'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import { promisify } from 'node:util'
import { brotliDecompress, constants, gunzip, inflate, inflateRaw, type ZlibOptions, zstdDecompress } from 'node:zlib'
import { Agent, buildConnector, type Dispatcher, errors } from 'undici'
import { assert, type Limits } from '../kernel/index.ts'
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

/** The guarded client: follows no redirect, reads no more than it may, and knows whether a request may have left. */
export function makeHttpClient(
  policy: OutboundPolicy,
  limits: Pick<Limits, 'walletConnectMs' | 'dnsCacheMs'>,
  lookup: LookupFunction = guardedLookup(policy, limits),
): HttpClient {
  const agents = new Map<string, Agent>()
  const agentOf = (lane: string) => {
    const agent = agents.get(lane) ?? makeAgent(lookup, limits)
    agents.set(lane, agent)
    return agent
  }
  return {
    send: async (request) => {
      assert(!isInTransaction(), 'no outbound call is made inside a transaction')
      const fault = urlFault(request.url, policy)
      return fault === null ? exchange(agentOf(request.lane), request) : { kind: 'never_sent', reason: fault }
    },
    close: async () => {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()))
    },
  }
}

function makeAgent(lookup: LookupFunction, limits: Pick<Limits, 'walletConnectMs'>): Agent {
  return new Agent({
    connections: CONNECTIONS,
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: makeConnector(lookup, limits.walletConnectMs),
  })
}

/** The shortest time that one of several addresses has. */
const MIN_ATTEMPT_MS = 250
/** As Node asks when it connects, so that one look-up serves both the count of the addresses and the connection. */
const ALL: LookupAllOptions = { all: true, hints: process.platform === 'win32' ? 0 : ADDRCONFIG }

/**
 * Connects to the first address of a name that answers. Each has an equal share of the limit, the last one all that is left: a slow
 * one can answer, and a silent one leaves time for the others. The limit covers look-up, TCP and TLS.
 */
function makeConnector(lookup: LookupFunction, limitMs: number): buildConnector.connector {
  /** By the number of addresses. They are kept, because each keeps the sessions of TLS. */
  const connectors = new Map<number, buildConnector.connector>()
  const connectorOf = (count: number) => {
    const connector = connectors.get(count) ?? buildOne(lookup, limitMs, count)
    connectors.set(count, connector)
    return connector
  }
  return (options, callback) => {
    let isOver = false
    const finish: buildConnector.Callback = (...[error, socket]) => {
      if (isOver) return void socket?.destroy()
      isOver = true
      clearTimeout(timer)
      if (error) callback(error, null)
      else callback(null, withoutInterimAnswers(socket))
    }
    const timer = setTimeout(() => finish(new errors.ConnectTimeoutError(), null), limitMs).unref()
    countAddresses(lookup, options.hostname)
      .then((count) => connectorOf(count)(options, finish))
      .catch((error: Error) => finish(error, null))
  }
}

function buildOne(lookup: LookupFunction, limitMs: number, count: number): buildConnector.connector {
  const autoSelectFamilyAttemptTimeout = Math.max(Math.floor(limitMs / count), MIN_ATTEMPT_MS)
  return buildConnector({
    ...{ allowH2: false, timeout: limitMs, lookup },
    ...{ autoSelectFamily: true, autoSelectFamilyAttemptTimeout },
  })
}

function countAddresses(lookup: LookupFunction, host: string): Promise<number> {
  if (isIP(host) !== 0) return Promise.resolve(1)
  return new Promise((resolve, reject) => {
    lookup(host, ALL, (error, addresses) => (error ? reject(error) : resolve(addresses.length)))
  })
}

/** `HTTP/1.1 100` and its like, behind the empty lines that may stand before an answer. After a 101 a connection speaks no HTTP. */
const INTERIM = /^(\r?\n)*HTTP\/1\.[01] 1(?!01)\d\d/
/** As many bytes tell an interim answer from another; no answer is shorter. */
const TELLING_BYTES = 16
const END_OF_HEAD = '\r\n\r\n'
/** A longer head is passed on, and refused there. */
const MAX_HEAD_BYTES = 16_384
const NOTHING = Buffer.alloc(0)

/**
 * The same connection, without the interim answers (100, 103 and the like) that may come before an answer. A client has to read over
 * them, and undici closes the connection at a 100. One request at a time is written.
 */
function withoutInterimAnswers(socket: Socket): Socket {
  let isAnswerAwaited = false
  let held: Buffer = NOTHING
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean
  socket.write = (...args: unknown[]) => {
    isAnswerAwaited = true
    return write(...args)
  }
  const pass = (chunk: Buffer): Buffer => {
    if (!isAnswerAwaited) return chunk
    const { rest, isWhole } = afterInterimAnswers(Buffer.concat([held, chunk]))
    isAnswerAwaited = !isWhole
    held = isWhole ? NOTHING : rest
    return isWhole ? rest : NOTHING
  }
  const read = socket.read.bind(socket)
  socket.read = (size?: number) => {
    // Null says that there is nothing left to read, so what is held back must not become one.
    for (let chunk = read(size); chunk !== null; chunk = read(size)) {
      const passed = pass(chunk)
      if (passed.length > 0) return passed
    }
    return null
  }
  return socket
}

/** The bytes behind the interim answers that they begin with; not whole while they may still be the beginning of one. */
function afterInterimAnswers(bytes: Buffer): { rest: Buffer; isWhole: boolean } {
  let rest = bytes
  while (INTERIM.test(rest.toString('latin1', 0, TELLING_BYTES))) {
    const end = rest.indexOf(END_OF_HEAD)
    if (end === -1) return { rest, isWhole: rest.length > MAX_HEAD_BYTES }
    rest = rest.subarray(end + END_OF_HEAD.length)
  }
  return { rest, isWhole: rest.length >= TELLING_BYTES }
}

function exchange(agent: Agent, request: HttpRequest): Promise<HttpReply> {
  return new Promise((resolve) => {
    const running = new Exchange(request, (reply) => {
      clearTimeout(timer)
      resolve(reply)
    })
    const timer = setTimeout(() => running.giveUp('time-out'), request.timeoutMs)
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

/** More codings on top of one another have no use. */
const MAX_CODINGS = 3
/** The window that RFC 9659 allows on the web, as a power of two. A larger one takes its memory before a byte comes out. */
const ZSTD_PARAMS = { [constants.ZSTD_d_windowLogMax]: 23 }

type Decode = (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>

const decodeGzip: Decode = (body, options) => promisify<Buffer, ZlibOptions, Buffer>(gunzip)(body, options)
const DECODERS = new Map<string, Decode>([
  ['gzip', decodeGzip],
  ['x-gzip', decodeGzip],
  // Some servers leave out the two bytes that RFC 1950 puts before a deflate.
  [
    'deflate',
    (body, options) => promisify<Buffer, ZlibOptions, Buffer>(hasZlibHead(body) ? inflate : inflateRaw)(body, options),
  ],
  ['br', promisify(brotliDecompress)],
  ['zstd', (body, options) => promisify(zstdDecompress)(body, { ...options, params: ZSTD_PARAMS })],
])

function hasZlibHead(body: Buffer): boolean {
  return body.length > 1 && body.readUInt16BE() % 31 === 0 && (body.readUInt8() & 0x0f) === 8
}

/** A body that does not decode; the message has only our words in it. */
class Undecodable extends Error {}

/**
 * A body without the codings that its `Content-Encoding` names: servers and proxies compress without being asked. A label of another
 * kind, or one that a proxy left on plain text, changes nothing. Throws `Undecodable`, also for more than `maxBytes` decoded bytes.
 */
async function decodeBody(body: Buffer, contentEncoding: string, maxBytes: number): Promise<Buffer> {
  const codings = contentEncoding.toLowerCase().split(',')
  if (codings.length > MAX_CODINGS) throw new Undecodable(`the answer has more than ${MAX_CODINGS} content codings`)
  let decoded = body
  for (const coding of codings.reverse()) decoded = await decodeOne(decoded, coding.trim(), maxBytes)
  return decoded
}

async function decodeOne(body: Buffer, coding: string, maxBytes: number): Promise<Buffer> {
  const decode = DECODERS.get(coding)
  if (!decode || body.length === 0) return body
  try {
    return await decode(body, { maxOutputLength: maxBytes })
  } catch (error) {
    if (error instanceof RangeError) throw new Undecodable(tooLong(maxBytes))
    if (isUtf8(body)) return body
    throw new Undecodable(`the answer is not whole or not ${coding}`)
  }
}

function tooLong(maxBytes: number): string {
  return `answer of more than ${maxBytes} bytes`
}

/** Words without an address or a body in them; they go to the log and to staff. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown failure'
  if (error.name === 'AddressRefused' || error instanceof Undecodable) return error.message
  if (error.name === 'HTTPParserError') return 'the answer is not HTTP'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
