import { useState } from 'react'

/**
 * A dialog that opens on data read at that moment: a change that another person makes meanwhile is not overwritten. `read` resolves to null when
 * there is nothing to open the dialog on.
 */
export function useCurrentDialog<Data>(read: () => Promise<Data | null>) {
  const [opened, setOpened] = useState<Data | null>(null)
  const [isOpening, setOpening] = useState(false)
  return {
    /** The data when the dialog opened; null while it is closed. */
    opened,
    isOpening,
    /** Resolves to false when the dialog did not open. */
    open: async (): Promise<boolean> => {
      setOpening(true)
      const current = await read()
      setOpening(false)
      setOpened(current)
      return current !== null
    },
    close: () => setOpened(null),
  }
}
