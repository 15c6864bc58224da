import type { GamePreview } from '@coffer/contract/admin'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { type BoxKey, useVersionPreview } from './use-box.ts'
import type { PlannedVersion } from './version-draft.ts'

/** Debounce of draft changes, in milliseconds. */
const WAIT_MS = 300

/**
 * The game with a draft, as players would see it. `planned`: null while the draft is not complete. `preview`: the last one that was read;
 * null before the first.
 */
export function usePreview(key: BoxKey, planned: PlannedVersion | null, { isEnabled }: { isEnabled: boolean }) {
  const [settled] = useDebouncedValue(planned, WAIT_MS)
  const { preview, readError, readAgain } = useVersionPreview(key, settled, { isEnabled })
  const [shown, setShown] = useState<GamePreview | null>(null)
  if (preview !== null && preview !== shown) setShown(preview)
  return { preview: preview ?? shown, readError: settled === null ? null : readError, readAgain }
}
