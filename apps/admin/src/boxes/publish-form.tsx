import type { AdminBox } from '@coffer/contract/admin'
import { Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { isInvalid } from '../api/api.ts'
import { moment } from '../text/time.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { fieldFault, reasonFault } from '../ui/field-fault.ts'
import { ReasonField } from '../ui/reason-field.tsx'
import { Section } from '../ui/section.tsx'
import { useFaultFocus } from '../ui/use-fault-focus.ts'
import classes from './boxes.module.css'
import { carriedResult } from './carried-result.ts'
import { PublishFailure } from './publish-failure.tsx'
import type { PublishMode } from './publish-mode.ts'
import { readPublishTime } from './publish-time.ts'
import { type BoxKey, usePublishing, useScheduling } from './use-box.ts'
import type { CheckedPlan } from './version-draft.ts'

const MODES: Readonly<Record<PublishMode, string>> = { now: 'Publish now', later: 'Publish at a time' }
const SUBMIT_LABELS: Readonly<Record<PublishMode, string>> = { now: 'Publish', later: 'Schedule' }

type Props = {
  /** The box as it was last read. */
  box: AdminBox
  boxKey: BoxKey
  plan: CheckedPlan
  mode: PublishMode
  backPath: string
  /** True while the version is checked again. */
  isChecking: boolean
  /** Why it could not be checked again. */
  checkError: Error | null
  onMode: (mode: PublishMode) => void
  onReviewAgain: () => void
  onBack: () => void
}

/** The time of publication, the reason, and the button that publishes or schedules a version that was checked. */
export function PublishForm(props: Props) {
  const { box, plan, mode, isChecking, checkError, onMode, onReviewAgain, onBack } = props
  const [time, setTime] = useState('')
  const [reason, setReason] = useState('')
  const [submitCount, setSubmitCount] = useState(0)
  const fields = useFaultFocus(submitCount)
  const { isBusy: isSending, error, clearError, publish, schedule } = useSending(props)
  const isBusy = isSending || isChecking
  const isBlocked = mode === 'now' && plan.checked.faults.length > 0
  const { at, fault } = readPublishTime(time)
  const edit = (change: () => void) => {
    change()
    if (error !== null) clearError()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || isBlocked) return
    setSubmitCount((before) => before + 1)
    const given = reason.trim() || undefined
    if (mode === 'now') void publish(given)
    else if (at !== undefined) void schedule(at, given)
  }
  const isRefused = isInvalid(error, 'reason') || (mode === 'later' && isInvalid(error, 'publishAt'))
  const timeFault = submitCount > 0 ? fault : undefined
  return (
    <Section title="Publication">
      <form onSubmit={submit} noValidate>
        <Stack gap="sm" ref={fields}>
          <ModeChoice mode={mode} isBusy={isBusy} onChange={(chosen) => edit(() => onMode(chosen))} />
          {mode === 'later' && (
            <TimeField
              {...{ time, at, isBusy }}
              fault={timeFault ?? fieldFault(error, 'publishAt', 'The time')}
              onChange={(text) => edit(() => setTime(text))}
            />
          )}
          <Notes mode={mode} schedule={box.schedule} />
          <ReasonField
            value={reason}
            isRequired={false}
            isBusy={isBusy}
            fault={reasonFault(error)}
            onChange={(text) => edit(() => setReason(text))}
          />
          <Failures
            sendError={isRefused ? null : error}
            {...{ mode, checkError }}
            onReviewAgain={() => {
              if (error !== null) clearError()
              onReviewAgain()
            }}
          />
          <Group gap="xs">
            <Button disabled={isBusy} onClick={onBack}>
              Back
            </Button>
            <ActionButton type="submit" isBusy={isBusy || isBlocked}>
              {SUBMIT_LABELS[mode]}
            </ActionButton>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}

type FailureProps = Pick<Props, 'mode' | 'checkError' | 'onReviewAgain'> & { sendError: Error | null }

/** Why the version was not sent, or not checked again. */
function Failures({ mode, sendError, checkError, onReviewAgain }: FailureProps) {
  return (
    <>
      {sendError !== null && <PublishFailure error={sendError} mode={mode} onReviewAgain={onReviewAgain} />}
      {checkError !== null && (
        <FailureAlert error={checkError}>
          <Button onClick={onReviewAgain}>Review again</Button>
        </FailureAlert>
      )}
    </>
  )
}

/** Publishing and scheduling. Both lead to the box, which shows the result. */
function useSending({ box, boxKey, plan: { planned, checked }, mode, backPath }: Props) {
  const publishing = usePublishing(boxKey)
  const scheduling = useScheduling(boxKey)
  const [, navigate] = useLocation()
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  const showBox = (result: string) => {
    // The viewer may have left the screen meanwhile.
    if (isShown.current) navigate(backPath, { state: carriedResult(result) })
  }
  return {
    isBusy: publishing.isBusy || scheduling.isBusy,
    error: mode === 'now' ? publishing.error : scheduling.error,
    clearError: () => {
      publishing.clearError()
      scheduling.clearError()
    },
    publish: async (reason: string | undefined) => {
      const answer = await publishing.save({ ...planned, checkHash: checked.checkHash, reason })
      if (answer !== null) showBox(publishedText(answer.box))
    },
    schedule: async (publishAt: string, reason: string | undefined) => {
      const scheduledVersionId = box.schedule?.scheduledVersionId ?? null
      const input = { ...planned, currency: checked.currency, publishAt, scheduledVersionId, reason }
      if ((await scheduling.save(input)) !== null) showBox('Version scheduled.')
    },
  }
}

function publishedText({ live }: AdminBox): string {
  return live === null ? 'Version published.' : `Version ${live.versionNumber} published.`
}

type ChoiceProps = { mode: PublishMode; isBusy: boolean; onChange: (mode: PublishMode) => void }

function ModeChoice({ mode, isBusy, onChange }: ChoiceProps) {
  return (
    <Radio.Group label="When" value={mode} onChange={(value) => onChange(value as PublishMode)}>
      <Stack gap="xs" mt={4}>
        {Object.entries(MODES).map(([value, label]) => (
          <Radio key={value} value={value} label={label} disabled={isBusy} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

type TimeProps = {
  time: string
  /** The time, if it is valid. */
  at: string | undefined
  isBusy: boolean
  fault: string | undefined
  onChange: (time: string) => void
}

function TimeField({ time, at, isBusy, fault, onChange }: TimeProps) {
  return (
    <div className={classes.choice}>
      <TextInput
        type="datetime-local"
        label="Time (UTC)"
        description={at === undefined ? undefined : `In your time zone: ${moment(at)}`}
        required
        value={time}
        readOnly={isBusy}
        error={fault}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </div>
  )
}

/** The effects of publishing, and what becomes of the version that is scheduled already. */
function Notes({ mode, schedule }: { mode: PublishMode } & Pick<AdminBox, 'schedule'>) {
  if (mode === 'later') {
    return (
      <>
        <Text>
          The values of the items at that time apply. If the version is not allowed then, it is not published and the
          box shows why.
        </Text>
        {schedule !== null && <Text>It replaces the version that is scheduled for {moment(schedule.publishAt)}.</Text>}
      </>
    )
  }
  return (
    <>
      <Text>
        Players who have the box open see the new price and odds before they can buy it again. Boxes that were bought
        before keep their odds.
      </Text>
      {schedule?.status === 'waiting' && (
        <Text>The version that is scheduled for {moment(schedule.publishAt)} stays scheduled.</Text>
      )}
    </>
  )
}
