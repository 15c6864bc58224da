import { PICTURE_TYPES } from '@coffer/contract/item-names'
import { PICTURE_BYTES, SVG_BYTES } from '@coffer/contract/limits'
import { Stack } from '@mantine/core'
import { useState } from 'react'
import { isInvalid } from '../api/api.ts'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { FileField } from '../ui/file-field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { useFaultFocus } from '../ui/use-fault-focus.ts'
import { fieldFault } from './field-fault.ts'
import type { ItemDialogProps } from './item-dialog.ts'
import { usePictureChange } from './use-item.ts'

const IF_UNCONFIRMED =
  'The picture may have been changed. Cancel to see the current item, then repeat your change if needed.'

const DESCRIPTION = `PNG, JPEG or WebP of at most ${PICTURE_BYTES / 1024 ** 2} MiB, or SVG of at most ${SVG_BYTES / 1024} KiB. Players see the picture in the game immediately. Prizes already in vaults keep their picture.`

/** Changes the picture of an item. */
export function PictureDialog({ itemKey, onClose, onDone }: ItemDialogProps) {
  const [picture, setPicture] = useState<File | null>(null)
  const [submitCount, setSubmitCount] = useState(0)
  const fields = useFaultFocus(submitCount)
  const { isBusy, error, clearError, save } = usePictureChange(itemKey)
  const choose = (file: File | null) => {
    setPicture(file)
    // A file that was chosen is checked immediately; that none is chosen counts on submission.
    setSubmitCount(0)
    if (error !== null) clearError()
  }
  const submit = async () => {
    setSubmitCount((before) => before + 1)
    if (picture === null || faultOf(picture) !== undefined) return
    if ((await save(picture)) !== null) onDone('Picture changed.')
  }
  const missing = submitCount > 0 && picture === null ? 'Choose a picture.' : undefined
  const fault = picture === null ? missing : faultOf(picture)
  return (
    <FormDialog title="Change picture" submitLabel="Upload" isBusy={isBusy} onSubmit={submit} onClose={onClose}>
      <Stack gap="sm" ref={fields}>
        <FileField
          label="Picture"
          description={DESCRIPTION}
          accept={PICTURE_TYPES.join(',')}
          isRequired
          isDisabled={isBusy}
          fault={fault ?? fieldFault(error, 'picture', 'The picture')}
          onChoose={choose}
        />
        {error !== null && !isInvalid(error, 'picture') && (
          <FailureAlert error={error} ifUnconfirmed={IF_UNCONFIRMED} />
        )}
      </Stack>
    </FormDialog>
  )
}

const types: readonly string[] = PICTURE_TYPES

/** Why a file cannot be the picture; undefined when it can. */
function faultOf({ type, size }: File): string | undefined {
  // Some systems do not know the type of a file. The service reads its content.
  if (type !== '' && !types.includes(type)) return 'Choose a PNG, JPEG, WebP or SVG picture.'
  return size > PICTURE_BYTES ? `The picture must have at most ${PICTURE_BYTES / 1024 ** 2} MiB.` : undefined
}
