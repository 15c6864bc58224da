import type { AdminHeldValue, AdminItem } from '@coffer/contract/admin'
import { mayDo } from '@coffer/contract/permissions'
import { Alert, Text } from '@mantine/core'
import { useStaff } from '../session/session.tsx'
import { VALUE_STATUS_TEXT } from '../text/items.ts'
import { money } from '../text/numbers.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Actor } from '../ui/actor.tsx'
import { Fact, FactList } from '../ui/fact-list.tsx'
import { Moment } from '../ui/moment.tsx'
import { focusTitle } from '../ui/screen-title.tsx'
import { Section } from '../ui/section.tsx'
import { useCurrentDialog } from '../ui/use-current-dialog.ts'
import { ApproveDialog } from './approve-dialog.tsx'
import { DeclineDialog } from './decline-dialog.tsx'
import type { ItemKey } from './use-item.ts'
import { isWaiting } from './waiting-item.ts'

type Props = {
  item: AdminItem
  itemKey: ItemKey
  /** Reads the item again; null when that failed. */
  read: () => Promise<AdminItem | null>
  /** Called with the result of a decision, and with null when one begins. */
  onResult: (result: string | null) => void
}

/** The value that waits for a second person. */
export function HeldValueSection({ item, itemKey, read, onResult }: Props) {
  const readWaiting = async () => {
    const current = await read()
    if (current === null) return null
    if (isWaiting(current)) return current
    onResult('The value no longer waits for approval.')
    return null
  }
  const approval = useCurrentDialog(readWaiting)
  const decline = useCurrentDialog(readWaiting)
  const open = async (dialog: typeof approval) => {
    onResult(null)
    if (await dialog.open()) return
    // A failure is shown at the top of the page. The button may be gone.
    scrollTo(0, 0)
    focusTitle()
  }
  const finish = (dialog: typeof approval, text: string) => {
    dialog.close()
    onResult(text)
  }
  // The dialogs stay open while they show that the value no longer waits.
  return (
    <>
      {isWaiting(item) && (
        <Section
          title={item.heldValue.isOutdated ? 'Outdated request' : VALUE_STATUS_TEXT.waiting}
          buttons={
            <Buttons
              held={item.heldValue}
              isOpening={approval.isOpening || decline.isOpening}
              onApprove={() => void open(approval)}
              onDecline={() => void open(decline)}
            />
          }
        >
          <HeldValue held={item.heldValue} />
        </Section>
      )}
      {approval.opened !== null && (
        <ApproveDialog
          item={approval.opened}
          itemKey={itemKey}
          onClose={approval.close}
          onDone={(text) => finish(approval, text)}
        />
      )}
      {decline.opened !== null && (
        <DeclineDialog
          item={decline.opened}
          itemKey={itemKey}
          onClose={decline.close}
          onDone={(text) => finish(decline, text)}
        />
      )}
    </>
  )
}

function HeldValue({ held }: { held: AdminHeldValue }) {
  const { fromMinor, valueMinor, currency, askedAt, expiresAt, reason, isOwn, isOutdated } = held
  return (
    <>
      <Text>
        {money(valueMinor, currency)} instead of {money(fromMinor, currency)}.
      </Text>
      <FactList>
        <Fact name="Asked by">
          <Actor {...held} />
        </Fact>
        <Fact name="Asked">
          <Moment at={askedAt} isExact />
        </Fact>
        <Fact name="Expires">
          <Moment at={expiresAt} isExact />
        </Fact>
        <Fact name="Reason">{reason ?? '–'}</Fact>
      </FactList>
      {isOutdated && (
        <Alert color="bad" role="group" title="The value in force has changed since.">
          This value can no longer be approved.
        </Alert>
      )}
      {!isOutdated && isOwn && <Text>An owner or a platform administrator other than you must approve it.</Text>}
    </>
  )
}

type ButtonProps = { held: AdminHeldValue; isOpening: boolean; onApprove: () => void; onDecline: () => void }

function Buttons({ held: { isOwn, isOutdated }, isOpening, onApprove, onDecline }: ButtonProps) {
  const { roles } = useStaff()
  return (
    <>
      {mayDo(roles, 'items.approve') && !isOwn && !isOutdated && (
        <ActionButton isBusy={isOpening} onClick={onApprove}>
          Approve…
        </ActionButton>
      )}
      {mayDo(roles, 'items.manage') && (
        <ActionButton variant="default" isBusy={isOpening} onClick={onDecline}>
          {isOwn ? 'Withdraw…' : 'Decline…'}
        </ActionButton>
      )}
    </>
  )
}
