import type { AdminBox, AdminBoxVersion } from '@coffer/contract/admin'
import type { ReactNode } from 'react'
import { Choice } from '../list/choice.tsx'
import { versionName, WHOLE_BPS } from '../text/boxes.ts'
import { count, money, percent } from '../text/numbers.ts'
import { date, exactMoment } from '../text/time.ts'
import { Fact, FactList } from '../ui/fact-list.tsx'
import { Section } from '../ui/section.tsx'
import classes from './boxes.module.css'
import { FactComparison } from './fact-comparison.tsx'
import { PublishedOdds } from './published-odds.tsx'
import { inOrder, type VersionPair } from './version-order.ts'

type Props = {
  box: AdminBox
  version: AdminBoxVersion
  /** The version that it is compared with; null for none. */
  comparedId: number | null
  /** Null while it is not read. */
  compared: AdminBoxVersion | null
  onChoose: (id: number | null) => void
  /** Further buttons. */
  buttons?: ReactNode
}

/** The facts of a version, next to those of another one. */
export function VersionFactSection({ box, version, comparedId, compared, onChoose, buttons }: Props) {
  return (
    <Section
      title="Facts"
      buttons={
        <>
          {buttons}
          <PublishedOdds boxVersionId={version.boxVersionId} />
        </>
      }
    >
      <div className={classes.choice}>
        <Choice
          label="Compare with"
          value={comparedId === null ? '' : `${comparedId}`}
          allLabel="No comparison"
          options={optionsOf(box, version, comparedId, compared)}
          onChange={(value) => onChoose(value === '' ? null : Number(value))}
        />
      </div>
      {compared === null ? <Facts version={version} /> : <ComparedFacts pair={inOrder(version, compared)} />}
    </Section>
  )
}

/** The other versions. The chosen one is offered also when it is older than those of the box that are shown. */
function optionsOf(
  { versions }: AdminBox,
  version: AdminBoxVersion,
  id: number | null,
  compared: AdminBoxVersion | null,
) {
  const others = versions.filter(({ boxVersionId }) => boxVersionId !== version.boxVersionId)
  const options = others.map((one) => ({ value: `${one.boxVersionId}`, label: optionText(one) }))
  if (id === null || options.some(({ value }) => value === `${id}`)) return options
  return [...options, { value: `${id}`, label: compared === null ? 'Another version' : optionText(compared) }]
}

function optionText(version: { readonly versionNumber: number; readonly publishedAt: string }): string {
  return `${versionName(version)}, ${date(version.publishedAt)}`
}

/** `isTime`: every version has another, so that a difference is no change. */
type FactRow = { readonly name: string; readonly textOf: (version: AdminBoxVersion) => string; readonly isTime?: true }

const FACTS: readonly FactRow[] = [
  { name: 'Price', textOf: ({ priceMinor, currency }) => money(priceMinor, currency) },
  { name: 'RTP', textOf: ({ rtpBps }) => percent(rtpBps) },
  { name: 'House edge', textOf: ({ rtpBps }) => percent(WHOLE_BPS - rtpBps) },
  { name: 'Largest prize', textOf: ({ maxPrizeMinor, currency }) => money(maxPrizeMinor, currency) },
  { name: 'Prizes', textOf: ({ prizeCount }) => count(prizeCount) },
  { name: 'Published', textOf: ({ publishedAt }) => exactMoment(publishedAt), isTime: true },
]

function Facts({ version }: { version: AdminBoxVersion }) {
  return (
    <FactList>
      {FACTS.map(({ name, textOf }) => (
        <Fact key={name} name={name}>
          {textOf(version)}
        </Fact>
      ))}
    </FactList>
  )
}

function ComparedFacts({ pair: { from, to } }: { pair: VersionPair }) {
  const facts = FACTS.map(({ name, textOf, isTime }) => ({ name, from: textOf(from), to: textOf(to), isTime }))
  return <FactComparison from={versionName(from)} to={versionName(to)} facts={facts} />
}
