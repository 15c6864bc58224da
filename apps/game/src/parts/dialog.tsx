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

/** A modal dialog: the browser keeps the focus inside and gives it back afterwards. Esc closes it where that is allowed. */
export function Dialog({ title, canClose = true, isWide = false, onClose, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const dialog = ref.current!
    dialog.showModal()
    if (isWide) document.getElementById(titleId)?.focus()
    return () => dialog.close()
  }, [])
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
