import { computed, signal } from '@preact/signals'
import { createPaged } from '../kit/paged.ts'
import { api } from '../session/api.ts'

export const rounds = createPaged(async (cursor) => {
  const answer = await api.call('listRounds', { query: { limit: '30', ...(cursor && { cursor }) } })
  return { rows: answer.rounds, cursor: answer.cursor }
})

/** Id of the round that was still being confirmed when the session began and that this tab knows nothing else of. */
export const unfinished = signal<string | null>(null)

/** How it stands with that round: it is confirmed once it is among the player's rounds. */
export const resume = computed<'waiting' | 'done' | null>(() => {
  if (unfinished.value === null) return null
  const known = rounds.state.value.data?.rows ?? []
  return known.some((round) => round.publicId === unfinished.value) ? 'done' : 'waiting'
})
