import type { GamePreview } from '@coffer/contract/admin'
import { Button, Group, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { GameFrame } from '../ui/game-frame.tsx'
import { Loading } from '../ui/loading.tsx'
import { Section } from '../ui/section.tsx'
import shared from './boxes.module.css'
import classes from './preview-section.module.css'
import type { BoxKey } from './use-box.ts'
import { usePreview } from './use-preview.ts'
import type { PlannedVersion } from './version-draft.ts'

/** From this width on, the game is next to the editor. The style sheets of the editor and of its table have it, too. */
const BESIDE = '(min-width: 1440px)'
const INTRO = 'Play this draft as players would see it.'
const PLAY_MONEY = 'With play money. Nothing is stored.'
const INCOMPLETE = 'The game needs a price and chances that sum to 100%.'
const OUTDATED = 'The game shows an earlier draft.'

type Props = {
  boxKey: BoxKey
  /** Null while the draft is not complete. */
  planned: PlannedVersion | null
}

/** The game with the draft. On a narrow screen it is loaded on request. */
export function PreviewSection({ boxKey, planned }: Props) {
  const isBeside = useMediaQuery(BESIDE, undefined, { getInitialValueInEffect: false })
  const [isOpen, setOpen] = useState(false)
  const isShown = isBeside || isOpen
  const { preview, readError, readAgain } = usePreview(boxKey, planned, { isEnabled: isShown })
  const isMissing = planned === null && preview === null
  return (
    <div className={classes.aside}>
      <Section title="Game">
        {isMissing && <Text>{INCOMPLETE}</Text>}
        {!isMissing && !isShown && <Text>{`${INTRO} ${PLAY_MONEY}`}</Text>}
        {!isShown && (
          <Group>
            <Button variant="default" onClick={() => setOpen(true)}>
              Show the game
            </Button>
          </Group>
        )}
        {isShown && readError !== null && (
          <FailureAlert error={readError}>
            <Button onClick={() => void readAgain()}>Try again</Button>
          </FailureAlert>
        )}
        {isShown && !isMissing && preview === null && readError === null && <Loading what="the game" />}
        {isShown && preview !== null && <Game {...{ preview, isOpen }} isOutdated={planned === null} />}
      </Section>
    </div>
  )
}

type GameProps = {
  preview: GamePreview
  /** True if the viewer has asked for it: then the focus is moved to it, and it is scrolled into view. */
  isOpen: boolean
  isOutdated: boolean
}

function Game({ preview, isOpen, isOutdated }: GameProps) {
  const [startCount, setStartCount] = useState(0)
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isOpen) return
    ref.current?.focus({ preventScroll: true })
    ref.current?.scrollIntoView({ block: 'start' })
  }, [isOpen])
  return (
    <div ref={ref} className={classes.game} tabIndex={-1}>
      {isOutdated && <Text className={shared.changed}>{OUTDATED}</Text>}
      <Group wrap="nowrap" gap="sm">
        <Button className={classes.button} variant="default" onClick={() => setStartCount((before) => before + 1)}>
          Restart game
        </Button>
        <Text size="xs">{PLAY_MONEY}</Text>
      </Group>
      <div className={classes.frame}>
        <GameFrame key={startCount} preview={preview} title="Game" />
      </div>
    </div>
  )
}
