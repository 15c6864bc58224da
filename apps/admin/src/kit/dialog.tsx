import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'

type Props = { title: string; onClose: () => void; children: ComponentChildren }

/** A modal dialog: the browser keeps the focus inside; Esc closes it, and the focus goes back to what opened it, unless something took it meanwhile. */
export function Dialog({ title, onClose, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const opener = document.activeElement
    ref.current!.showModal()
    document.getElementById(titleId)?.focus()
    return () => {
      if (document.activeElement !== document.body) return
      const isBack = opener instanceof HTMLElement && opener !== document.body && opener.isConnected
      const next = isBack ? opener : document.querySelector('h1')
      next?.focus({ preventScroll: true })
    }
  }, [])
  return (
    <dialog
      ref={ref}
      class="dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <h2 class="section-title" id={titleId} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </dialog>
  )
}
