import type { Tx } from '../platform/index.ts'

interface MediaTable {
  operator_id: number
  name: string
  content_type: string
  bytes: Buffer
  created_at: Date
}

declare module '../platform/database.ts' {
  interface Tables {
    media: MediaTable
  }
}

export type Media = { contentType: string; bytes: Buffer }

export async function findMedia(tx: Tx, operatorId: number, name: string): Promise<Media | null> {
  const row = await tx
    .selectFrom('media')
    .select(['content_type as contentType', 'bytes'])
    .where('operator_id', '=', operatorId)
    .where('name', '=', name)
    .executeTakeFirst()
  return row ?? null
}

/** The same bytes stored again are the same row. */
export async function insertMedia(tx: Tx, operatorId: number, name: string, media: Media, now: Date): Promise<void> {
  await tx
    .insertInto('media')
    .values({
      operator_id: operatorId,
      name,
      content_type: media.contentType,
      bytes: media.bytes,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['operator_id', 'name']).doNothing())
    .execute()
}
