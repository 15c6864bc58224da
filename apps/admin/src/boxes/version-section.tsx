import type { AdminBox, AdminVersionHead } from '@coffer/contract/admin'
import { Text } from '@mantine/core'
import { Link } from 'wouter'
import { versionName } from '../text/boxes.ts'
import { count, money, percent } from '../text/numbers.ts'
import { Chip } from '../ui/chip.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Moment } from '../ui/moment.tsx'
import { NameCell } from '../ui/name-cell.tsx'
import { Section } from '../ui/section.tsx'

type Props = {
  box: AdminBox
  /** The state of the list in the address. */
  queryString: string
}

/** The newest versions of a box. */
export function VersionSection({ box, queryString }: Props) {
  const { versions, versionCount } = box
  return (
    <Section title="Versions">
      {versions.length === 0 ? (
        <Text>No versions yet. Publish one with Set price and prizes, or import the box with prizes.</Text>
      ) : (
        <DataTable
          isInset
          label="Versions"
          columns={columnsOf(box, queryString)}
          rows={versions}
          keyOf={({ boxVersionId }) => boxVersionId}
        />
      )}
      {versions.length < versionCount && (
        <Text c="dimmed">
          The newest {count(versions.length)} of {count(versionCount)} versions are shown.
        </Text>
      )}
    </Section>
  )
}

function columnsOf({ boxId, live }: AdminBox, queryString: string): readonly Column<AdminVersionHead>[] {
  return [
    {
      key: 'version',
      label: 'Version',
      cell: (version) => (
        <NameCell chips={version.boxVersionId === live?.boxVersionId && <Chip>Live</Chip>}>
          <Link href={`/boxes/${boxId}/versions/${version.boxVersionId}${queryString}`}>{versionName(version)}</Link>
        </NameCell>
      ),
    },
    { key: 'published', label: 'Published', cell: ({ publishedAt }) => <Moment at={publishedAt} /> },
    { key: 'price', label: 'Price', isNumber: true, cell: ({ priceMinor, currency }) => money(priceMinor, currency) },
    { key: 'rtp', label: 'RTP', isNumber: true, cell: ({ rtpBps }) => percent(rtpBps) },
    {
      key: 'largest',
      label: 'Largest prize',
      isNumber: true,
      cell: ({ maxPrizeMinor, currency }) => money(maxPrizeMinor, currency),
    },
    { key: 'prizes', label: 'Prizes', isNumber: true, cell: ({ prizeCount }) => count(prizeCount) },
  ]
}
