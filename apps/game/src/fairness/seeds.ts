import { createPaged } from '../kit/paged.ts'
import { createResource } from '../kit/resource.ts'
import { api } from '../session/api.ts'

export const commitment = createResource(() => api.call('fairnessState', {}))

export const revealedSeeds = createPaged(async (cursor) => {
  const answer = await api.call('listSeeds', { query: { limit: '10', ...(cursor && { cursor }) } })
  return { rows: answer.seeds, cursor: answer.cursor }
})

/** Reveals the server seed and goes on with the next one. Throws ApiFailure. */
export async function rotateSeeds(clientSeed: string): Promise<void> {
  const answer = await api.call('rotateSeed', { body: { clientSeed } })
  commitment.set(answer.current)
  await revealedSeeds.load()
}

/** 1 to 128 printable ASCII characters, no colon (decisions §4). */
export function isPlainSeed(seed: string): boolean {
  return /^[\x20-\x39\x3b-\x7e]{1,128}$/.test(seed)
}
