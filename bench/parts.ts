import { createDecipheriv, createHash, createSecretKey, randomBytes } from 'node:crypto'
import { openSync, writeSync } from 'node:fs'
import { sign } from '@coffer/operator-sdk'
import {
  LogOutput,
  makeLog,
  openUnder,
  sealUnder,
  signEnvelope,
  systemRandom,
  tokenHash,
} from '@coffer/service/platform'
import { middle } from './support/latencies.ts'
import { type Machine, readMachine } from './support/machine.ts'

type PartsOptions = {
  /** Length of one measurement of one way. */
  milliseconds: number
  /** How often each is repeated, the two ways by turns. */
  repeats: number
}

/** What each request does, in the way that anybody would write first and in ours. */
type Part = { name: string; plain: () => unknown; ours: () => unknown }
export type PartRow = { name: string; plainUs: number; oursUs: number; ratio: number }
export type PartsResult = { machine: Machine; rows: PartRow[] }

/** Measures small parts of a request by themselves, in this process: what a figure of a whole run is too coarse for. */
export function benchParts({ milliseconds, repeats }: PartsOptions): PartsResult {
  const rows: PartRow[] = []
  for (const { name, plain, ours } of [...ofKeys(), ...ofHashes(), ...ofLines()]) {
    const times: Record<'plain' | 'ours', number[]> = { plain: [], ours: [] }
    for (let repeat = 0; repeat <= repeats; repeat++) {
      times.plain.push(usOf(plain, milliseconds))
      times.ours.push(usOf(ours, milliseconds))
    }
    const [plainUs, oursUs] = [middle(times.plain.slice(1)), middle(times.ours.slice(1))]
    rows.push({ name, plainUs, oursUs, ratio: oursUs / plainUs })
  }
  return { machine: readMachine(), rows }
}

const BATCH = 100

/** Microseconds of one call. */
function usOf(work: () => unknown, milliseconds: number): number {
  const began = performance.now()
  let count = 0
  for (; performance.now() - began < milliseconds; count += BATCH) {
    for (let turn = 0; turn < BATCH; turn++) work()
  }
  return ((performance.now() - began) * 1000) / count
}

const SEED = 'ab'.repeat(32)

function ofKeys(): Part[] {
  const bytes = randomBytes(32)
  const key = createSecretKey(bytes)
  const sealed = sealUnder(key, systemRandom, Buffer.from(SEED), 'seed')
  return [
    {
      name: 'open a sealed value',
      plain: () => openWithBytes(bytes, sealed),
      ours: () => openUnder(key, sealed, 'seed'),
    },
  ]
}

function openWithBytes(key: Buffer, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 13), { authTagLength: 16 })
  decipher.setAAD(Buffer.from('seed'))
  decipher.setAuthTag(sealed.subarray(13, 29))
  return Buffer.concat([decipher.update(sealed.subarray(29)), decipher.final()])
}

function ofHashes(): Part[] {
  const token = `ps_${randomBytes(32).toString('base64url')}`
  const body = JSON.stringify({ type: 'wallet.debit', amountMinor: 500, currency: 'EUR', idempotencyKey: SEED })
  const call = {
    secret: `whs_${SEED.slice(0, 43)}`,
    method: 'POST',
    path: '/c/aurum/wallet',
    body,
    nonce: SEED.slice(0, 32),
  }
  const timestamp = 1_767_225_600
  return [
    { name: 'hash of a token', plain: () => createHash('sha256').update(token).digest(), ours: () => tokenHash(token) },
    {
      name: 'signature of a call',
      plain: () => sign({ ...call, timestamp }).signature,
      ours: () => signEnvelope({ ...call, timestamp: String(timestamp) }),
    },
  ]
}

function ofLines(): Part[] {
  const nowhere = openSync('/dev/null', 'w')
  const line = {
    requestId: `req_${SEED.slice(0, 20)}`,
    method: 'POST',
    route: '/api/play/rounds/open',
    status: 200,
    ms: 12.3,
    operator: 'aurum',
  }
  const log = makeLog('info', { write: () => {} })
  const output = new LogOutput(nowhere)
  const text = `${JSON.stringify(line)}\n`
  return [
    { name: 'a line of the log', plain: () => log.info(line, 'request'), ours: () => log.plain.info(line, 'request') },
    { name: 'its way out', plain: () => writeSync(nowhere, text), ours: () => output.write(text) },
  ]
}
