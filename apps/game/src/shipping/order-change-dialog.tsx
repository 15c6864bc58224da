import type { ShippingOrder } from '@coffer/contract/shipping'
import type { ApiFailure, ErrorWords } from '@coffer/web'
import type { ComponentChildren } from 'preact'
import { Dialog } from '../kit/dialog.tsx'
import { FailureWords, referenceOf } from '../kit/failure.tsx'
import { money, plural, t } from '../kit/words.ts'
import { AddressChange } from './address-change.tsx'
import {
  confirmCancel,
  confirmTakeOff,
  dropOrderChange,
  type Line,
  type OrderChange,
  orderChange,
} from './order-change.ts'

/** Refusals that a second try changes nothing about. */
const FINAL = ['SHIPMENT_NOT_CANCELLABLE', 'SHIPMENT_NOT_EDITABLE', 'ORDER_NOT_FOUND', 'INVENTORY_ITEM_NOT_FOUND']

/** Asks before an order is cancelled or something is taken off it, and where it goes instead. */
export function OrderChangeDialog() {
  const now = orderChange.value
  if (!now) return null
  const { wish } = now
  return (
    <Dialog title={titleOf(now)} isWide={wish.is === 'address'} canClose={!now.isWorking} onClose={dropOrderChange}>
      {now.failure && <Refused failure={now.failure} />}
      {wish.is === 'cancel' && <Cancel order={wish.order} now={now} />}
      {wish.is === 'take-off' && <TakeOff order={wish.order} line={wish.line} now={now} />}
      {wish.is === 'address' && <AddressChange order={wish.order} now={now} isOver={isOver(now)} />}
    </Dialog>
  )
}

/** Why something stays on its order, with the amounts that say so; any other refusal in the words of its code. */
function Refused({ failure }: { failure: ApiFailure }) {
  const said = staysBecause(failure)
  return <FailureWords code={failure.code} reference={referenceOf(failure)} {...(said ? { said } : {})} />
}

function staysBecause({ answer }: ApiFailure): ErrorWords | null {
  const { reason, current } = answer?.error ?? {}
  const facts = (current ?? {}) as Record<string, unknown>
  const amount = (name: string) => money(Number(facts[name]), String(facts.currency))
  const next = t('order.takeOff.instead')
  if (reason === 'BELOW_MINIMUM') {
    const amounts = { value: amount('valueMinor'), minimum: amount('minimumMinor') }
    return { what: t('order.takeOff.belowMinimum', amounts), next }
  }
  if (reason !== 'COST_NOT_COVERED') return null
  const amounts = { cost: amount('shippingCostMinor'), paid: amount('paidCostMinor') }
  return { what: t('order.takeOff.notCovered', amounts), next }
}

const isOver = ({ failure }: OrderChange) => failure !== null && FINAL.includes(failure.code)

function titleOf({ wish }: OrderChange): string {
  return wish.is === 'take-off' ? t('order.takeOff.title', { name: wish.line.name }) : t(`order.${wish.is}.title`)
}

function Cancel({ order, now }: { order: ShippingOrder; now: OrderChange }) {
  const { fee } = order
  return (
    <Question
      now={now}
      keep={t('order.cancel.keep')}
      confirm={t(now.isWorking ? 'order.cancel.working' : 'order.cancel.confirm')}
      onConfirm={() => confirmCancel(order)}
    >
      <p>{plural('order.cancel.items', order.items.length)}</p>
      <p>
        {fee
          ? t('order.cancel.fee', { amount: money(fee.amountMinor, fee.currency) })
          : order.shippingCostMinor > 0 && t('order.cancel.noFee')}
      </p>
    </Question>
  )
}

function TakeOff({ order, line, now }: { order: ShippingOrder; line: Line; now: OrderChange }) {
  return (
    <Question
      now={now}
      keep={t('app.cancel')}
      confirm={t(now.isWorking ? 'order.takeOff.working' : 'order.takeOff.confirm')}
      onConfirm={() => confirmTakeOff(order, line)}
    >
      <p>{t('order.takeOff.text')}</p>
      {order.items.length === 1 && <p>{t('order.takeOff.last')}</p>}
    </Question>
  )
}

type QuestionProps = {
  now: OrderChange
  keep: string
  confirm: string
  onConfirm: () => void
  children: ComponentChildren
}

function Question({ now, keep, confirm, onConfirm, children }: QuestionProps) {
  const isAsked = !isOver(now)
  return (
    <>
      {isAsked && <div class="dialog-text">{children}</div>}
      <div class="dialog-actions">
        <button
          type="button"
          class="button"
          data-testid="drop-change"
          disabled={now.isWorking}
          onClick={dropOrderChange}
        >
          {isAsked ? keep : t('order.close')}
        </button>
        {isAsked && (
          <button
            type="button"
            class="button primary"
            data-testid="confirm-change"
            disabled={now.isWorking}
            onClick={onConfirm}
          >
            {confirm}
          </button>
        )}
      </div>
    </>
  )
}
