import type { AuditRow, PersonalData, PersonalDataRecord, StoredData } from '@coffer/contract/admin'
import type { AuditAction } from '@coffer/contract/audit'
import { SHOWN_DATA_RECORDS } from '@coffer/contract/player-names'
import type { Owner } from '../kernel/index.ts'
import { countStoredVerifications } from '../kyc/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { requirePlayer } from '../reports/index.ts'
import { countStoredOrders } from '../shipping/index.ts'
import { type Employer, showAudit } from '../staff/index.ts'

/** Counts what is stored of a person, by reading it. */
export async function countStoredData(ctx: Context, tx: Tx, owner: Owner): Promise<StoredData> {
  return { ...(await countStoredVerifications(ctx, tx, owner)), ...(await countStoredOrders(tx, owner)) }
}

/** What is stored of a player's personal data now, and its newest exports and erasures. Throws PLAYER_NOT_FOUND. */
export async function readPersonalData(ctx: Context, employer: Employer, owner: Owner): Promise<PersonalData> {
  const { player } = await requirePlayer(ctx, owner)
  const stored = await ctx.tx(owner.operatorId, (tx) => countStoredData(ctx, tx, owner))
  return { stored, records: await readRecords(ctx, employer, player.externalId) }
}

type Kind = { kind: PersonalDataRecord['kind']; started: AuditAction; ended: AuditAction }

/** The entries of the start and of the end. The end has the number of the start as `startEntryNumber`. */
const KINDS: readonly Kind[] = [
  { kind: 'export', started: 'player.data_export_started', ended: 'player.data_exported' },
  { kind: 'erasure', started: 'player.data_erasure_started', ended: 'player.data_erased' },
]

async function readRecords(
  ctx: Context,
  employer: Employer,
  playerExternalId: string,
): Promise<PersonalData['records']> {
  const read = async (action: AuditAction) => {
    const filters = { action, object: playerExternalId, objectType: 'player' } as const
    return (await showAudit(ctx, employer, { ...filters, sort: '-entryNumber', limit: SHOWN_DATA_RECORDS })).entries
  }
  const records: PersonalDataRecord[] = []
  for (const { kind, started, ended } of KINDS) {
    const starts = await read(started)
    // Read later, so that one that ends meanwhile is not shown twice.
    const ends = await read(ended)
    const endedStarts = new Set(ends.map(({ details }) => details.startEntryNumber))
    records.push(...ends.map((entry) => recordView(kind, entry, true)))
    records.push(
      ...starts
        .filter(({ entryNumber }) => !endedStarts.has(entryNumber))
        .map((entry) => recordView(kind, entry, false)),
    )
  }
  return records.sort((a, b) => b.entryNumber - a.entryNumber).slice(0, SHOWN_DATA_RECORDS)
}

function recordView(kind: Kind['kind'], entry: AuditRow, isCompleted: boolean): PersonalDataRecord {
  const { entryNumber, at, actor, actorName, isPlatformStaff, reason, changes, details } = entry
  const isErasure = kind === 'erasure'
  return {
    ...{ entryNumber, at, actor, actorName, isPlatformStaff, kind, isCompleted, reason },
    sha256: typeof details.sha256 === 'string' ? details.sha256 : null,
    before: isErasure ? countsIn(changes, 'before') : null,
    after: isErasure && isCompleted ? countsIn(changes, 'after') : null,
  }
}

/** The counts in an entry of an erasure. */
function countsIn(changes: AuditRow['changes'], side: 'before' | 'after'): StoredData {
  const countOf = (name: keyof StoredData) => Number(changes.find(({ field }) => field === name)?.[side] ?? 0)
  return {
    verifications: countOf('verifications'),
    photos: countOf('photos'),
    finishedOrders: countOf('finishedOrders'),
    orderCopies: countOf('orderCopies'),
    openOrders: countOf('openOrders'),
  }
}
