import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'

type Props = {
  title: string
  canClose?: boolean
  /** Room for a form, which is read from its title on: the focus goes there. */
  isWide?: boolean
  onClose: () => void
  children: ComponentChildren
}

/** A modal dialog: the browser keeps the focus inside, and it goes back afterwards to what opened it. Esc closes it where that is allowed. */
export function Dialog({ title, canClose = true, isWide = false, onClose, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const opener = document.activeElement
    ref.current!.showModal()
    if (isWide) document.getElementById(titleId)?.focus()
    return () => giveFocusBack(opener)
  }, [])
  // What had the focus may have gone with what was shown before: a form that was sent, a button that was answered.
  useEffect(() => {
    if (document.activeElement === document.body) document.getElementById(titleId)?.focus()
  })
  return (
    <dialog
      ref={ref}
      class={isWide ? 'dialog is-wide' : 'dialog'}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        if (canClose) onClose()
      }}
    >
      <h2 class="dialog-title" id={titleId} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </dialog>
  )
}

/**
 * The dialog has left the page by now, and the browser has nothing to give back from. The content takes the focus where the opener has
 * gone too; a screen or a bar that took it meanwhile keeps it.
 */
function giveFocusBack(opener: Element | null): void {
  if (opener === document.body || document.activeElement !== document.body) return
  const next = opener?.isConnected ? opener : document.getElementById('content')
  if (next instanceof HTMLElement) next.focus({ preventScroll: true })
}
