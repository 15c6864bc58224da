import { signal } from '@preact/signals'

/** Set when the last open is still being confirmed and this tab does not know what it was. */
export const resume = signal<'waiting' | null>(null)
