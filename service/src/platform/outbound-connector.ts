import { ADDRCONFIG, type LookupAllOptions } from 'node:dns'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import { buildConnector, errors } from 'undici'
import type { Clock, Limits } from '../kernel/index.ts'

/** The shortest time that one of several addresses has. */
const MIN_ATTEMPT_MS = 250
/** As Node asks when it connects, so that one look-up serves both the count of the addresses and the connection. */
const ALL: LookupAllOptions = { all: true, hints: ADDRCONFIG }

type ConnectLimits = Pick<Limits, 'walletConnectMs' | 'attemptSendMs'>

type Outside = { clock: Clock; limits: ConnectLimits }

/**
 * Connects to the first address of a name that answers, within `walletConnectMs` for look-up, TCP and TLS. Each address has an equal share
 * of the time in which a call of a wallet must leave (`attemptSendMs`), the last one all that is left: a slow one can answer, and a silent
 * one leaves time for the others.
 */
export function makeConnector(lookup: LookupFunction, { clock, limits }: Outside): buildConnector.connector {
  /** By the number of addresses. They are kept, because each keeps the sessions of TLS. */
  const connectors = new Map<number, buildConnector.connector>()
  const connectorOf = (count: number) => {
    const connector = connectors.get(count) ?? buildOne(lookup, limits, count)
    connectors.set(count, connector)
    return connector
  }
  return (options, callback) => {
    let isOver = false
    const finish: buildConnector.Callback = (...[error, socket]) => {
      if (isOver) return void socket?.destroy()
      isOver = true
      cancel()
      if (error) callback(error, null)
      else callback(null, withoutInterimAnswers(socket))
    }
    const cancel = clock.after(limits.walletConnectMs, () => finish(new errors.ConnectTimeoutError(), null))
    countAddresses(lookup, options.hostname)
      .then((count) => connectorOf(count)(options, finish))
      .catch((error: Error) => finish(error, null))
  }
}

function buildOne(lookup: LookupFunction, limits: ConnectLimits, count: number): buildConnector.connector {
  const shareMs = Math.floor(Math.min(limits.walletConnectMs, limits.attemptSendMs) / count)
  const autoSelectFamilyAttemptTimeout = Math.max(shareMs, MIN_ATTEMPT_MS)
  return buildConnector({
    ...{ allowH2: false, timeout: limits.walletConnectMs, lookup },
    ...{ autoSelectFamily: true, autoSelectFamilyAttemptTimeout },
  })
}

function countAddresses(lookup: LookupFunction, host: string): Promise<number> {
  if (isIP(host) !== 0) return Promise.resolve(1)
  return new Promise((resolve, reject) => {
    lookup(host, ALL, (error, addresses) => (error ? reject(error) : resolve(addresses.length)))
  })
}

/** `HTTP/1.1 100` and its like, after the empty lines that may precede an answer. After a 101 a connection speaks no HTTP. */
const INTERIM = /^(\r?\n)*HTTP\/1\.[01] 1(?!01)\d\d/
/** As many bytes tell an interim answer from another; no answer is shorter. */
const TELLING_BYTES = 16
const END_OF_HEAD = /\r?\n\r?\n/
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
    const end = END_OF_HEAD.exec(rest.toString('latin1', 0, MAX_HEAD_BYTES))
    if (end === null) return { rest, isWhole: rest.length > MAX_HEAD_BYTES }
    rest = rest.subarray(end.index + end[0].length)
  }
  return { rest, isWhole: rest.length >= TELLING_BYTES }
}
