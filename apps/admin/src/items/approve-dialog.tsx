import { Stack } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { ActionButton } from '../ui/action-button.tsx'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { Loading } from '../ui/loading.tsx'
import type { ItemDialogProps } from './item-dialog.ts'
import classes from './items.module.css'
import { useApproval, useHeldPreview } from './use-item.ts'
import { ValuePreview } from './value-preview.tsx'
import type { WaitingItem } from './waiting-item.ts'

const IF_UNCONFIRMED = 'The value may have been approved. Cancel to see the current item.'

type Props = ItemDialogProps & { item: WaitingItem }

/** Confirms a value that waits, and shows what it changes. */
export function ApproveDialog({ item, itemKey, onClose, onDone }: Props) {
  const { heldValueId, valueMinor } = item.heldValue
  const preview = useHeldPreview(itemKey, valueMinor)
  const { isBusy, error, save } = useApproval(itemKey, heldValueId)
  const effects = useRef<HTMLDivElement>(null)
  const hasFailed = useRef(false)
  useEffect(() => {
    if (preview.isError) hasFailed.current = true
    // The button that was pressed to try again is gone.
    if (preview.isSuccess && hasFailed.current) effects.current?.focus()
  }, [preview.isSuccess, preview.isError])
  const approve = async () => {
    if ((await save(undefined)) !== null) onDone('Value approved.')
  }
  return (
    <FormDialog
      title="Approve value"
      submitLabel="Approve"
      isComplete={preview.data !== undefined}
      isBusy={isBusy}
      onSubmit={approve}
      onClose={onClose}
    >
      <Stack gap="sm">
        {preview.isPending && <Loading what="the preview" />}
        {preview.error !== null && (
          <FailureAlert error={preview.error}>
            <ActionButton
              type="button"
              variant="default"
              isBusy={preview.isFetching}
              onClick={() => void preview.refetch()}
            >
              Try again
            </ActionButton>
          </FailureAlert>
        )}
        {preview.data !== undefined && (
          <Stack gap="sm" className={classes.step} role="group" aria-label="Preview" tabIndex={-1} ref={effects}>
            <ValuePreview preview={preview.data} item={item} />
          </Stack>
        )}
        {error !== null && <FailureAlert error={error} ifUnconfirmed={IF_UNCONFIRMED} />}
      </Stack>
    </FormDialog>
  )
}
