import type { GamePreview } from '@coffer/contract/admin'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useDetail } from '../list/use-detail.ts'
import { type BoxKey, previewVersion } from './use-box.ts'
import type { PlannedVersion } from './version-draft.ts'

/** How long a draft stays as it is before the game shows it, in milliseconds. A slider that is dragged changes it many times a second. */
const WAIT_MS = 300

/**
 * The game with a draft, as players would see it. `planned`: null while the draft is not complete. `preview`: the last one that was read;
 * null before the first.
 */
export function usePreview(key: BoxKey, planned: PlannedVersion | null, { isEnabled }: { isEnabled: boolean }) {
  const [settled] = useDebouncedValue(planned, WAIT_MS)
  const { data, readError, readAgain } = useDetail({
    queryKey: ['preview', key.operator, key.boxId, settled],
    read: () => previewVersion(key, settled ?? { priceMinor: 0, prizes: [] }),
    isEnabled: isEnabled && settled !== null,
  })
  const [shown, setShown] = useState<GamePreview | null>(null)
  if (data !== null && data !== shown) setShown(data)
  return { preview: data ?? shown, readError: settled === null ? null : readError, readAgain }
}
