import type { AdminBoxVersion } from '@coffer/contract/admin'
import { Checkbox, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { Section } from '../ui/section.tsx'
import { compareVersions, type VersionPrizes } from './compare-versions.ts'
import { ComparisonTable } from './comparison-table.tsx'
import { comparisonText } from './comparison-text.ts'
import { PrizeTable } from './prize-table.tsx'
import { inOrder } from './version-order.ts'

type Props = { version: AdminBoxVersion; operator: string | null }

/** The prizes of a version. */
export function PrizeSection({ version, operator }: Props) {
  return (
    <Section title="Prizes">
      <PrizeTable version={version} operator={operator} />
    </Section>
  )
}

/** Differences between the prizes of two versions, from the older to the newer. */
export function PrizeComparisonSection({ version, compared, operator }: Props & { compared: AdminBoxVersion }) {
  const { from, to } = inOrder(version, compared)
  return (
    <Section title="Prizes">
      <PrizeComparison
        {...{ from, to, operator }}
        names={`From version ${from.versionNumber} to version ${to.versionNumber}`}
      />
    </Section>
  )
}

type ComparisonProps = {
  from: VersionPrizes
  to: VersionPrizes
  /** The names of both, as the beginning of a sentence, such as "From version 1 to version 2". */
  names: string
  operator: string | null
  /** Label of the values. Omitted: those as published. */
  valueLabel?: string
  /** True where leaving the screen would discard what the viewer has entered. */
  opensNewTabs?: boolean
}

/** Differences between the prizes of two versions. */
export function PrizeComparison({ from, to, names, ...table }: ComparisonProps) {
  const [showsSame, setShowsSame] = useState(false)
  const rows = useMemo(() => compareVersions(from, to), [from, to])
  const changed = rows.filter(({ change }) => change !== 'same')
  if (changed.length === 0) {
    return (
      <>
        <Text>The prizes are the same.</Text>
        <PrizeTable version={to} {...table} />
      </>
    )
  }
  return (
    <>
      <Text>
        {names}: {comparisonText(rows)}
      </Text>
      {from.currency !== to.currency && <Text>The versions have prices in different currencies.</Text>}
      {changed.length < rows.length && (
        <Checkbox
          label="Show unchanged prizes"
          checked={showsSame}
          onChange={({ currentTarget }) => setShowsSame(currentTarget.checked)}
        />
      )}
      <ComparisonTable from={from} to={to} rows={showsSame ? rows : changed} {...table} />
    </>
  )
}
