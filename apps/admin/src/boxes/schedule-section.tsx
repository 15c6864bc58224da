import type { AdminBox, AdminBoxSchedule } from '@coffer/contract/admin'
import { mayDo } from '@coffer/contract/permissions'
import { Alert, Button, Text } from '@mantine/core'
import { Link } from 'wouter'
import { useStaff } from '../session/session.tsx'
import { SCHEDULE_STATUS_TEXT, SCHEDULE_STATUS_TONE } from '../text/boxes.ts'
import { count, money, percent } from '../text/numbers.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Actor } from '../ui/actor.tsx'
import { Chip } from '../ui/chip.tsx'
import { Chips } from '../ui/chips.tsx'
import { Fact, FactList } from '../ui/fact-list.tsx'
import { Moment } from '../ui/moment.tsx'
import { focusTitle } from '../ui/screen-title.tsx'
import { Section } from '../ui/section.tsx'
import { useCurrentDialog } from '../ui/use-current-dialog.ts'
import classes from './boxes.module.css'
import { CancelScheduleDialog } from './cancel-schedule-dialog.tsx'
import { FROM_SCHEDULE, newVersionPath } from './new-version-path.ts'
import { PrizeComparison } from './prize-sections.tsx'
import { PrizeTable } from './prize-table.tsx'
import type { BoxKey } from './use-box.ts'

type Props = {
  box: AdminBox
  boxKey: BoxKey
  /** The state of the list in the address. */
  queryString: string
  /** Reads the box again; null when that failed. */
  read: () => Promise<AdminBox | null>
  /** Called with the result of a change, and with null when one begins. */
  onResult: (result: string | null) => void
}

/** The version of a box that waits for its time, or was refused at its time. */
export function ScheduleSection({ box, boxKey, queryString, read, onResult }: Props) {
  const { schedule } = box
  const { opened, isOpening, open, close } = useCurrentDialog(async () => {
    const current = await read()
    if (current === null) return null
    const { schedule: found } = current
    const isSame = found?.scheduledVersionId === schedule?.scheduledVersionId && found?.status === schedule?.status
    if (found !== null && isSame) return found
    onResult('The scheduled version was changed meanwhile.')
    return null
  })
  const start = async () => {
    onResult(null)
    if (await open()) return
    // A failure is shown at the top of the page. The button may be gone.
    scrollTo(0, 0)
    focusTitle()
  }
  const finish = (result: string) => {
    close()
    onResult(result)
  }
  return (
    <>
      {schedule !== null && (
        <Section
          title="Scheduled version"
          buttons={<Buttons {...{ box, schedule, queryString, isOpening }} onCancel={() => void start()} />}
        >
          <Chips>
            <Chip tone={SCHEDULE_STATUS_TONE[schedule.status]}>{SCHEDULE_STATUS_TEXT[schedule.status]}</Chip>
          </Chips>
          <ScheduleFacts schedule={schedule} />
          <Faults schedule={schedule} />
          <Prizes schedule={schedule} live={box.live} operator={boxKey.operator} />
        </Section>
      )}
      {opened !== null && <CancelScheduleDialog schedule={opened} boxKey={boxKey} onClose={close} onDone={finish} />}
    </>
  )
}

function ScheduleFacts({ schedule }: { schedule: AdminBoxSchedule }) {
  const { status, publishAt, scheduledAt, reason, priceMinor, currency, rtpBps, prizes } = schedule
  return (
    <FactList>
      <Fact name={status === 'waiting' ? 'Publishes at' : 'Was due at'}>
        <Moment at={publishAt} isExact />
      </Fact>
      <Fact name="Scheduled by">
        <Actor {...schedule} />
      </Fact>
      <Fact name="Scheduled on">
        <Moment at={scheduledAt} isExact />
      </Fact>
      {reason !== null && <Fact name="Reason">{reason}</Fact>}
      <Fact name="Price">{money(priceMinor, currency)}</Fact>
      <Fact name="RTP">
        {rtpBps === null ? 'Unknown' : percent(rtpBps)}
        <Text size="xs" c="dimmed">
          {rtpBps === null ? 'The operator has another currency now' : 'At the values of the items now'}
        </Text>
      </Fact>
      <Fact name="Prizes">{count(prizes.length)}</Fact>
    </FactList>
  )
}

function Faults({ schedule: { status, faults } }: { schedule: AdminBoxSchedule }) {
  if (faults.length === 0) return null
  return (
    <Alert
      color="bad"
      role="group"
      title={status === 'waiting' ? 'At current values it would be refused' : 'Why it was refused'}
    >
      <ul className={classes.list}>
        {faults.map((fault) => (
          <li key={fault}>{fault}</li>
        ))}
      </ul>
    </Alert>
  )
}

type PrizeProps = { schedule: AdminBoxSchedule; live: AdminBox['live']; operator: string | null }

/** The prizes, next to those of the live version if that has the same currency. */
function Prizes({ schedule, live, operator }: PrizeProps) {
  const table = { operator, valueLabel: 'Value' }
  if (live === null || live.currency !== schedule.currency) return <PrizeTable version={schedule} {...table} />
  return (
    <>
      <Text>
        Values of the live version are those that were published; values of the scheduled version are current.
      </Text>
      <PrizeComparison from={live} to={schedule} names="From the live version to the scheduled version" {...table} />
    </>
  )
}

type ButtonProps = Pick<Props, 'box' | 'queryString'> & {
  schedule: AdminBoxSchedule
  isOpening: boolean
  onCancel: () => void
}

function Buttons({ box: { boxId, status }, schedule, queryString, isOpening, onCancel }: ButtonProps) {
  if (!mayDo(useStaff().roles, 'boxes.manage')) return null
  return (
    <>
      {status !== 'archived' && (
        <Button component={Link} href={newVersionPath(boxId, queryString, FROM_SCHEDULE)}>
          {schedule.status === 'waiting' ? 'Change scheduled version' : 'Use for a new version'}
        </Button>
      )}
      <ActionButton variant="default" isBusy={isOpening} onClick={onCancel}>
        {schedule.status === 'waiting' ? 'Cancel scheduled version…' : 'Dismiss…'}
      </ActionButton>
    </>
  )
}
