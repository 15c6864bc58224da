import { Group, Text } from '@mantine/core'
import { count } from '../text/numbers.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Section } from '../ui/section.tsx'
import shared from './boxes.module.css'
import type { DraftState } from './draft-state.ts'
import { isVersionOf, simulatedVersion } from './simulated-version.ts'
import { SIMULATED_OPENS } from './simulation.ts'
import { ResultFigures } from './simulation-result.tsx'
import classes from './simulation-section.module.css'
import { resultOf, type SimulationRun, type SimulationState } from './use-simulation.ts'
import type { DraftRow } from './version-draft.ts'

const OPENS = `${count(SIMULATED_OPENS)} opens`
const INTRO = `Open the box ${count(SIMULATED_OPENS)} times in your browser, with the draw that rounds use. Nothing is charged or stored.`
const INCOMPLETE = 'A simulation needs a price and chances that sum to 100%.'
const FAILED = 'The simulation could not start. Check your connection, and try again.'
const OUTDATED = 'The draft has changed since this simulation. Simulate again to see its results.'

type Props = { rows: readonly DraftRow[]; draftState: DraftState; currency: string; simulation: SimulationRun }

/** A simulation of a draft. */
export function SimulationSection({ rows, draftState, currency, simulation }: Props) {
  const { planned, priceMinor } = draftState
  const { state, start, cancel } = simulation
  const isRunning = state.kind === 'running'
  const canPress = isRunning || planned !== null
  const result = resultOf(state)
  const simulate = () => {
    if (planned !== null) start(simulatedVersion(rows, planned.priceMinor))
  }
  return (
    <Section title="Simulation">
      <Text>{planned === null ? INCOMPLETE : INTRO}</Text>
      <Group gap="md">
        {/* One button, so that it keeps the focus. The second click of a double click would cancel what the first has started. */}
        <ActionButton
          variant="default"
          title={canPress ? undefined : INCOMPLETE}
          isDisabled={!canPress}
          onClick={isRunning ? cancel : simulate}
        >
          {buttonText(state)}
        </ActionButton>
        {isRunning && (
          <div className={classes.progress}>
            <progress aria-label="Simulation" max={SIMULATED_OPENS} value={state.opens} />
            <span>
              {count(state.opens)} of {OPENS}
            </span>
          </div>
        )}
        {state.kind === 'failed' && (
          <p className={shared.bad} role="alert">
            {FAILED}
          </p>
        )}
      </Group>
      <Text className="visually-hidden" role="status">
        {state.kind === 'done' && 'Simulation finished.'}
      </Text>
      {result !== null && !isVersionOf(result.version, rows, priceMinor) && (
        <Text className={shared.changed}>{OUTDATED}</Text>
      )}
      {result !== null && <ResultFigures {...{ result, currency }} />}
    </Section>
  )
}

function buttonText(state: SimulationState): string {
  if (state.kind === 'running') return 'Cancel'
  return resultOf(state) === null ? `Simulate ${OPENS}` : 'Simulate again'
}
