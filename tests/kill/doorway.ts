import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** An address that stays while the server behind it comes and goes, and whose connections can be cut. */
export type Doorway = {
  port: number
  /** Where connections go from now on. */
  leadTo(port: number): void
  /** Cuts every connection at once, whatever is under way on it. */
  cut(): void
  close(): Promise<void>
}

export async function openDoorway(): Promise<Doorway> {
  let target = 0
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket)).on('error', () => {})
    socket.setNoDelay(true)
  }
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    for (const socket of [near, far]) keep(socket)
    near.pipe(far).pipe(near)
    near.once('close', () => far.destroy())
    far.once('close', () => near.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const cut = () => {
    for (const socket of sockets) socket.resetAndDestroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    leadTo: (port) => {
      target = port
    },
    cut,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      cut()
      await closed
    },
  }
}
