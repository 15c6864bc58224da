import type { ImageKind } from '@coffer/contract/kyc-answers'
import { useState } from 'preact/hooks'
import { Icon } from '../kit/icons.tsx'
import { faultOf } from '../wizard/check.ts'
import { FaultLine, fieldId } from '../wizard/field.tsx'
import { addPhoto, photos } from '../wizard/photos.ts'
import { Camera } from './camera.tsx'
import { PhotoActions } from './photo-actions.tsx'
import { PhotoState } from './photo-state.tsx'

/** One photo: taken with a live camera or the camera app, chosen, or dropped; seen, taken anew or taken back. */
export function PhotoField({ kind, label }: { kind: ImageKind; label: string }) {
  const [isOpen, setOpen] = useState(false)
  const { src, isKept } = photos[kind].value
  const nameId = `${fieldId(`images.${kind}`)}-name`
  const take = (photo: Blob) => {
    setOpen(false)
    addPhoto(kind, photo)
  }
  const { isOver, handlers } = useDrop(take)
  const isFaulty = faultOf(`images.${kind}`) !== undefined
  return (
    <section
      class={`photo ${isOver ? 'is-over' : ''} ${isFaulty ? 'is-faulty' : ''}`}
      aria-labelledby={nameId}
      data-testid={`photo-${kind}`}
      data-kept={isKept}
      {...handlers}
    >
      <div class={`photo-frame is-${kind}`}>
        {src ? <img src={src} alt={label} /> : <Icon name={kind === 'selfie' ? 'person' : 'id_card'} />}
      </div>
      <div class="photo-words">
        <p class="photo-name" id={nameId}>
          {label}
        </p>
        <PhotoState kind={kind} />
        <FaultLine path={`images.${kind}`} />
        <PhotoActions kind={kind} label={label} onCamera={() => setOpen(true)} onPhoto={take} />
      </div>
      {isOpen && <Camera kind={kind} onPhoto={take} onClose={() => setOpen(false)} />}
    </section>
  )
}

/** A place on which a file can be dropped. */
function useDrop(onFile: (file: File) => void) {
  const [isOver, setOver] = useState(false)
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        setOver(false)
        const file = event.dataTransfer?.files[0]
        if (file) onFile(file)
      },
    },
  }
}
