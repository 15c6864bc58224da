import type { KycCase } from '@coffer/contract/admin'
import { countryName } from '@coffer/web'
import type { ComponentChildren } from 'preact'
import { DOCUMENT_WORDS } from '../words/status.ts'
import { ageOf, day } from '../words/time.ts'

/** What the player stated. */
export function CaseAnswers({ found }: { found: KycCase }) {
  const { answers, minimumAge, email, locale } = found
  if (answers === null) return <NoAnswers found={found} />
  const { details, address, document } = answers
  const age = ageOf(details.dateOfBirth)
  return (
    <>
      <Group title="Person">
        <Fact name="Legal name">{details.legalName}</Fact>
        <Fact name="Date of birth">
          {day(details.dateOfBirth)}{' '}
          <span class={age < minimumAge ? 'too-young' : 'muted'}>
            {age} years; here {minimumAge} or older
          </span>
        </Fact>
        <Fact name="Tax id">{details.hasNoTaxId ? 'Has none, as the player says' : details.taxId}</Fact>
      </Group>
      <Group title="Document">
        <Fact name="Kind">{DOCUMENT_WORDS[document.type]}</Fact>
        <Fact name="Number">{document.number}</Fact>
        <Fact name="Expires">
          {document.expiresOn === '' ? 'Does not expire, as the player says' : day(document.expiresOn)}
        </Fact>
        {document.mrz.trim() !== '' && (
          <Fact name="Machine lines">
            <code class="mrz">{document.mrz}</code>
          </Fact>
        )}
      </Group>
      <Group title="Address">
        <Fact name="Street">{[address.line1, address.line2].filter(Boolean).join(', ')}</Fact>
        <Fact name="Town">
          {[[address.postalCode, address.city].filter(Boolean).join(' '), address.state].filter(Boolean).join(', ')}
        </Fact>
        <Fact name="Country">{countryName(address.country, 'en')}</Fact>
      </Group>
      <Group title="Contact">
        <Fact name="E-mail">{email === null ? 'None' : <Email address={email} />}</Fact>
        <Fact name="Language">{languageName(locale)}</Fact>
      </Group>
    </>
  )
}

/** A locale in words, or as the casino wrote it where it is more than a language, a script and a region. */
function languageName(locale: string): string {
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(locale.replaceAll('_', '-')) ?? locale
  } catch {
    return locale
  }
}

/** Breaks behind the @, where it is too long for a line. */
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

function NoAnswers({ found: { isErased } }: { found: KycCase }) {
  return (
    <Group title="Answers">
      <Fact name="None">
        {isErased
          ? 'What the player handed in was erased. The verification itself stays, for the record.'
          : 'The player is still filling this in. What they typed is nobody’s business until they hand it in.'}
      </Fact>
    </Group>
  )
}

function Group({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="card">
      <h2 class="small-title">{title}</h2>
      <dl class="facts">{children}</dl>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
