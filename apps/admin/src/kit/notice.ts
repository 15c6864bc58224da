import { signal } from '@preact/signals'

/** What was last done, said where everybody sees and hears it. Empty when there is nothing to say. */
export const notice = signal('')

export function showNotice(words: string): void {
  notice.value = words
}
