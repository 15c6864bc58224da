import { api } from '../api/api.ts'
import { useDetail } from '../list/use-detail.ts'

/** One round. `operator`: slug of the operator that it belongs to; null for the viewer's own. */
export function useRound(publicId: string, operator: string | null, { isEnabled }: { isEnabled: boolean }) {
  const request = { params: { publicId }, query: { operator: operator ?? undefined } }
  const read = async () => (await api.call('getRound', request)).round
  const { data: round, ...detail } = useDetail({ queryKey: ['round', operator, publicId], read, isEnabled })
  return { round, ...detail }
}
