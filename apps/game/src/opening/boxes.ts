import type { PlayBoxDetail } from '@coffer/contract/play'
import { createPaged } from '../kit/paged.ts'
import { createResource, type Resource } from '../kit/resource.ts'
import { api } from '../session/api.ts'
import { freeOpensMark, offerFreeOpens } from './free-opens.ts'

export const boxes = createPaged(async (cursor) => {
  const mark = freeOpensMark()
  const answer = await api.call('listBoxes', { query: { limit: '60', ...(cursor && { cursor }) } })
  offerFreeOpens(answer.boxes, mark)
  return { rows: answer.boxes, cursor: answer.cursor }
})

const details = new Map<number, Resource<PlayBoxDetail>>()

/** The box with its odds, read once and kept until {@link forgetPrices}. */
export function boxDetail(boxId: number): Resource<PlayBoxDetail> {
  const known = details.get(boxId)
  if (known) return known
  const made = createResource(async () => {
    const mark = freeOpensMark()
    const { box } = await api.call('getBox', { params: { boxId: String(boxId) } })
    offerFreeOpens([box], mark)
    return box
  })
  details.set(boxId, made)
  void made.load()
  return made
}

/** Prices are in the session's currency: a change of it makes everything read so far old. */
export async function forgetPrices(): Promise<void> {
  await Promise.all([boxes.load(), ...[...details.values()].map((detail) => detail.load())])
}
