import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { createTestDatabase } from './database.ts'

/** A way to the database that can be cut, or be silent as a network is that loses everything. */
export async function makeWay(t: TestContext) {
  const { url } = await createTestDatabase()
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  let mode: 'open' | 'silent' | 'cut' = 'open'
  const server = createServer((near) => {
    if (mode === 'cut') return near.destroy()
    const far = connect(Number(port), hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes) => mode === 'open' && to.write(bytes))
      from.on('close', () => to.destroy())
      from.on('error', () => {})
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const drop = () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  t.after(() => {
    drop()
    server.close()
  })
  const way = new URL(url)
  way.hostname = '127.0.0.1'
  way.port = String((server.address() as AddressInfo).port)
  return {
    url: way.href,
    drop,
    set: (wanted: typeof mode) => {
      mode = wanted
    },
  }
}
