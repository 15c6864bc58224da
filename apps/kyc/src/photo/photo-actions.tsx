import type { ImageKind } from '@coffer/contract/kyc-answers'
import { Icon } from '../kit/icons.tsx'
import { t } from '../kit/words.ts'
import { fieldId } from '../wizard/field.tsx'
import { photos, removePhoto } from '../wizard/photos.ts'
import { PhotoInput } from './photo-input.tsx'
import { hasCamera } from './video.ts'

type Props = { kind: ImageKind; label: string; onCamera: () => void; onPhoto: (photo: Blob) => void }

/** What can be done about a photo. Each button says aloud which photo it means. */
export function PhotoActions({ kind, label, onCamera, onPhoto }: Props) {
  const { src, work } = photos[kind].value
  return (
    <div class="photo-actions">
      <TakeButton kind={kind} label={label} onCamera={onCamera} onPhoto={onPhoto} />
      <PhotoInput
        kind={kind}
        label={t('photo.choose')}
        name={named('photo.choose', label)}
        icon="file"
        onPhoto={onPhoto}
      />
      {src && work === 'none' && (
        <button
          type="button"
          class="button quiet"
          aria-label={named('photo.remove', label)}
          onClick={() => removePhoto(kind)}
        >
          {t('photo.remove')}
        </button>
      )}
      {!src && <span class="photo-drop">{t('photo.drop')}</span>}
    </div>
  )
}

/** With a live camera where the browser has one; else with the camera app. */
function TakeButton({ kind, label, onCamera, onPhoto }: Props) {
  const key = photos[kind].value.src ? 'photo.again' : 'photo.take'
  const id = fieldId(`images.${kind}`)
  const name = named(key, label)
  if (!hasCamera()) {
    return <PhotoInput id={id} kind={kind} label={t(key)} name={name} icon="camera" isCapture onPhoto={onPhoto} />
  }
  return (
    <button type="button" class="button" id={id} aria-label={name} onClick={onCamera} data-testid={`take-${kind}`}>
      <Icon name="camera" />
      {t(key)}
    </button>
  )
}

function named(action: 'photo.take' | 'photo.again' | 'photo.choose' | 'photo.remove', photo: string): string {
  return t('photo.of', { action: t(action), photo })
}
