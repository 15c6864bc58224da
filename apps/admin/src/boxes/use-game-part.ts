import { useMediaQuery } from '@mantine/hooks'
import { useCallback, useRef, useState } from 'react'

/** From this width on, the game is next to the editor. The style sheets of the editor, of the game and of the table have the same width. */
const WIDE = '(min-width: 1440px)'

/** The part of the editor with the game. On a narrow screen it is below the other parts, and shown on request. */
export function useGamePart() {
  const isWide = useMediaQuery(WIDE, undefined, { getInitialValueInEffect: false })
  const [isOpen, setOpen] = useState(false)
  const ref = useRef<HTMLDivElement>(null)
  /** Scrolls to the game, which is higher when it has loaded, unless the user has moved on. */
  const keepInView = useCallback(() => {
    if (ref.current?.contains(document.activeElement)) ref.current.scrollIntoView({ block: 'start' })
  }, [])
  const focus = () => ref.current?.focus({ preventScroll: true })
  return {
    ...{ isWide, ref, focus, keepInView },
    isShown: isWide || isOpen,
    open: () => {
      setOpen(true)
      focus()
      keepInView()
    },
  }
}

export type GamePart = ReturnType<typeof useGamePart>
