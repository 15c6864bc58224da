import type { AuditRow, HeldData, PersonalData, PersonalDataRecord } from '@coffer/contract/admin'
import { SHOWN_DATA_RECORDS } from '@coffer/contract/player-names'
import type { Owner } from '../kernel/index.ts'
import { countHeldKyc } from '../kyc/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { requirePlayer } from '../reports/index.ts'
import { countHeldOrders } from '../shipping/index.ts'
import { type Employer, showAudit } from '../staff/index.ts'

/** Counts what is stored of a person, by reading it. */
export async function countHeld(ctx: Context, tx: Tx, owner: Owner): Promise<HeldData> {
  return { ...(await countHeldKyc(ctx, tx, owner)), ...(await countHeldOrders(tx, owner)) }
}

/** What is stored of a player's personal data now, and its newest exports and erasures. Throws PLAYER_NOT_FOUND. */
export async function readPersonalData(ctx: Context, employer: Employer, owner: Owner): Promise<PersonalData> {
  const { player } = await requirePlayer(ctx, owner)
  const held = await ctx.tx(owner.operatorId, (tx) => countHeld(ctx, tx, owner))
  return { held, records: await readRecords(ctx, employer, player.externalId) }
}

async function readRecords(
  ctx: Context,
  employer: Employer,
  playerExternalId: string,
): Promise<PersonalData['records']> {
  const read = async (action: PersonalDataRecord['action']) => {
    const filters = { action, object: playerExternalId, objectType: 'player' } as const
    const { entries } = await showAudit(ctx, employer, { ...filters, sort: '-entryNumber', limit: SHOWN_DATA_RECORDS })
    return entries.map((entry) => recordView(action, entry))
  }
  const records = [...(await read('player.data_exported')), ...(await read('player.data_erased'))]
  return records.sort((a, b) => b.entryNumber - a.entryNumber).slice(0, SHOWN_DATA_RECORDS)
}

function recordView(action: PersonalDataRecord['action'], entry: AuditRow): PersonalDataRecord {
  const { entryNumber, at, actor, actorName, isPlatformStaff, reason, changes } = entry
  const isErasure = action === 'player.data_erased'
  return {
    ...{ entryNumber, at, actor, actorName, isPlatformStaff, action, reason },
    before: isErasure ? heldIn(changes, 'before') : null,
    after: isErasure ? heldIn(changes, 'after') : null,
  }
}

/** The counts in an entry of an erasure. */
function heldIn(changes: AuditRow['changes'], side: 'before' | 'after'): HeldData {
  const countOf = (name: keyof HeldData) => Number(changes.find(({ field }) => field === name)?.[side] ?? 0)
  return {
    verifications: countOf('verifications'),
    photos: countOf('photos'),
    finishedOrders: countOf('finishedOrders'),
    orderCopies: countOf('orderCopies'),
    openOrders: countOf('openOrders'),
  }
}
