import type { AdminOrder } from '@coffer/contract/admin'
import type { ReactNode } from 'react'
import { money } from '../text/numbers.ts'
import { isWebAddress } from '../text/shipping.ts'
import { Fact, FactList } from '../ui/fact-list.tsx'
import { Moment } from '../ui/moment.tsx'
import { Section } from '../ui/section.tsx'
import classes from './orders.module.css'
import { refundText } from './refund-text.ts'

/** The tracking of an order, and when it arrived. */
export function ShippingSection({ order }: { order: AdminOrder }) {
  const { carrier, trackingNumber, trackingUrl, deliveredAt, replacementsSentAt } = order
  return (
    <Section title="Shipping">
      <Facts>
        <Fact name="Carrier">{carrier ?? 'None'}</Fact>
        <Fact name="Tracking number">
          <Tracking number={trackingNumber} url={trackingUrl} />
        </Fact>
        {deliveredAt !== null && (
          <Fact name="Delivered">
            <Moment at={deliveredAt} isExact />
          </Fact>
        )}
        {replacementsSentAt !== null && (
          <Fact name="Replacement shipped">
            <Moment at={replacementsSentAt} isExact />
          </Fact>
        )}
      </Facts>
    </Section>
  )
}

/** The shipping costs of an order, the fee of the player, and its refund. */
export function CostSection({ order }: { order: AdminOrder }) {
  const { shippingCostMinor, realizedTotalCostMinor, currency, fee, refundState } = order
  return (
    <Section title="Costs">
      <Facts>
        <Fact name="Shipping cost (by the catalogue)">{money(shippingCostMinor, currency)}</Fact>
        <Fact name="Fee paid by the player">{fee === null ? 'None' : money(fee.amountMinor, fee.currency)}</Fact>
        {refundState !== null && <Fact name="Refund">{refundText(refundState)}</Fact>}
        <Fact name="Actual shipping cost">
          {realizedTotalCostMinor === null ? 'Not recorded' : money(realizedTotalCostMinor, currency)}
        </Fact>
      </Facts>
    </Section>
  )
}

/** The tracking number, linked to the page of the carrier if there is one. */
function Tracking({ number, url }: { number: string | null; url: string | null }) {
  if (url === null || !isWebAddress(url)) return number ?? 'None'
  return (
    <a className={classes.link} href={url} target="_blank" rel="noreferrer">
      <span>
        {number ?? url}
        <span className="visually-hidden"> (opens in a new tab)</span>
      </span>
    </a>
  )
}

/** Facts whose names are long. */
function Facts({ children }: { children: ReactNode }) {
  return (
    <div className={classes.facts}>
      <FactList>{children}</FactList>
    </div>
  )
}
