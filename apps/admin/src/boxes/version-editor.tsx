import type { AdminBox, AdminCheckedVersion } from '@coffer/contract/admin'
import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useCallback, useReducer, useState } from 'react'
import { LeaveQuestion } from '../ui/leave-question.tsx'
import { focusTitle } from '../ui/screen-title.tsx'
import { changeHistory, type EditDraft, startHistory } from './draft-history.ts'
import { EditStep } from './edit-step.tsx'
import type { PublicationDraft } from './publish-mode.ts'
import { ReviewStep } from './review-step.tsx'
import { type BoxKey, checkVersion } from './use-box.ts'
import { useSimulation } from './use-simulation.ts'
import {
  type CheckedPlan,
  isSameDraft,
  type PlannedVersion,
  type RtpBounds,
  type VersionDraft,
} from './version-draft.ts'

type Props = {
  box: AdminBox
  boxKey: BoxKey
  /** The draft that the editor begins with. */
  start: VersionDraft
  /** The publication that the editor begins with. */
  publication: PublicationDraft
  bounds: RtpBounds
  /** Sentences above the first step. */
  texts: readonly string[]
  backPath: string
  /** Reads the box again; null when that failed. */
  readBox: () => Promise<AdminBox | null>
}

/** Edits a version of a box, and then reviews it. */
export function VersionEditor(props: Props) {
  const { box, boxKey, start, backPath, readBox } = props
  const [first] = useState(start)
  const [target, setTarget] = useState('')
  const [publication, setPublication] = useState(props.publication)
  const [bounds, setBounds] = useState(props.bounds)
  const [plan, setPlan] = useState<CheckedPlan | null>(null)
  const [reviewCount, setReviewCount] = useState(0)
  const check = useCheck(boxKey, readBox)
  const simulation = useSimulation()
  const { reset } = check
  const { history, edit, undo, refresh } = useHistory(start, reset)
  const review = async (planned: PlannedVersion) => {
    const reviewed = await check.mutateAsync(planned).catch(() => null)
    if (reviewed === null) return
    setBounds(reviewed.checked)
    refresh(reviewed.checked)
    setPlan(reviewed)
    setReviewCount((before) => before + 1)
  }
  const back = () => {
    reset()
    setPlan(null)
    scrollTo(0, 0)
    focusTitle()
  }
  return (
    <>
      <LeaveQuestion isOn={!isSameDraft(first, history.draft)}>
        The price and the chances that you have entered are discarded.
      </LeaveQuestion>
      {plan === null && props.texts.map((text) => <Text key={text}>{text}</Text>)}
      {plan === null ? (
        <EditStep
          {...{ history, target, bounds, simulation, boxKey }}
          currency={box.operatorCurrency}
          isBusy={check.isPending}
          error={check.error}
          onEdit={edit}
          onUndo={undo}
          onTarget={setTarget}
          onReview={(planned) => void review(planned)}
        />
      ) : (
        <ReviewStep
          // A new review begins at the top, without the failures of the last one.
          key={reviewCount}
          {...{ boxKey, plan, publication, backPath }}
          isChecking={check.isPending}
          checkError={check.error}
          onEdit={(part) => setPublication((before) => ({ ...before, ...part }))}
          onReviewAgain={() => void review(plan.planned)}
          onBack={back}
        />
      )}
    </>
  )
}

/** The draft with its changes. `onChange`: called with each of them. `refresh`: sets the items of its rows as a check has read them. */
function useHistory(start: VersionDraft, onChange: () => void) {
  const [history, dispatch] = useReducer(changeHistory, start, startHistory)
  const edit = useCallback<EditDraft>(
    (change, field) => {
      dispatch({ kind: 'edit', change, field })
      // The failure of the last check was about the former draft.
      onChange()
    },
    [onChange],
  )
  const undo = () => {
    dispatch({ kind: 'undo' })
    onChange()
  }
  const refresh = (checked: AdminCheckedVersion) => dispatch({ kind: 'check', checked })
  return { history, edit, undo, refresh }
}

/**
 * A check of a version. The box is read after it, so that the comparison is with the version that the check was made against, or else
 * publishing is refused.
 */
function useCheck(key: BoxKey, readBox: () => Promise<AdminBox | null>) {
  return useMutation({
    gcTime: 0,
    mutationFn: async (planned: PlannedVersion): Promise<CheckedPlan | null> => {
      const checked = await checkVersion(key, planned)
      const box = await readBox()
      if (box !== null) return { planned, checked, box }
      // The failure is shown at the top of the page.
      scrollTo(0, 0)
      focusTitle()
      return null
    },
  })
}
