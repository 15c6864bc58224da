import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'

type Props = { title: string; canClose?: boolean; onClose: () => void; children: ComponentChildren }

/** A modal dialog: the browser keeps the focus inside and gives it back afterwards. Esc closes it where that is allowed. */
export function Dialog({ title, canClose = true, onClose, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const dialog = ref.current!
    dialog.showModal()
    return () => dialog.close()
  }, [])
  return (
    <dialog
      ref={ref}
      class="dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        if (canClose) onClose()
      }}
    >
      <h2 class="dialog-title" id={titleId}>
        {title}
      </h2>
      {children}
    </dialog>
  )
}
