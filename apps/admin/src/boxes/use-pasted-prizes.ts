import type { AdminItemRow } from '@coffer/contract/admin'
import { ITEM_KEYS } from '@coffer/contract/limits'
import { useMutation } from '@tanstack/react-query'
import { api } from '../api/api.ts'
import { BrowserFailure } from '../text/failures.ts'
import type { ChanceFormat } from './chance-text.ts'
import type { DraftRow } from './version-draft.ts'

type Pasted = { readonly rows: readonly DraftRow[]; readonly faults: readonly string[] }

/** Reads a pasted list of prizes, and the items that it names. `operator`: null for the viewer's own. */
export function usePastedPrizes(operator: string | null, chanceFormat: ChanceFormat) {
  return useMutation({
    gcTime: 0,
    mutationFn: async (text: string): Promise<Pasted> => {
      const { readPastedPrizes, pastedRows } = await loadReader()
      const { prizes, faults } = readPastedPrizes(text)
      if (faults.length > 0) return { rows: [], faults }
      const keys = prizes.map(({ key }) => key)
      return pastedRows(prizes, await findItems(operator, keys), chanceFormat)
    },
  })
}

/** The reader of lists, with the CSV parser that it needs. */
async function loadReader() {
  return import('./pasted-prizes.ts').catch(() => {
    const what = 'The list could not be read.'
    throw new BrowserFailure({ what, next: 'Check your connection and try again.' })
  })
}

/** Items of the catalogue with these keys. */
async function findItems(operator: string | null, keys: readonly string[]): Promise<readonly AdminItemRow[]> {
  const items: AdminItemRow[] = []
  for (let start = 0; start < keys.length; start += ITEM_KEYS) {
    const body = { operator: operator ?? undefined, keys: keys.slice(start, start + ITEM_KEYS) }
    items.push(...(await api.call('findItems', { body })).items)
  }
  return items
}
