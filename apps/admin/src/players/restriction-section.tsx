import type { AdminPlayer } from '@coffer/contract/admin'
import { mayDo } from '@coffer/contract/permissions'
import { Group } from '@mantine/core'
import { useState } from 'react'
import { useStaff } from '../session/session.tsx'
import { ActionButton } from '../ui/action-button.tsx'
import { ActionResult } from '../ui/action-result.tsx'
import { Section } from '../ui/section.tsx'
import { useCurrentDialog } from '../ui/use-current-dialog.ts'
import { RestrictionChanges } from './restriction-changes.tsx'
import { RestrictionDialog } from './restriction-dialog.tsx'
import type { RestrictionInput } from './restriction-draft.ts'
import { RestrictionState } from './restriction-state.tsx'
import { type PlayerKey, useRestrictionChange } from './use-player.ts'

type Props = {
  player: AdminPlayer
  playerKey: PlayerKey
  /** Reads the player again; null when that failed. */
  read: () => Promise<AdminPlayer | null>
}

/** The restrictions of a player, their changes, and the result of the viewer's last change. */
export function RestrictionSection({ player, playerKey, read }: Props) {
  const { isBusy, error, clearError, save } = useRestrictionChange(playerKey)
  const dialog = useCurrentDialog(read)
  const [result, setResult] = useState<string | null>(null)
  const mayRestrict = mayDo(useStaff().roles, 'players.restrict')
  const open = async () => {
    setResult(null)
    // The failure is shown at the top of the page.
    if (!(await dialog.open())) scrollTo(0, 0)
  }
  const close = () => {
    clearError()
    dialog.close()
  }
  const saveInDialog = async (input: RestrictionInput) => {
    if ((await save(input)) === null) return
    close()
    setResult('Restrictions changed.')
  }
  return (
    <Section title="Restrictions">
      <ActionResult>{result}</ActionResult>
      <RestrictionState restrictions={player.restrictions} />
      {mayRestrict && (
        <Group>
          <ActionButton variant="default" isBusy={dialog.isOpening} onClick={open}>
            Change restrictions…
          </ActionButton>
        </Group>
      )}
      <RestrictionChanges player={player} operator={playerKey.operator} />
      {dialog.opened !== null && (
        <RestrictionDialog
          player={dialog.opened}
          isBusy={isBusy}
          error={error}
          onClose={close}
          onEdit={clearError}
          onSave={saveInDialog}
        />
      )}
    </Section>
  )
}
