import type { AdminOrder } from '@coffer/contract/admin'
import { countryName } from '@coffer/web'
import { Button, Text } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { Fact, FactList } from '../ui/fact-list.tsx'
import { Moment } from '../ui/moment.tsx'
import { Section } from '../ui/section.tsx'
import { addressLines, mailPath } from './address-text.ts'
import classes from './orders.module.css'

/** The address and the contact of an order; of an erased one only the country. */
export function ShipToSection({ order: { address, contact, userNotes, erasedAt } }: { order: AdminOrder }) {
  if (erasedAt !== undefined) {
    return (
      <Section title="Ship to">
        <Text>
          The personal data was erased <Moment at={erasedAt} />. Only the country is kept.
        </Text>
        <FactList>
          <Fact name="Country">{countryName(address.country, 'en')}</Fact>
        </FactList>
      </Section>
    )
  }
  const text = addressLines(address).join('\n')
  return (
    <Section title="Ship to">
      <address className={classes.address}>{text}</address>
      <CopyAddress text={text} />
      <FactList>
        <Fact name="E-mail">
          <a className={classes.link} href={mailPath(contact.email)}>
            {contact.email}
          </a>
        </Fact>
        {address.phone !== null && <Fact name="Phone">{address.phone}</Fact>}
        {userNotes !== null && (
          <Fact name="Delivery note">
            <span className={classes.note}>{userNotes}</span>
          </Fact>
        )}
      </FactList>
    </Section>
  )
}

function CopyAddress({ text }: { text: string }) {
  const clipboard = useClipboard()
  return (
    <div>
      <Button variant="default" onClick={() => clipboard.copy(text)}>
        {clipboard.copied ? 'Copied' : 'Copy address'}
      </Button>
      <Text role="status" c="dimmed">
        {clipboard.copied && 'The address was copied.'}
        {clipboard.error && 'The browser did not allow copying. Select the address and copy it.'}
      </Text>
    </div>
  )
}
