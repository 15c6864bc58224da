import { CloseButton, Modal } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useRef } from 'react'
import { openDialogs, useCloseOnEscape, useReturnedFocus } from '../ui/dialog.tsx'
import { ReloadAlert } from '../ui/error-boundary.tsx'
import { Loading } from '../ui/loading.tsx'
import type { PaletteScreen } from './commands.ts'
import type { PaletteProps } from './palette.tsx'
import classes from './palette-dialog.module.css'

type Content = { default: (props: PaletteProps) => ReactNode }
let content: Promise<Content> | undefined

/** Loads the code of the palette once, so that the field takes the first key that is typed. */
export function loadPalette(): Promise<Content> {
  content ??= import('./palette.tsx').then(
    (loaded) => ({ default: loaded.Palette }),
    () => ({ default: LoadFailure }),
  )
  return content
}

const Palette = lazy(loadPalette)

type Props = {
  /** The screens that the viewer may open. */
  screens: readonly PaletteScreen[]
  onClose: () => void
  /** Opens the list of shortcuts. */
  onHelp: () => void
}

/**
 * The dialog of the command palette. Render it only while it is open. The code of its content is loaded when it is first opened. On closing, the
 * focus returns to where it was; after the choice of a screen it goes to the title of that screen.
 */
export function PaletteDialog({ screens, onClose, onHelp }: Props) {
  const body = useRef<HTMLDivElement>(null)
  const forgetOpener = useReturnedFocus()
  useCloseOnEscape(() => body.current !== null && openDialogs().at(-1) === body.current, onClose)
  const closeForScreen = () => {
    forgetOpener()
    onClose()
  }
  return (
    <Modal.Root
      opened
      onClose={onClose}
      returnFocus={false}
      closeOnEscape={false}
      classNames={{ inner: classes.inner, content: classes.content }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label="Search or go to">
        <div className={classes.body} ref={body} data-dialog>
          <Suspense fallback={<Loading what="the search" />}>
            <Palette screens={screens} onClose={onClose} onOpenScreen={closeForScreen} onHelp={onHelp} />
          </Suspense>
          <CloseButton className={classes.close} onClick={onClose} aria-label="Close" size="lg" />
        </div>
      </Modal.Content>
    </Modal.Root>
  )
}

/** Shown when the code of the palette could not be loaded, as after an update of the service. */
function LoadFailure() {
  return (
    <div className={classes.failure}>
      <ReloadAlert title="The search could not be loaded." />
    </div>
  )
}
