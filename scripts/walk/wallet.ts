import { writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { createServer } from 'node:tls'
import { type OperatorConfig, startReferenceOperator } from '@coffer/reference-operator'
import type { Certificates } from './certificates.ts'

const SLUG = 'walk'
const CURRENCY = 'EUR'
const OPENING_MINOR = 10_000_000

/** The operator's side: a wallet with a ledger behind https, as production asks for. */
export type Wallet = {
  slug: string
  url: string
  /** Gives it the operator that Coffer has made. */
  addOperator(made: Pick<OperatorConfig, 'keyId' | 'keySecret' | 'outboundSecret'>): void
  fund(player: string): void
  /** Writes the ledger as `coffer doctor --ledger` reads it; gives the debits of boxes. */
  exportLedger(path: string): { debits: string[] }
  close(): Promise<void>
}

export async function openWallet(port: number, certificates: Certificates, baseUrl: string): Promise<Wallet> {
  const casino = await startReferenceOperator({ port: 0, dataDir: ':memory:', operators: [], baseUrl })
  const inner = new URL(casino.url)
  const sockets = new Set<Socket>()
  const server = createServer({ cert: certificates.certificate, key: certificates.key }, (near) => {
    const far = connect(Number(inner.port), inner.hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket)).on('error', () => {})
    }
    near.pipe(far).pipe(near)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    slug: SLUG,
    url: `https://localhost:${port}/wallet/${SLUG}`,
    addOperator: (made) => casino.addOperator({ ...made, slug: SLUG, name: 'Walk', currency: CURRENCY }),
    fund: (player) => casino.wallet.setBalance(SLUG, player, CURRENCY, OPENING_MINOR),
    exportLedger: (path) => {
      const entries = casino.wallet.ledger(SLUG)
      writeFileSync(path, JSON.stringify(entries.map((entry) => ({ ...entry, operator: SLUG }))))
      return {
        debits: entries.filter(({ type }) => type === 'debit').map(({ idempotencyKey }) => String(idempotencyKey)),
      }
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await casino.close()
    },
  }
}
