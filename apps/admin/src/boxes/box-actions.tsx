import type { AdminBox } from '@coffer/contract/admin'
import { mayDo } from '@coffer/contract/permissions'
import { Button, Group } from '@mantine/core'
import { useRef } from 'react'
import { Link } from 'wouter'
import { useStaff } from '../session/session.tsx'
import { ActionButton } from '../ui/action-button.tsx'
import { focusTitle } from '../ui/screen-title.tsx'
import { useCurrentDialog } from '../ui/use-current-dialog.ts'
import { ArchiveDialog } from './archive-dialog.tsx'
import { BoxPictureDialog } from './box-picture-dialog.tsx'
import { DetailsDialog } from './details-dialog.tsx'
import { newVersionPath } from './new-version-path.ts'
import { RestoreDialog } from './restore-dialog.tsx'
import type { BoxKey } from './use-box.ts'

const DIALOGS = {
  details: DetailsDialog,
  picture: BoxPictureDialog,
  archive: ArchiveDialog,
  restore: RestoreDialog,
}
const LABELS = { details: 'Change details…', picture: 'Change picture…', archive: 'Archive…', restore: 'Restore…' }
type Action = keyof typeof DIALOGS

/** Results of an action that another change has made impossible. */
const IMPOSSIBLE: Readonly<Partial<Record<Action, string>>> = {
  archive: 'The box was archived meanwhile.',
  restore: 'The box was restored meanwhile.',
}

type Props = {
  box: AdminBox
  boxKey: BoxKey
  /** The state of the list in the address. */
  queryString: string
  read: () => Promise<AdminBox | null>
  onResult: (result: string | null) => void
}

/** A link to the screen that makes a new version, and buttons that change a box. One dialog at a time, which opens on the current box. */
export function BoxActions({ box, boxKey, queryString, read, onResult }: Props) {
  const mayManage = mayDo(useStaff().roles, 'boxes.manage')
  const wanted = useRef<Action>('details')
  const { opened, isOpening, open, close } = useCurrentDialog(async () => {
    const action = wanted.current
    const current = await read()
    if (current === null) {
      // The failure is shown at the top of the page.
      scrollTo(0, 0)
      focusTitle()
      return null
    }
    if (actionsOn(current).includes(action)) return { box: current, action }
    onResult(IMPOSSIBLE[action] ?? null)
    return null
  })
  const start = (action: Action) => {
    onResult(null)
    wanted.current = action
    void open()
  }
  const finish = (result: string) => {
    close()
    onResult(result)
  }
  if (!mayManage) return null
  const Dialog = opened === null ? null : DIALOGS[opened.action]
  return (
    <>
      <Group gap="xs">
        {box.status !== 'archived' && (
          <Button
            component={Link}
            href={newVersionPath(box.boxId, queryString)}
            variant={box.live === null ? 'filled' : 'default'}
          >
            {box.live === null ? 'Set price and prizes' : 'New version'}
          </Button>
        )}
        {actionsOn(box).map((action) => (
          <ActionButton key={keyOf(action)} variant="default" isBusy={isOpening} onClick={() => start(action)}>
            {LABELS[action]}
          </ActionButton>
        ))}
      </Group>
      {Dialog !== null && opened !== null && (
        <Dialog box={opened.box} boxKey={boxKey} onClose={close} onDone={finish} />
      )}
    </>
  )
}

function actionsOn(box: AdminBox): readonly Action[] {
  return ['details', 'picture', box.status === 'archived' ? 'restore' : 'archive']
}

/** Archiving and restoring share a button, which keeps the focus when one replaces the other. */
function keyOf(action: Action): string {
  return action === 'restore' ? 'archive' : action
}
