import { useWindowEvent } from '@mantine/hooks'
import { openDialogs } from '../ui/dialog.tsx'
import { isComposing } from '../ui/shortcuts.tsx'

const IS_MAC = /Mac OS X/.test(navigator.userAgent)
const MODIFIER = IS_MAC ? 'Meta' : 'Control'

/** The key of the palette as the user's keyboard labels it. */
export const PALETTE_KEY = IS_MAC ? '⌘K' : 'Ctrl K'
/** The same in the form of `aria-keyshortcuts`. */
export const PALETTE_SHORTCUT = `${MODIFIER}+K`

type Options = { isOpen: boolean; open: () => void; close: () => void; load: () => unknown }

/**
 * Opens the palette with its key, also while the user types, and closes it with the same key. The key does nothing while another dialog is open.
 * The modifier alone loads the code of the palette.
 */
export function usePaletteKey({ isOpen, open, close, load }: Options): void {
  useWindowEvent('keydown', (event) => {
    if (event.key === MODIFIER) load()
    if (!isPaletteKey(event) || isComposing(event)) return
    // Browsers use the key for their own search field.
    event.preventDefault()
    const others = openDialogs().length - (isOpen ? 1 : 0)
    if (event.repeat || others > 0) return
    if (isOpen) close()
    else open()
  })
}

/** On a Mac, Ctrl K edits text. Keyboards without Latin letters are read by the place of the key. */
function isPaletteKey({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  const isK = /^[a-z]$/i.test(key) ? key.toLowerCase() === 'k' : code === 'KeyK'
  return isK && metaKey === IS_MAC && ctrlKey !== IS_MAC && !altKey && !shiftKey
}
