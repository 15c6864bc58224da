import type { ImageKind } from '@coffer/contract/kyc-answers'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Icon } from '../kit/icons.tsx'
import { t } from '../kit/words.ts'
import { stillOf } from '../wizard/shrink.ts'
import { PhotoInput } from './photo-input.tsx'
import { openCamera, type Seen } from './video.ts'

type Props = { kind: ImageKind; onPhoto: (photo: Blob) => void; onClose: () => void }

/** The live picture of a camera with a frame to fit the document or the face into, and a look at the photo before it is taken on. */
export function Camera({ kind, onPhoto, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const stop = useRef(() => {})
  const [seen, setSeen] = useState<Seen>('starting')
  const [still, setStill] = useState<{ photo: Blob; src: string } | null>(null)
  const isSelfie = kind === 'selfie'
  useEffect(() => {
    const opener = document.activeElement as HTMLElement | null
    dialog.current!.showModal()
    stop.current = openCamera(video.current!, isSelfie ? 'user' : 'environment', setSeen)
    return () => {
      stop.current()
      if (document.activeElement === document.body) opener?.focus()
    }
  }, [])
  useEffect(() => () => URL.revokeObjectURL(still?.src ?? ''), [still])
  const shoot = async () => {
    const photo = await stillOf(video.current!)
    if (photo) return setStill({ photo, src: URL.createObjectURL(photo) })
    // The camera app needs the camera.
    stop.current()
    setSeen('hidden')
  }
  return (
    <dialog
      ref={dialog}
      class={`camera is-${kind}`}
      aria-labelledby="camera-title"
      data-testid="camera"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <Head title={still ? t('camera.sharp') : t(isSelfie ? 'camera.selfie' : 'camera.document')} onClose={onClose} />
      <div class="camera-view">
        <video ref={video} playsInline muted autoPlay class={isSelfie ? 'is-mirrored' : ''} />
        {!still && seen === 'live' && <span class="camera-frame" aria-hidden="true" />}
        {still && <img class={isSelfie ? 'is-mirrored' : ''} src={still.src} alt={t('camera.sharp')} />}
        {seen !== 'live' && <Unseen seen={seen} kind={kind} onPhoto={onPhoto} />}
      </div>
      <div class="camera-actions">
        {still && <Judge onAgain={() => setStill(null)} onUse={() => onPhoto(still.photo)} />}
        {!still && seen === 'live' && (
          <button
            type="button"
            class="shutter"
            ref={takeFocus}
            onClick={shoot}
            aria-label={t('camera.shutter')}
            data-testid="shutter"
          >
            <Icon name="camera" />
          </button>
        )}
      </div>
    </dialog>
  )
}

function Judge({ onAgain, onUse }: { onAgain: () => void; onUse: () => void }) {
  return (
    <>
      <button type="button" class="button" onClick={onAgain}>
        {t('camera.again')}
      </button>
      <button type="button" class="button primary" ref={takeFocus} onClick={onUse} data-testid="camera-use">
        {t('camera.use')}
      </button>
    </>
  )
}

/** The button that was pressed has gone; the focus goes to the one that comes next. */
function takeFocus(button: HTMLButtonElement | null): void {
  button?.focus()
}

function Head({ title, onClose }: { title: string; onClose: () => void }) {
  return (
    <div class="camera-head">
      <h2 class="camera-title" id="camera-title">
        {title}
      </h2>
      <button type="button" class="button" onClick={onClose} data-testid="camera-close" aria-label={t('camera.close')}>
        <Icon name="close" />
      </button>
    </div>
  )
}

function Unseen({
  seen,
  kind,
  onPhoto,
}: {
  seen: Exclude<Seen, 'live'>
  kind: ImageKind
  onPhoto: (photo: Blob) => void
}) {
  if (seen === 'starting') {
    return (
      <p class="camera-words" role="status">
        {t('camera.starting')}
      </p>
    )
  }
  return (
    <div class="camera-words" role="alert">
      <p>{t(`camera.${seen}`)}</p>
      <PhotoInput kind={kind} label={t('camera.app')} icon="camera" isCapture onPhoto={onPhoto} />
    </div>
  )
}
