import { PICTURE_TYPES } from '@coffer/contract/item-names'
import { PICTURE_BYTES, SVG_BYTES } from '@coffer/contract/limits'
import { Stack } from '@mantine/core'
import { useState } from 'react'
import { isInvalid } from '../api/api.ts'
import { FailureAlert } from './failure-alert.tsx'
import { fieldFault } from './field-fault.ts'
import { FileField } from './file-field.tsx'
import { FormDialog } from './form-dialog.tsx'
import { useFaultFocus } from './use-fault-focus.ts'

const DESCRIPTION = `PNG, JPEG or WebP of at most ${PICTURE_BYTES / 1024 ** 2} MiB, or SVG of at most ${SVG_BYTES / 1024} KiB.`

type Props = {
  /** What players see of the change. */
  effect: string
  /** The next step when the picture may have been changed although no answer confirms it. */
  ifUnconfirmed: string
  change: {
    readonly isBusy: boolean
    readonly error: Error | null
    readonly clearError: () => void
    /** Resolves to null when the change failed. */
    readonly save: (picture: File) => Promise<unknown>
  }
  onClose: () => void
  /** Called when the change was made. */
  onDone: (result: string) => void
}

/** Changes a picture of the catalogue. */
export function PictureDialog({ effect, ifUnconfirmed, change, onClose, onDone }: Props) {
  const { isBusy, error, clearError, save } = change
  const [picture, setPicture] = useState<File | null>(null)
  const [submitCount, setSubmitCount] = useState(0)
  const fields = useFaultFocus(submitCount)
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
          description={`${DESCRIPTION} ${effect}`}
          accept={PICTURE_TYPES.join(',')}
          isRequired
          isDisabled={isBusy}
          fault={fault ?? fieldFault(error, 'picture', 'The picture')}
          onChoose={choose}
        />
        {error !== null && !isInvalid(error, 'picture') && <FailureAlert error={error} ifUnconfirmed={ifUnconfirmed} />}
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
