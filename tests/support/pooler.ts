import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { TestContext } from 'node:test'

/** What a pooler as PgBouncer lets through of a start-up. */
const ALLOWED = [
  ...[
    'user',
    'database',
    'client_encoding',
    'datestyle',
    'timezone',
    'standard_conforming_strings',
    'application_name',
  ],
]
/** Types of messages: of the server's, with which it is done; of the client's, with which it leaves. */
const READY = 'Z'
const KEY = 'K'
const PARAMETER = 'S'
const OF_GREETING = [PARAMETER, KEY, READY]
const LEAVES = 'X'
const IDLE = 'I'

/** A session of the server, with what it said of itself at its beginning, and the client that has it now. */
type Session = { far: Socket; user: string; greeting: Buffer[]; client: Socket | null; isGreeted: boolean }

/**
 * A pooler in front of a database, which refuses parameters of the start-up as PgBouncer does and names processes of its own. In session
 * mode a client keeps its session of the server to the end; in transaction mode it has one as long as a transaction takes.
 */
export async function makePooler(t: TestContext, databaseUrl: string, mode: 'session' | 'transaction') {
  const pooler = new Pooler(databaseUrl, mode)
  const server = createServer((near) => pooler.serve(near))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    pooler.end()
    server.close()
  })
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return { url: url.href, refused: pooler.refused }
}

class Pooler {
  readonly #url: URL
  readonly #mode: 'session' | 'transaction'
  readonly #sessions = new Set<Session>()
  readonly #sockets = new Set<Socket>()
  #processCount = 0
  /** The parameters that were refused. */
  readonly refused: string[] = []

  constructor(databaseUrl: string, mode: 'session' | 'transaction') {
    this.#url = new URL(databaseUrl)
    this.#mode = mode
  }

  serve(near: Socket): void {
    this.#keep(near)
    let session: Session | null = null
    let user: string | null = null
    const onMessage = (message: Buffer) => {
      if (user === null) {
        user = parametersOf(message).user as string
        session = this.#begin(near, user, message)
      } else if (typeOf(message) === LEAVES) near.destroy()
      else {
        if (session?.client !== near) session = this.#lend(near, user)
        session.far.write(message)
      }
    }
    near.on('data', reader(onMessage, { hasType: false }))
    near.on('close', () => {
      if (session?.client === near) session.far.destroy()
    })
  }

  end(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket.setNoDelay())
    socket.on('error', () => {})
  }

  /** Greets as a free session was greeted, which is lent when there is something to do; null where the parameters are refused. */
  #begin(near: Socket, user: string, startup: Buffer): Session | null {
    const unknown = Object.keys(parametersOf(startup)).find((name) => !ALLOWED.includes(name.toLowerCase()))
    if (unknown !== undefined) {
      this.refused.push(unknown)
      near.end(errorOf('08P01', `unsupported startup parameter: ${unknown}`))
      return null
    }
    const free = this.#mode === 'session' ? null : this.#free(user)
    if (free === null) return this.#open(near, user, startup)
    near.write(Buffer.concat([WELCOME, ...free.greeting]))
    return free
  }

  #free(user: string): Session | null {
    return [...this.#sessions].find((one) => one.user === user && one.client === null) ?? null
  }

  #lend(near: Socket, user: string): Session {
    const session = this.#free(user)
    if (session === null) throw new Error('no session of the server is free')
    session.client = near
    return session
  }

  #open(near: Socket, user: string, startup: Buffer): Session {
    const far = connect(Number(this.#url.port), this.#url.hostname)
    this.#keep(far)
    const session: Session = { far, user, greeting: [], client: near, isGreeted: false }
    this.#sessions.add(session)
    far.write(startup)
    const onMessage = (message: Buffer) => {
      const type = typeOf(message)
      const passed = type === KEY ? keyOf(++this.#processCount) : message
      session.client?.write(passed)
      if (!session.isGreeted && OF_GREETING.includes(type)) session.greeting.push(passed)
      if (type !== READY) return
      session.isGreeted = true
      if (this.#mode === 'transaction' && message.toString('latin1', 5) === IDLE) session.client = null
    }
    far.on('data', reader(onMessage, { hasType: true }))
    far.on('close', () => {
      session.client?.destroy()
      this.#sessions.delete(session)
    })
    return session
  }
}

/** Cuts what comes into messages. The first of a client has no type. */
function reader(onMessage: (message: Buffer) => void, { hasType }: { hasType: boolean }): (bytes: Buffer) => void {
  let kept = Buffer.alloc(0)
  return (bytes) => {
    kept = Buffer.concat([kept, bytes])
    for (;;) {
      const start = hasType ? 1 : 0
      if (kept.length < start + 4) return
      const length = start + kept.readUInt32BE(start)
      if (kept.length < length) return
      const message = kept.subarray(0, length)
      kept = kept.subarray(length)
      hasType = true
      onMessage(message)
    }
  }
}

function typeOf(message: Buffer): string {
  return message.toString('latin1', 0, 1)
}

function parametersOf(startup: Buffer): Record<string, string> {
  const words = startup.toString('utf8', 8).split('\0')
  const parameters: Record<string, string> = {}
  for (let index = 0; words[index]; index += 2) parameters[words[index]!] = words[index + 1]!
  return parameters
}

function messageOf(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(type, 0, 'latin1')
  head.writeUInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

/** Lets the client in with any password. */
const WELCOME = messageOf('R', Buffer.alloc(4))

/** No process of a server has a number as high as these. */
function keyOf(number: number): Buffer {
  const body = Buffer.alloc(8)
  body.writeUInt32BE(1_000_000_000 + number, 0)
  return messageOf(KEY, body)
}

/** An error that ends a connection. */
export function errorOf(code: string, message: string): Buffer {
  return messageOf('E', Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`))
}
