import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** An address that stays while the server behind it comes and goes, and whose connections can be cut. */
export type Doorway = {
  port: number
  /** Where connections go from now on. */
  leadTo(port: number): void
  /** Cuts every connection at once, whatever is under way on it. */
  cut(): void
  /** The connections that there are lose everything both ways and are told no end; new ones pass. Returns what ends them at the server. */
  silence(): () => void
  close(): Promise<void>
}

type Link = { near: Socket; far: Socket; isSilent: boolean }

export async function openDoorway(): Promise<Doorway> {
  let target = 0
  const sockets = new Set<Socket>()
  const links = new Set<Link>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket)).on('error', () => {})
    socket.setNoDelay(true)
  }
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    const link: Link = { near, far, isSilent: false }
    links.add(link)
    for (const socket of [near, far]) keep(socket)
    near.on('data', (bytes) => link.isSilent || far.write(bytes))
    far.on('data', (bytes) => link.isSilent || near.write(bytes))
    near.once('close', () => {
      links.delete(link)
      if (!link.isSilent) far.destroy()
    })
    far.once('close', () => link.isSilent || near.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const cut = () => {
    for (const socket of sockets) reset(socket)
  }
  return {
    port: (server.address() as AddressInfo).port,
    leadTo: (port) => {
      target = port
    },
    cut,
    silence: () => {
      const silenced = [...links].filter(({ isSilent }) => !isSilent)
      for (const link of silenced) link.isSilent = true
      return () => {
        for (const { far } of silenced) reset(far)
      }
    },
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      cut()
      await closed
    },
  }
}

/** One that is not open yet, or is saying goodbye, cannot be reset: it would stay with us, and our process would never end. */
function reset(socket: Socket): void {
  if (socket.connecting || socket.writableEnded || socket.readableEnded) socket.destroy()
  else socket.resetAndDestroy()
}
