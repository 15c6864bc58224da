import { api } from './api.ts'
import { createPaged } from './paged.ts'

export const rounds = createPaged(async (cursor) => {
  const answer = await api.call('listRounds', { query: { limit: '30', ...(cursor && { cursor }) } })
  return { rows: answer.rounds, cursor: answer.cursor }
})
