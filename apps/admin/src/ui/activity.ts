import { useIdle } from '@mantine/hooks'

/**
 * Events that show that someone uses the page. Moving the mouse and scrolling are not among them: a shrinking list scrolls too, and an
 * unattended page must let its session end.
 */
const ACTIVITY: (keyof DocumentEventMap)[] = ['pointerdown', 'keydown', 'visibilitychange']

/** True when the page was not used for so long. Such a page must not poll, so that its session can end. */
export function useIsUnattended(afterMs: number): boolean {
  return useIdle(afterMs, { initialState: false, events: ACTIVITY })
}
