import type { ImageKind } from '@coffer/contract/kyc-answers'
import { Icon, type IconName } from '../kit/icons.tsx'

const ACCEPTED = 'image/jpeg,image/png,image/webp'

type Props = {
  id?: string
  kind: ImageKind
  label: string
  /** What it is called aloud, where the label alone would not tell it from another. */
  name?: string
  icon: IconName
  /** Opens the camera app of a phone instead of asking for a file. */
  isCapture?: boolean
  onPhoto: (photo: Blob) => void
}

/** The way that works everywhere: a file, or the camera app of the phone. */
export function PhotoInput({ id, kind, label, name = label, icon, isCapture = false, onPhoto }: Props) {
  return (
    <label class="button photo-input">
      <Icon name={icon} />
      <span aria-hidden="true">{label}</span>
      <input
        id={id}
        type="file"
        accept={ACCEPTED}
        capture={isCapture ? (kind === 'selfie' ? 'user' : 'environment') : undefined}
        aria-label={name}
        data-testid={isCapture ? `capture-${kind}` : `choose-${kind}`}
        onChange={(event) => {
          const input = event.currentTarget
          const file = input.files?.[0]
          // The same file may be chosen again after it was refused.
          input.value = ''
          if (file) onPhoto(file)
        }}
      />
    </label>
  )
}
