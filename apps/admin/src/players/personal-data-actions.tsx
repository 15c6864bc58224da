import type { StoredData } from '@coffer/contract/admin'
import { Group } from '@mantine/core'
import { useState } from 'react'
import { erasureResult, isErasable } from '../text/personal-data.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { Icon } from '../ui/icon.tsx'
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
  // What was stored when the dialog opened.
  const [opened, setOpened] = useState<StoredData | null>(null)
  const [isOpening, setOpening] = useState(false)
  const exportData = () => {
    onResult(null)
    download.mutate(undefined, {
      onSuccess: () => onResult('Personal data exported. The SHA-256 of the file is in the table below.'),
    })
  }
  const open = async () => {
    onResult(null)
    if (download.isError) download.reset()
    setOpening(true)
    const current = await read()
    setOpening(false)
    if (current === null) return
    if (isErasable(current)) setOpened(current)
    else onNothingLeft()
  }
  const close = () => {
    clearError()
    setOpened(null)
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
          <ActionButton variant="default" isBusy={isOpening} onClick={open}>
            Erase personal data…
          </ActionButton>
        )}
      </Group>
      {opened !== null && (
        <ErasureDialog
          stored={opened}
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
