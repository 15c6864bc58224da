import type { KycCase } from '@coffer/contract/admin'
import { IMAGE_KINDS, type ImageKind } from '@coffer/contract/kyc-answers'
import { ActionIcon, Paper, Stack, Text, Title } from '@mantine/core'
import { useRef, useState } from 'react'
import { api } from '../api/api.ts'
import { PHOTO_NAMES } from '../text/status.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import classes from './case-photos.module.css'

/** Reads the case again. Resolves to null when that failed. */
type Refresh = () => Promise<KycCase | null>

/** The photos side by side, for comparing faces. */
export function CasePhotos({ kycCase, onRefresh }: { kycCase: KycCase; onRefresh: Refresh }) {
  const { requestId, images, isErased, status } = kycCase
  const kinds = IMAGE_KINDS.filter((kind) => images.some((image) => image.kind === kind))
  if (kinds.length === 0 || status === 'PENDING') {
    return (
      <Paper withBorder p="md">
        <Text c="dimmed">{isErased ? 'The photos were erased.' : 'There are no photos yet.'}</Text>
      </Paper>
    )
  }
  return (
    <section className={classes.photos} aria-label="Photos">
      {kinds.map((kind) => (
        <Photo key={kind} requestId={requestId} kind={kind} onRefresh={onRefresh} />
      ))}
    </section>
  )
}

const ZOOMS = [100, 150, 220, 320] as const
const TURN = 90

/** A photo in a square, so that it can be turned; when zoomed in it scrolls. */
function Photo({ requestId, kind, onRefresh }: { requestId: number; kind: ImageKind; onRefresh: Refresh }) {
  const [degrees, setDegrees] = useState(0)
  const [step, setStep] = useState(0)
  const [isWide, setWide] = useState(false)
  const [isBroken, setBroken] = useState(false)
  const name = PHOTO_NAMES[kind]
  const zoom = `${ZOOMS[step]}%`
  const stage = useRef<HTMLElement>(null)
  const show = () => {
    stage.current?.focus({ preventScroll: true })
    setBroken(false)
  }
  return (
    <figure className={isWide ? classes.widePhoto : classes.photo}>
      <figcaption>
        <Title order={2}>{name}</Title>
        <ActionIcon.Group>
          <Tool label={`Turn ${name}`} icon="turn" onClick={() => setDegrees(degrees + TURN)} />
          <Tool label={`Zoom out of ${name}`} icon="out" isDisabled={step === 0} onClick={() => setStep(step - 1)} />
          <Tool
            label={`Zoom into ${name}`}
            icon="in"
            isDisabled={step === ZOOMS.length - 1}
            onClick={() => setStep(step + 1)}
          />
          <Tool
            label={isWide ? `Show ${name} smaller` : `Show ${name} larger`}
            icon={isWide ? 'smaller' : 'larger'}
            onClick={() => setWide(!isWide)}
          />
        </ActionIcon.Group>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section className={classes.stage} tabIndex={0} aria-label={`${name}, scrolls when zoomed in`} ref={stage}>
        {isBroken ? (
          <MissingPhoto name={name} onRefresh={onRefresh} onReady={show} />
        ) : (
          <img
            src={api.urlOf('getKycCaseImage', { params: { requestId: `${requestId}`, kind } })}
            alt={kind === 'selfie' ? 'The player’s selfie' : `The ${name.toLowerCase()} of the document`}
            style={{ width: zoom, height: zoom, transform: `rotate(${degrees}deg)` }}
            onError={() => setBroken(true)}
          />
        )}
      </section>
    </figure>
  )
}

type MissingProps = { name: string; onRefresh: Refresh; onReady: () => void }

/** A photo that could not be loaded. Reading the case again asks for a confirmation if the photos need one. */
function MissingPhoto({ name, onRefresh, onReady }: MissingProps) {
  const [isBusy, setBusy] = useState(false)
  const tryAgain = async () => {
    setBusy(true)
    const read = await onRefresh()
    setBusy(false)
    if (read !== null) onReady()
  }
  return (
    <Stack p="md" gap="xs" align="flex-start">
      <Text c="var(--color-danger)">This photo could not be loaded. Try again. You may be asked for your passkey.</Text>
      <ActionButton variant="default" isBusy={isBusy} aria-label={`Try to load ${name} again`} onClick={tryAgain}>
        Try again
      </ActionButton>
    </Stack>
  )
}

type ToolProps = { label: string; isDisabled?: boolean; icon: IconName; onClick: () => void }

function Tool({ label, icon, isDisabled = false, onClick }: ToolProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="plain"
      size={36}
      aria-label={label}
      title={label}
      disabled={isDisabled}
      onClick={onClick}
    >
      <Icon name={icon} />
    </ActionIcon>
  )
}
