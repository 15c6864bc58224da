import type { ApiKeyRow } from '@coffer/contract/admin'
import { focusTitle } from '../ui/screen-title.tsx'
import { CreateDialog } from './create-dialog.tsx'
import { RevokeDialog } from './revoke-dialog.tsx'
import { RotateDialog } from './rotate-dialog.tsx'
import type { KeyOfOperator } from './use-keys.ts'

/** The open dialog. Its operator stays when the address changes while the dialog is open. */
export type KeyDialog =
  | { readonly name: 'create'; readonly operator: string | null }
  | { readonly name: 'rotate' | 'revoke'; readonly key: ApiKeyRow & KeyOfOperator }

export function operatorOf(dialog: KeyDialog): string | null {
  return dialog.name === 'create' ? dialog.operator : dialog.key.operator
}

type Props = {
  dialog: KeyDialog
  /** Called with the result; null when nothing was changed. */
  onClose: (result: string | null) => void
}

export function KeyDialogs({ dialog, onClose }: Props) {
  const cancel = () => onClose(null)
  const done = (result: string) => {
    // The button that opened the dialog may be gone from its row.
    focusTitle()
    onClose(result)
  }
  switch (dialog.name) {
    case 'create':
      return (
        <CreateDialog
          operator={dialog.operator}
          onClose={cancel}
          onDone={(keyId) => done(`The key ${keyId} was created.`)}
        />
      )
    case 'rotate':
      return (
        <RotateDialog
          apiKey={dialog.key}
          onClose={cancel}
          onDone={() => done(`The key ${dialog.key.keyId} was rotated.`)}
        />
      )
    case 'revoke':
      return (
        <RevokeDialog
          apiKey={dialog.key}
          onClose={cancel}
          onDone={() => done(`The key ${dialog.key.keyId} was revoked.`)}
        />
      )
  }
}
