import type { AdminBoxVersion } from '@coffer/contract/admin'
import { useLocation, useSearch } from 'wouter'

const PARAMETER = 'with'
const NONE = 'none'
const ID = /^[1-9]\d{0,14}$/

/** The version that another is compared with; null for none. The address contains it when it is not the previous one. */
export function useComparedId({ boxVersionId, previousVersionId }: AdminBoxVersion) {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const query = new URLSearchParams(search)
  const given = query.get(PARAMETER) ?? ''
  return {
    comparedId: given === NONE ? null : (idIn(given, boxVersionId) ?? previousVersionId),
    choose: (id: number | null) => {
      query.set(PARAMETER, id === null ? NONE : `${id}`)
      navigate(`${path}?${query}`, { replace: true })
    },
  }
}

/** The ID of another version; null for any other text. */
function idIn(text: string, ownId: number): number | null {
  return ID.test(text) && Number(text) !== ownId ? Number(text) : null
}
