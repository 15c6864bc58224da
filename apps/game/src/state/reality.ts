import { signal } from '@preact/signals'

/** Set while the host asks the player to look up for a moment. */
export const realityCheck = signal(false)
