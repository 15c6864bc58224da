import type { AdminBox } from '@coffer/contract/admin'
import { useWindowEvent } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { focusTitle } from '../ui/screen-title.tsx'
import { EditStep } from './edit-step.tsx'
import { ReviewStep } from './review-step.tsx'
import { type BoxKey, checkVersion } from './use-box.ts'
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
  /** Null while they are not known. */
  bounds: RtpBounds | null
  backPath: string
  /** Reads the box again; null when that failed. */
  readBox: () => Promise<AdminBox | null>
}

/** Edits a version of a box, and then reviews it. */
export function VersionEditor({ box, boxKey, start, bounds, backPath, readBox }: Props) {
  const [first] = useState(start)
  const [draft, setDraft] = useState(start)
  const [plan, setPlan] = useState<CheckedPlan | null>(null)
  const [lastBounds, setLastBounds] = useState(bounds)
  const check = useCheck(boxKey, readBox)
  useLeaveQuestion(!isSameDraft(first, draft))
  const review = async (planned: PlannedVersion) => {
    const checked = await check.mutateAsync(planned).catch(() => null)
    // The button of a second review is gone.
    if (plan !== null) focusTitle()
    if (checked === null) return
    setLastBounds(checked)
    setPlan({ planned, checked })
  }
  const { reset } = check
  const edit = useCallback(
    (change: (before: VersionDraft) => VersionDraft) => {
      setDraft(change)
      // The failure of the last check was about the former draft.
      reset()
    },
    [reset],
  )
  const back = () => {
    reset()
    setPlan(null)
    scrollTo(0, 0)
    focusTitle()
  }
  if (plan === null) {
    return (
      <EditStep
        {...{ draft, bounds: lastBounds }}
        currency={box.operatorCurrency}
        operator={boxKey.operator}
        isBusy={check.isPending}
        error={check.error}
        onEdit={edit}
        onReview={(planned) => void review(planned)}
      />
    )
  }
  return (
    <ReviewStep
      {...{ box, boxKey, plan, backPath }}
      isChecking={check.isPending}
      checkError={check.error}
      onReviewAgain={() => void review(plan.planned)}
      onBack={back}
    />
  )
}

/**
 * A check of a version. The box is read after it, so that the comparison is with the version that the check was made against, or else
 * publishing is refused.
 */
function useCheck(key: BoxKey, readBox: () => Promise<AdminBox | null>) {
  return useMutation({
    gcTime: 0,
    mutationFn: async (planned: PlannedVersion) => {
      const checked = await checkVersion(key, planned)
      if ((await readBox()) !== null) return checked
      // The failure is shown at the top of the page.
      scrollTo(0, 0)
      focusTitle()
      return null
    },
  })
}

/** Lets the browser ask before the page is closed while it has changes that are not saved. */
function useLeaveQuestion(isOn: boolean): void {
  useWindowEvent('beforeunload', (event) => {
    if (!isOn) return
    event.preventDefault()
    // Chrome before version 119 asks only when this is set.
    event.returnValue = true
  })
}
