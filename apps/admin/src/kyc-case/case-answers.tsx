import type { KycCase } from '@coffer/contract/admin'
import { countryName } from '@coffer/web'
import { Paper, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { DOCUMENT_TEXT } from '../text/status.ts'
import { ageOf, day } from '../text/time.ts'
import { Fact, FactList } from '../ui/fact-list.tsx'
import classes from './case.module.css'

/** The data that the player entered. */
export function CaseAnswers({ kycCase }: { kycCase: KycCase }) {
  const { answers, minimumAge, email, locale, isErased } = kycCase
  if (answers === null) return <NoAnswers isErased={isErased} />
  const { details, address, document } = answers
  const age = ageOf(details.dateOfBirth)
  return (
    <>
      <Section title="Person">
        <Fact name="Legal name">{details.legalName}</Fact>
        <Fact name="Date of birth">
          {day(details.dateOfBirth)}
          <Text size="xs" c={age < minimumAge ? 'var(--color-danger)' : 'dimmed'} fw={age < minimumAge ? 600 : 400}>
            {age} years; minimum age {minimumAge}
          </Text>
        </Fact>
        <Fact name="Tax ID">{details.hasNoTaxId ? 'None, according to the player' : details.taxId}</Fact>
      </Section>
      <Section title="Document">
        <Fact name="Kind">{DOCUMENT_TEXT[document.type]}</Fact>
        <Fact name="Number">{document.number}</Fact>
        <Fact name="Expires">
          {document.expiresOn === '' ? 'Does not expire, according to the player' : day(document.expiresOn)}
        </Fact>
        {document.mrz.trim() !== '' && (
          <Fact name="Machine-readable zone" isWide>
            <code className={classes.mrz}>{document.mrz}</code>
          </Fact>
        )}
      </Section>
      <Section title="Address">
        <Fact name="Street">{[address.line1, address.line2].filter(Boolean).join(', ')}</Fact>
        <Fact name="Town">
          {[[address.postalCode, address.city].filter(Boolean).join(' '), address.state].filter(Boolean).join(', ')}
        </Fact>
        <Fact name="Country">{countryName(address.country, 'en')}</Fact>
      </Section>
      <Section title="Contact">
        <Fact name="E-mail">{email === null ? 'None' : <Email address={email} />}</Fact>
        <Fact name="Language">{languageName(locale)}</Fact>
      </Section>
    </>
  )
}

/** The name of a locale, or the locale itself when it is more than a language, a script and a region. */
function languageName(locale: string): string {
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(locale.replaceAll('_', '-')) ?? locale
  } catch {
    return locale
  }
}

/** An address that may break after the @. */
function Email({ address }: { address: string }) {
  const at = address.lastIndexOf('@') + 1
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  )
}

function NoAnswers({ isErased }: { isErased: boolean }) {
  return (
    <Paper withBorder p="md">
      <Title order={2}>Answers</Title>
      <Text>
        {isErased
          ? 'The data of this verification was erased. Its status and decision are kept.'
          : 'The player has not submitted it yet. Answers are shown once it is submitted.'}
      </Text>
    </Paper>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper component="section" withBorder p="md">
      <Title order={2} mb="xs">
        {title}
      </Title>
      <FactList>{children}</FactList>
    </Paper>
  )
}
