import type { BoxDetail } from '@coffer/contract/shapes'
import { signal } from '@preact/signals'
import { api } from './api.ts'
import { createPaged } from './paged.ts'
import { createResource, type Resource } from './resource.ts'

export const boxes = createPaged(async (cursor) => {
  const answer = await api.call('listBoxes', { query: { limit: '60', ...(cursor && { cursor }) } })
  return { rows: answer.boxes, cursor: answer.cursor }
})

const details = signal<ReadonlyMap<number, Resource<BoxDetail>>>(new Map())

/** The box with its odds, read once and kept until {@link forgetPrices}. */
export function boxDetail(boxId: number): Resource<BoxDetail> {
  const known = details.peek().get(boxId)
  if (known) return known
  const made = createResource(async () => (await api.call('getBox', { params: { boxId: String(boxId) } })).box)
  details.value = new Map(details.peek()).set(boxId, made)
  void made.load()
  return made
}

/** Prices are in the session's currency: a change of it makes everything read so far old. */
export async function forgetPrices(): Promise<void> {
  const open = [...details.peek().values()]
  await Promise.all([boxes.load(), ...open.map((detail) => detail.load())])
}
