import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { createServer as createTlsServer } from 'node:tls'
import { selfSigned, trust } from './self-signed.ts'

/** A door of TLS before a server of plain HTTP, whose handshakes a test can hold. */
export type SlowDoor = {
  /** `https://127.0.0.1:port`, where the plain server's paths are served. */
  url: string
  /** Bytes of requests that came through, decrypted. */
  bytes: number
  /** Holds the handshake of the next connection, of no other one, until it is released. */
  holdNext(): { arrived: Promise<void>; release: () => void }
}

export async function startSlowDoor(t: TestContext, target: string): Promise<SlowDoor> {
  const { cert, key } = selfSigned()
  trust(t, cert)
  const sockets = new Set<Socket>()
  const holds: { arrive: () => void; released: Promise<void> }[] = []
  const join = (one: Socket, other: Socket) => {
    for (const socket of [one, other]) sockets.add(socket.on('error', () => one.destroy()))
    for (const [from, to] of [[one, other] as const, [other, one] as const])
      from.pipe(to).on('close', () => from.destroy())
  }
  const inner = createTlsServer({ cert, key }, (secured) => {
    secured.on('data', (chunk) => {
      door.bytes += chunk.length
    })
    join(secured, connect(Number(new URL(target).port), '127.0.0.1'))
  })
  const innerPort = await listen(inner)
  const outer = createServer(async (socket) => {
    sockets.add(socket.on('error', () => socket.destroy()))
    const hold = holds.shift()
    hold?.arrive()
    await hold?.released
    join(socket, connect(innerPort, '127.0.0.1'))
  })
  const door: SlowDoor = {
    url: `https://127.0.0.1:${await listen(outer)}`,
    bytes: 0,
    holdNext: () => {
      const [arrival, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      holds.push({ arrive: arrival.resolve, released: gate.promise })
      return { arrived: arrival.promise, release: gate.resolve }
    },
  }
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    for (const server of [inner, outer]) server.close()
  })
  return door
}

async function listen(server: ReturnType<typeof createServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}
