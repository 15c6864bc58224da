import { Group, Text } from '@mantine/core'
import { count } from '../text/numbers.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Section } from '../ui/section.tsx'
import shared from './boxes.module.css'
import type { DraftState } from './draft-state.ts'
import { isSimulationOfDraft, simulatedVersion } from './simulated-version.ts'
import { SIMULATED_OPENS } from './simulation.ts'
import { ResultFigures } from './simulation-result.tsx'
import classes from './simulation-section.module.css'
import type { SimulationRun, SimulationState } from './use-simulation.ts'
import type { DraftRow } from './version-draft.ts'

const OPENS = `${count(SIMULATED_OPENS)} opens`
const INTRO = `Open the box ${count(SIMULATED_OPENS)} times in your browser, with the draw that rounds use. Nothing is charged or stored.`
const INCOMPLETE = 'A simulation needs a price and chances that sum to 100%.'
const FAILED = 'The simulation failed. Check your connection, and try again.'
const OUTDATED = 'These results are of an earlier draft.'
const FORMER = 'These results are of the simulation before.'

type Props = { rows: readonly DraftRow[]; draftState: DraftState; currency: string; simulation: SimulationRun }

/** A simulation of a draft. */
export function SimulationSection({ rows, draftState, currency, simulation }: Props) {
  const { planned, priceMinor } = draftState
  const { state, start, cancel } = simulation
  const { status, opens, result } = state
  const isRunning = status === 'running'
  const canPress = isRunning || planned !== null
  const simulate = () => {
    if (planned !== null) start(simulatedVersion(rows, planned.priceMinor))
  }
  return (
    <Section title="Simulation">
      <Text>{planned === null ? INCOMPLETE : INTRO}</Text>
      <Group gap="md">
        {/* One button, so that it keeps the focus. It ignores the second click of a double click, which would cancel the simulation. */}
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
            <progress aria-label="Simulation" max={SIMULATED_OPENS} value={opens} />
            <span>
              {count(opens)} of {OPENS}
            </span>
          </div>
        )}
        {status === 'failed' && (
          <p className={shared.bad} role="alert">
            {FAILED}
          </p>
        )}
      </Group>
      <Text className="visually-hidden" role="status">
        {status === 'done' && 'Simulation finished.'}
      </Text>
      {result !== null && (isRunning || !isSimulationOfDraft(result.version, rows, priceMinor)) && (
        <Text className={shared.changed}>{isRunning ? FORMER : OUTDATED}</Text>
      )}
      {result !== null && <ResultFigures {...{ result, currency }} />}
    </Section>
  )
}

function buttonText({ status, result }: SimulationState): string {
  if (status === 'running') return 'Cancel simulation'
  return result === null ? `Simulate ${OPENS}` : 'Simulate again'
}
