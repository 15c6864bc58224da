import { useWindowEvent } from '@mantine/hooks'
import { openDialogs } from '../ui/dialog.tsx'

/** The key of the palette as the user's keyboard labels it. */
export const PALETTE_KEY = /Mac OS X/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'

/**
 * Opens the palette with its key, also while the user types, and closes it with the same key. The key does nothing while another dialog is open, and
 * is always kept from the browser. Ctrl and the command key both work on every keyboard.
 */
export function usePaletteKey({ isOpen, open, close }: { isOpen: boolean; open: () => void; close: () => void }): void {
  useWindowEvent('keydown', (event) => {
    if (!/^k$/i.test(event.key) || event.ctrlKey === event.metaKey || event.altKey || event.shiftKey) return
    event.preventDefault()
    const others = openDialogs().length - (isOpen ? 1 : 0)
    if (event.repeat || others > 0) return
    if (isOpen) close()
    else open()
  })
}
