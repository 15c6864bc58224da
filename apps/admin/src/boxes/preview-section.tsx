import type { GamePreview } from '@coffer/contract/admin'
import { Button, Group, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { GameFrame } from '../ui/game-frame.tsx'
import { Loading } from '../ui/loading.tsx'
import { Section } from '../ui/section.tsx'
import shared from './boxes.module.css'
import type { DraftState } from './draft-state.ts'
import classes from './preview-section.module.css'
import type { BoxKey } from './use-box.ts'
import type { GamePart } from './use-game-part.ts'
import { usePreview } from './use-preview.ts'

const INTRO = 'Play this draft as players would see it, with play money. Nothing is stored.'
const INCOMPLETE = 'The game needs a price and chances that sum to 100%.'
const PLAY_MONEY = 'With play money. Nothing is stored.'
const OUTDATED = 'The game shows an earlier draft.'
const NO_PRICE = 'Price missing: the game shows an earlier draft.'
const NO_SUM = 'Chances incomplete: the game shows an earlier draft.'

type Props = { boxKey: BoxKey; draftState: DraftState; part: GamePart }

/** The game with the draft. */
export function PreviewSection({ boxKey, draftState, part }: Props) {
  const { planned, priceMinor } = draftState
  const { isShown, ref, open, focus, keepInView } = part
  const { preview, readError, readAgain } = usePreview(boxKey, planned, { isEnabled: isShown })
  const isMissing = planned === null && preview === null
  const incomplete = priceMinor === null ? NO_PRICE : NO_SUM
  const outdated = planned === null ? incomplete : readError && OUTDATED
  return (
    <div ref={ref} className={classes.part} tabIndex={-1}>
      <Section title="Game">
        {isMissing && <Text>{INCOMPLETE}</Text>}
        {!isMissing && !isShown && <Text>{INTRO}</Text>}
        {!isShown && (
          <Group>
            <Button variant="default" onClick={open}>
              Show the game
            </Button>
          </Group>
        )}
        {isShown && readError !== null && (
          <FailureAlert error={readError}>
            <Button
              onClick={() => {
                void readAgain()
                // The button is gone while it is read.
                focus()
              }}
            >
              Try again
            </Button>
          </FailureAlert>
        )}
        {isShown && !isMissing && preview === null && readError === null && <Loading what="the game" />}
        {isShown && preview !== null && <Game {...{ preview, outdated }} onShow={keepInView} />}
      </Section>
    </div>
  )
}

type GameProps = {
  preview: GamePreview
  /** Why the game does not show the draft; null if it does. */
  outdated: string | null
  onShow: () => void
}

function Game({ preview, outdated, onShow }: GameProps) {
  const [startCount, setStartCount] = useState(0)
  const end = useRef<HTMLDivElement>(null)
  // The player has play money of one currency, which the operator may change.
  const playerKey = `${startCount} ${preview.tenant.currency}`
  useEffect(onShow, [onShow])
  return (
    <div className={classes.game}>
      <Group wrap="nowrap" gap="sm">
        <Button className={classes.button} variant="default" onClick={() => setStartCount((before) => before + 1)}>
          Restart
        </Button>
        <Text size="xs" className={outdated === null ? classes.note : `${classes.note} ${shared.changed}`}>
          {outdated ?? PLAY_MONEY}
        </Text>
      </Group>
      <Button className={classes.skip} variant="default" onClick={() => end.current?.focus({ preventScroll: true })}>
        Skip the game
      </Button>
      <div className={classes.frame}>
        <GameFrame key={playerKey} preview={preview} title="Preview of the game" />
      </div>
      <div ref={end} className="visually-hidden" tabIndex={-1}>
        End of the game
      </div>
    </div>
  )
}

/** Goes to the game on a screen where it is not next to the editor. */
export function PlayButton({ part: { isWide, open } }: { part: GamePart }) {
  if (isWide) return null
  return (
    <Button className={classes.play} variant="default" onClick={open}>
      Play draft
    </Button>
  )
}
