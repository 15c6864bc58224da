import { signal } from '@preact/signals'

/** How many boxes the player opens at once. */
export const reelCount = signal(1)
