import type { StoredData } from '@coffer/contract/admin'
import { Group } from '@mantine/core'
import { erasureResult, isErasable } from '../text/personal-data.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { Icon } from '../ui/icon.tsx'
import { useCurrentDialog } from '../ui/use-current-dialog.ts'
import { ErasureDialog } from './erasure-dialog.tsx'
import { useErasure, usePersonalDataExport } from './use-personal-data.ts'
import type { PlayerKey } from './use-player.ts'

type Props = {
  stored: StoredData
  playerKey: PlayerKey
  /** Reads again what is stored; null when that failed. */
  read: () => Promise<StoredData | null>
  /** Called with the result of an action, and with null when one begins. */
  onResult: (result: string | null) => void
  /** Called when nothing is left to erase: the button that had the focus is gone. */
  onNothingLeft: () => void
}

/** Buttons that export and erase what is stored of a player. */
export function PersonalDataActions({ stored, playerKey, read, onResult, onNothingLeft }: Props) {
  const { isBusy, error, clearError, erase } = useErasure(playerKey)
  const download = usePersonalDataExport(playerKey)
  const dialog = useCurrentDialog(async () => {
    const current = await read()
    if (current === null || isErasable(current)) return current
    onNothingLeft()
    return null
  })
  const exportData = () => {
    onResult(null)
    download.mutate(undefined, {
      onSuccess: () => onResult('Personal data exported. The SHA-256 of the file is in the table below.'),
    })
  }
  const open = async () => {
    onResult(null)
    if (download.isError) download.reset()
    await dialog.open()
  }
  const close = () => {
    clearError()
    dialog.close()
  }
  const eraseInDialog = async (reason: string) => {
    const left = await erase(reason)
    if (left === null) return
    if (!isErasable(left)) onNothingLeft()
    close()
    onResult(erasureResult(left))
  }
  return (
    <>
      {download.error !== null && <FailureAlert error={download.error} />}
      <Group gap="xs">
        <ActionButton
          variant="default"
          leftSection={<Icon name="download" />}
          isBusy={download.isPending}
          onClick={exportData}
        >
          {download.isPending ? 'Exporting…' : 'Export personal data'}
        </ActionButton>
        {isErasable(stored) && (
          <ActionButton variant="default" isBusy={dialog.isOpening} onClick={open}>
            Erase personal data…
          </ActionButton>
        )}
      </Group>
      {dialog.opened !== null && (
        <ErasureDialog
          stored={dialog.opened}
          isBusy={isBusy}
          error={error}
          onClose={close}
          onEdit={clearError}
          onErase={eraseInDialog}
        />
      )}
    </>
  )
}
