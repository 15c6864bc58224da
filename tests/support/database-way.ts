import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { createTestDatabase } from './database.ts'
import { errorOf } from './pooler.ts'

/**
 * `open`: both ways. `silent`: neither. `deaf`: what the database says is kept back until it is open again. Neither is told an end.
 * `ending`: deaf until a commit took effect, and closed then; `failing` is closed with an error, as a pooler that is shut down writes it.
 */
type Hearing = 'open' | 'silent' | 'deaf' | 'ending' | 'failing'
type Link = { hearing: Hearing; near: Socket; kept: Buffer[] }

/** The query that ends a transaction, as it goes over the wire. */
const COMMIT = Buffer.from('commit\0')
/** The answer to it, once it has taken effect. */
const COMMITTED = Buffer.from('COMMIT\0')
/** An error of a pooler that ends a connection. */
const SHUT_DOWN = errorOf('57P01', 'the pooler is shutting down')

const LOST = { closed: 'ending', failed: 'failing', silent: 'deaf' } as const satisfies Record<string, Hearing>

const endsWithCommit = ({ hearing }: Link) => hearing === 'ending' || hearing === 'failing'

function endLink({ hearing, near }: Link, far: Socket): void {
  far.destroy()
  if (hearing === 'failing') near.end(SHUT_DOWN)
  else near.destroy()
}

/** A way to a database (of its own, when none is given) that can be cut, or be silent as a network is that loses everything. */
export async function makeWay(t: TestContext, databaseUrl?: string) {
  const url = databaseUrl ?? (await createTestDatabase()).url
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  const links = new Set<Link>()
  let mode: 'open' | 'silent' | 'cut' = 'open'
  /** Which commit from now on is heard by the database and never answered; 0 is none. */
  let commitToLose = 0
  let lost: Hearing = 'deaf'
  const server = createServer((near) => {
    if (mode === 'cut') return near.destroy()
    const far = connect(Number(port), hostname)
    const link: Link = { hearing: 'open', near, kept: [] }
    links.add(link)
    const isSilent = () => mode === 'silent' || link.hearing === 'silent'
    const isDeaf = () => link.hearing === 'deaf' || endsWithCommit(link)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
    }
    near.on('data', (bytes) => {
      if (commitToLose > 0 && bytes.includes(COMMIT) && --commitToLose === 0) link.hearing = lost
      if (!isSilent()) far.write(bytes)
    })
    far.on('data', (bytes) => {
      if (isDeaf()) link.kept.push(bytes)
      else if (!isSilent()) near.write(bytes)
      if (endsWithCommit(link) && Buffer.concat(link.kept).includes(COMMITTED)) endLink(link, far)
    })
    const tellsNoEnd = () => isSilent() || isDeaf()
    near.on('close', () => tellsNoEnd() || far.destroy())
    far.on('close', () => tellsNoEnd() || near.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const drop = () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
    links.clear()
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
    /** The connections that there are fall silent without an end, or say late what was kept back; new ones pass. */
    make: (hearing: Hearing) => {
      for (const link of links) {
        link.hearing = hearing
        if (hearing === 'open') for (const bytes of link.kept.splice(0)) link.near.write(bytes)
      }
    },
    /** Loses the answer to a commit: once it took effect, its connection closes, fails with an error in place of all answers, or stays silent. */
    loseCommit: (number: number, then: keyof typeof LOST = 'silent') => {
      commitToLose = number
      lost = LOST[then]
    },
    /** True when the commit that was to be lost has come by. */
    hasLost: () => commitToLose === 0,
  }
}
