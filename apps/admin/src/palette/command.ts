import type { Filters } from '../list/list-texts.tsx'
import type { IconName } from '../ui/icon.tsx'

/** Headings of the results, in the order of the page. */
export const GROUPS = ['Open by ID', 'Screens', 'Lists', 'Operators', 'Actions', 'Search'] as const

/**
 * The effect of a command. `path`: opens the address; `texts` are the text filters that the list there is opened with. They may be personal data
 * and are therefore never part of the path. `run`: an action of the admin that opens no screen.
 */
export type Effect =
  | { readonly path: string; readonly texts?: Filters }
  | { readonly run: 'light' | 'dark' | 'auto' | 'help' }

/** One result of the palette. */
export type Command = {
  /** Unique among all commands, and without blanks: it is part of the ID of an element. */
  readonly id: string
  readonly group: (typeof GROUPS)[number]
  readonly label: string
  readonly detail?: string
  /** Further words to find it by. */
  readonly keywords?: string
  readonly icon: IconName
  readonly effect: Effect
}

/**
 * The commands that have every word of the query in their label, detail or keywords, the best matches first. Case and diacritics are ignored.
 * Commands that match equally well stay in the given order.
 */
export function matching(commands: readonly Command[], query: string): Command[] {
  const words = plain(query)
    .split(/\s+/)
    .filter((word) => word !== '')
  return commands
    .map((command) => ({ command, rank: rankOf(command, words) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .sort((one, other) => one.rank - other.rank)
    .map(({ command }) => command)
}

const NO_MATCH = 4

/** The quality of a match: 0 when each word begins a word of the label, {@link NO_MATCH} when a word is missing. */
function rankOf({ label, detail = '', keywords = '' }: Command, words: readonly string[]): number {
  const labelText = plain(label)
  const all = plain(`${label} ${detail} ${keywords}`)
  if (!words.every((word) => all.includes(word))) return NO_MATCH
  if (words.every((word) => beginsWord(labelText, word))) return 0
  if (words.every((word) => beginsWord(all, word))) return 1
  return words.every((word) => labelText.includes(word)) ? 2 : 3
}

/** True when the text has the part at the beginning of a word. */
function beginsWord(text: string, part: string): boolean {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    if (!/[\p{L}\p{N}]/u.test(text.charAt(at - 1))) return true
  }
  return false
}

/** Lower-case text without diacritics. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
