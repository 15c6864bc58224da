import type { AuditAction } from '@coffer/contract/audit'
import { present } from '../kernel/index.ts'
import { type Context, PLATFORM, sealedPlace, type Tx } from '../platform/index.ts'
import { appendAudit } from './append-audit.ts'
import type { AuditKey } from './audit-entry.ts'
import { openAuditKey } from './open-audit-key.ts'
import {
  AUDIT_KEY,
  findHead,
  findLastEntry,
  findNewestKey,
  insertAuditKey,
  listAudited,
  listAuditKeys,
  lockChain,
} from './store.ts'

const KEY_BYTES = 32
/** Who the log names for what the service does by itself. */
const ACTOR = 'coffer'

/** The keys of the log, open, ascending by number: the last one signs. */
export async function auditKeysOf(ctx: Pick<Context, 'sealer'>, tx: Tx): Promise<AuditKey[]> {
  return (await listAuditKeys(tx)).map((row) => openAuditKey(ctx, row))
}

export type NewAuditKey = { number: number; masterKeyId: string }
type KeyContext = Pick<Context, 'sealer' | 'random' | 'clock'>

/** Gives a database its first key, and signs the logs that are there: a marker at the end of each signs all that is before it. */
export async function makeFirstAuditKey(ctx: KeyContext, tx: Tx, masterKeyId: string): Promise<void> {
  await addKey(ctx, tx, { number: 1, masterKeyId })
  await markAll(ctx, tx, 'audit.signed', { keyNumber: 1 })
}

/**
 * Gives the log of the platform its first entry, unless it has one: a log without an entry was emptied. A database from before the platform
 * had a log gets it at the first start.
 */
export async function beginPlatformLog(ctx: Pick<Context, 'sealer' | 'clock'>, tx: Tx): Promise<void> {
  await lockChain(tx, PLATFORM)
  if ((await findHead(tx, PLATFORM)) !== null || (await findLastEntry(tx, PLATFORM)) !== null) return
  await appendAudit(ctx, tx, null, { actor: ACTOR, action: 'audit.began', details: {}, at: ctx.clock.now() })
}

/**
 * A further key, for a master key that is changed: whoever held the old one can sign nothing from here on. Every log says so under the
 * new key, which signs all that is before it once more.
 */
export async function changeAuditKey(ctx: KeyContext, tx: Tx, masterKeyId: string): Promise<void> {
  const newest = present(await findNewestKey(tx), 'the audit log has a key').key_number
  await addKey(ctx, tx, { number: newest + 1, masterKeyId })
  await markAll(ctx, tx, 'audit.key_changed', { from: newest, to: newest + 1 })
}

async function addKey(ctx: KeyContext, tx: Tx, { number, masterKeyId }: NewAuditKey): Promise<void> {
  const key = ctx.random.bytes(KEY_BYTES).toString('hex')
  await insertAuditKey(tx, {
    key_number: number,
    key_sealed: ctx.sealer.sealUnder(masterKeyId, key, sealedPlace(AUDIT_KEY, PLATFORM, number)),
    created_at: ctx.clock.now(),
  })
}

async function markAll(ctx: KeyContext, tx: Tx, action: AuditAction, details: object): Promise<void> {
  const entry = { actor: ACTOR, action, details, at: ctx.clock.now() }
  for (const operatorId of await listAudited(tx)) await appendAudit(ctx, tx, operatorId, entry)
}
