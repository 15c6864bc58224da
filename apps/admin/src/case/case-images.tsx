import type { KycCase } from '@coffer/contract/admin'
import { IMAGE_KINDS, type ImageKind } from '@coffer/contract/kyc-answers'
import { useState } from 'preact/hooks'
import { imageUrl } from '../kit/api.ts'
import { Icon, type IconName } from '../kit/icon.tsx'
import { IMAGE_WORDS } from '../words/status.ts'

/** The photos beside one another, so that faces can be compared. */
export function CaseImages({ found: { requestId, images, isErased, status } }: { found: KycCase }) {
  const there = IMAGE_KINDS.filter((kind) => images.some((image) => image.kind === kind))
  if (there.length === 0 || status === 'PENDING') {
    return <p class="card muted">{isErased ? 'The photos were erased.' : 'There are no photos yet.'}</p>
  }
  return (
    <section class="photos" aria-label="Photos">
      {there.map((kind) => (
        <Photo key={kind} requestId={requestId} kind={kind} />
      ))}
    </section>
  )
}

const ZOOMS = [100, 150, 220, 320] as const
const TURN = 90

/** A photo in a square, so that it can be turned; zoomed in, it is scrolled. */
function Photo({ requestId, kind }: { requestId: number; kind: ImageKind }) {
  const [degrees, setDegrees] = useState(0)
  const [step, setStep] = useState(0)
  const [isWide, setWide] = useState(false)
  const [isBroken, setBroken] = useState(false)
  const name = IMAGE_WORDS[kind]
  const zoom = `${ZOOMS[step]}%`
  return (
    <figure class={isWide ? 'photo is-wide' : 'photo'}>
      <figcaption>
        <span class="small-title">{name}</span>
        <span class="photo-tools">
          <Tool label={`Turn ${name}`} icon="turn" onUse={() => setDegrees(degrees + TURN)} />
          <Tool label={`Zoom out of ${name}`} icon="out" isOff={step === 0} onUse={() => setStep(step - 1)} />
          <Tool
            label={`Zoom into ${name}`}
            icon="in"
            isOff={step === ZOOMS.length - 1}
            onUse={() => setStep(step + 1)}
          />
          <Tool
            label={isWide ? `Show ${name} smaller` : `Show ${name} larger`}
            icon={isWide ? 'smaller' : 'larger'}
            onUse={() => setWide(!isWide)}
          />
        </span>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <section class="photo-stage" tabIndex={0} aria-label={`${name}, scrolls when zoomed in`}>
        {isBroken ? (
          <p class="photo-broken">This photo cannot be shown just now. Open the case again in a moment.</p>
        ) : (
          <img
            src={imageUrl(requestId, kind)}
            alt={kind === 'selfie' ? 'The player’s selfie' : `The ${name.toLowerCase()} of the document`}
            style={{ width: zoom, height: zoom, transform: `rotate(${degrees}deg)` }}
            onError={() => setBroken(true)}
          />
        )}
      </section>
    </figure>
  )
}

type ToolProps = { label: string; isOff?: boolean; icon: IconName; onUse: () => void }

function Tool({ label, icon, isOff = false, onUse }: ToolProps) {
  return (
    <button type="button" class="tool" aria-label={label} title={label} disabled={isOff} onClick={onUse}>
      <Icon name={icon} />
    </button>
  )
}
