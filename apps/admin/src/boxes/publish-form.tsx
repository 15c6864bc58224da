import type { AdminBox, AdminBoxSchedule } from '@coffer/contract/admin'
import { Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { isInvalid } from '../api/api.ts'
import { moment } from '../text/time.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { fieldFault, reasonFault } from '../ui/field-fault.ts'
import { setLeaveGuard } from '../ui/leave-guard.ts'
import { ReasonField } from '../ui/reason-field.tsx'
import { Section } from '../ui/section.tsx'
import { useFaultFocus } from '../ui/use-fault-focus.ts'
import classes from './boxes.module.css'
import { carriedResult } from './carried-result.ts'
import { isBoxChanged, PublishFailure } from './publish-failure.tsx'
import type { PublicationDraft, PublishMode } from './publish-mode.ts'
import { readPublishTime } from './publish-time.ts'
import { type BoxKey, usePublishing, useScheduling } from './use-box.ts'
import type { CheckedPlan } from './version-draft.ts'
import { REFUSABLE } from './version-faults.ts'

const MODES: Readonly<Record<PublishMode, string>> = { now: 'Publish now', later: 'Publish later' }
const SUBMIT_LABELS: Readonly<Record<PublishMode, string>> = { now: 'Publish', later: 'Schedule' }

type Props = {
  boxKey: BoxKey
  plan: CheckedPlan
  publication: PublicationDraft
  backPath: string
  /** True while the version is checked again. */
  isChecking: boolean
  /** Why it could not be checked again. */
  checkError: Error | null
  onEdit: (part: Partial<PublicationDraft>) => void
  onReviewAgain: () => void
  onBack: () => void
}

/** The time of publication, the reason, and the button that publishes or schedules a version that was checked. */
export function PublishForm(props: Props) {
  const { plan, publication, isChecking, checkError, onReviewAgain, onBack } = props
  const { mode, time, reason } = publication
  const [submitCount, setSubmitCount] = useState(0)
  const fields = useFaultFocus(submitCount)
  const faultId = useId()
  const { isBusy: isSending, error, clearError, publish, schedule } = useSending(props)
  const isBusy = isSending || isChecking
  const hasFaults = mode === 'now' && plan.checked.faults.length > 0
  // Only another review ends this state.
  const isOutdated = error !== null && isBoxChanged(error)
  const { at, fault } = readPublishTime(time)
  const edit = (part: Partial<PublicationDraft>) => {
    props.onEdit(part)
    if (error !== null && !isOutdated) clearError()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || hasFaults || isOutdated) return
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
          <ModeChoice mode={mode} isBusy={isBusy} onChange={(chosen) => edit({ mode: chosen })} />
          {mode === 'later' && (
            <TimeField
              {...{ time, at, isBusy }}
              fault={timeFault ?? fieldFault(error, 'publishAt', 'The time')}
              onChange={(text) => edit({ time: text })}
            />
          )}
          <Notes mode={mode} live={plan.box.live} schedule={plan.box.schedule} />
          <ReasonField
            value={reason}
            isRequired={false}
            isBusy={isBusy}
            fault={reasonFault(error)}
            onChange={(text) => edit({ reason: text })}
          />
          <Failures sendError={isRefused ? null : error} {...{ mode, isChecking, checkError, onReviewAgain }} />
          {hasFaults && (
            <Text id={faultId}>This version cannot be published. The reasons are at the top of the review.</Text>
          )}
          <Group gap="xs">
            <Button disabled={isBusy} onClick={onBack}>
              Back
            </Button>
            <ActionButton
              type="submit"
              isBusy={isBusy}
              isDisabled={hasFaults || isOutdated}
              aria-describedby={hasFaults ? faultId : undefined}
            >
              {SUBMIT_LABELS[mode]}
            </ActionButton>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}

type FailureProps = Pick<Props, 'isChecking' | 'checkError' | 'onReviewAgain'> & {
  mode: PublishMode
  sendError: Error | null
}

/** Failures to send the version or to check it again. The first has the button for another check. */
function Failures({ mode, sendError, isChecking, checkError, onReviewAgain }: FailureProps) {
  return (
    <>
      {sendError !== null && <PublishFailure error={sendError} {...{ mode, isChecking, onReviewAgain }} />}
      {checkError !== null && <FailureAlert error={checkError} fields={REFUSABLE} />}
    </>
  )
}

/** Publishing and scheduling. Both lead to the box, which shows the result. */
function useSending({ boxKey, plan: { planned, checked, box }, backPath }: Props) {
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
    if (!isShown.current) return
    setLeaveGuard(null)
    navigate(backPath, { state: carriedResult(result) })
  }
  return {
    isBusy: publishing.isBusy || scheduling.isBusy,
    error: publishing.error ?? scheduling.error,
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
      if ((await scheduling.save(input)) !== null) showBox(`Version scheduled for ${moment(publishAt)}.`)
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

type NoteProps = { mode: PublishMode } & Pick<AdminBox, 'live' | 'schedule'>

/** The effects of publishing, and those on the version that is scheduled already. */
function Notes({ mode, live, schedule }: NoteProps) {
  return (
    <>
      <Text>{effectText(mode, live)}</Text>
      {schedule !== null && <Text>{replacementText(mode, schedule)}</Text>}
    </>
  )
}

function effectText(mode: PublishMode, live: AdminBox['live']): string {
  if (mode === 'later') {
    return 'The values of the items at that time apply. If the version breaks a rule then, it is not published, and the box shows why.'
  }
  if (live === null) return 'The box goes on sale with this version.'
  return 'Players who have the box open see the new price and odds before they can buy it. Boxes that were bought before keep their odds.'
}

function replacementText(mode: PublishMode, { status, publishAt }: AdminBoxSchedule): string {
  const isWaiting = status === 'waiting'
  if (mode === 'later') {
    return isWaiting
      ? `It replaces the version that is scheduled for ${moment(publishAt)}.`
      : `It replaces the version that was refused on ${moment(publishAt)}.`
  }
  return isWaiting
    ? `The version that is scheduled for ${moment(publishAt)} stays scheduled and will replace this one.`
    : 'The version that was refused is dismissed.'
}
