import type { ImageKind } from '@coffer/contract/kyc-answers'
import { type Generated, type Insertable, type Selectable, sql } from 'kysely'
import type { Tx } from '../platform/index.ts'
import type { RequestKey } from './request-store.ts'

declare module '../platform/database.ts' {
  interface Tables {
    kyc_images: KycImagesTable
  }
}

type ImageState = 'storing' | 'stored' | 'removing'

type KycImagesTable = {
  operator_id: number
  image_id: Generated<number>
  request_id: number
  kind: ImageKind
  state: ImageState
  storage_key: string
  width: number
  height: number
  created_at: Date
  /** When it is tried again to remove it; null when nothing was in the way. */
  look_at: Date | null
}

export type ImageRecord = Selectable<KycImagesTable>

export async function insertImage(tx: Tx, row: Insertable<KycImagesTable>): Promise<ImageRecord> {
  return tx.insertInto('kyc_images').values(row).returningAll().executeTakeFirstOrThrow()
}

function stored(tx: Tx, { operatorId, requestId }: RequestKey) {
  return tx
    .selectFrom('kyc_images')
    .selectAll()
    .where('operator_id', '=', operatorId)
    .where('request_id', '=', requestId)
    .where('state', '=', 'stored')
}

export function listStored(tx: Tx, key: RequestKey): Promise<ImageRecord[]> {
  return stored(tx, key).orderBy('kind').execute()
}

export async function findStored(tx: Tx, key: RequestKey, kind: ImageKind): Promise<ImageRecord | null> {
  return (await stored(tx, key).where('kind', '=', kind).executeTakeFirst()) ?? null
}

/**
 * The kept images of a request, or of one kind, are to go. One that is still being written is not touched: whoever writes it finds that it
 * may not be kept.
 */
export async function markRemoving(
  tx: Tx,
  { operatorId, requestId }: RequestKey,
  kind: ImageKind | null,
): Promise<void> {
  let update = tx
    .updateTable('kyc_images')
    .set({ state: 'removing' })
    .where('operator_id', '=', operatorId)
    .where('request_id', '=', requestId)
    .where('state', '=', 'stored')
  if (kind !== null) update = update.where('kind', '=', kind)
  await update.execute()
}

/** False when the sweep took it for lost meanwhile. */
export async function markStored(tx: Tx, { operator_id, image_id }: ImageRecord): Promise<boolean> {
  const result = await tx
    .updateTable('kyc_images')
    .set({ state: 'stored' })
    .where('operator_id', '=', operator_id)
    .where('image_id', '=', image_id)
    .where('state', '=', 'storing')
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/**
 * Takes images that are to go and not put off, and those that were never written whole: from now on whoever still writes one finds that it
 * may not be kept. Run as the system.
 */
export async function claimToSweep(
  tx: Tx,
  { storingBefore, now, count }: { storingBefore: Date; now: Date; count: number },
): Promise<ImageRecord[]> {
  const { rows } = await sql<ImageRecord>`
    update kyc_images i set state = 'removing'
    from (
      select operator_id, image_id from kyc_images
      where state <> 'stored' and (state = 'removing' or created_at < ${storingBefore})
        and (look_at is null or look_at <= ${now})
      order by created_at
      limit ${count}
      for update skip locked
    ) due
    where i.operator_id = due.operator_id and i.image_id = due.image_id
    returning i.*`.execute(tx)
  return rows
}

/** One that would not be removed is not looked at before. */
export async function markPutOff(tx: Tx, { operator_id, image_id }: ImageRecord, until: Date): Promise<void> {
  await tx
    .updateTable('kyc_images')
    .set({ look_at: until })
    .where('operator_id', '=', operator_id)
    .where('image_id', '=', image_id)
    .where('state', '=', 'removing')
    .execute()
}

/** Those of one request that are to go. */
export function listToRemove(tx: Tx, { operatorId, requestId }: RequestKey): Promise<ImageRecord[]> {
  return tx
    .selectFrom('kyc_images')
    .selectAll()
    .where('operator_id', '=', operatorId)
    .where('request_id', '=', requestId)
    .where('state', '=', 'removing')
    .execute()
}

export async function deleteImage(tx: Tx, { operator_id, image_id }: ImageRecord): Promise<void> {
  await tx
    .deleteFrom('kyc_images')
    .where('operator_id', '=', operator_id)
    .where('image_id', '=', image_id)
    .where('state', '<>', 'stored')
    .execute()
}
