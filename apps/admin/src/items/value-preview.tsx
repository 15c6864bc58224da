import type { AdminItem, ItemValuePreview } from '@coffer/contract/admin'
import { Text } from '@mantine/core'
import { count, countOf, money, percent } from '../text/numbers.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import classes from './items.module.css'
import { MoreBoxes } from './more-boxes.tsx'

type BoxEffect = ItemValuePreview['boxes'][number]
type VaultEffect = ItemValuePreview['vaults'][number]

/** Effects of another value: on boxes, on collectibles in vaults and on the Upgrader. */
export function ValuePreview({ preview, item }: { preview: ItemValuePreview; item: AdminItem }) {
  const { fromMinor, valueMinor, currency, boxCount, boxes, vaults, isUpgraderPrize } = preview
  return (
    <>
      <Text>
        Value: from {money(fromMinor, currency)} to {money(valueMinor, currency)}.
      </Text>
      <h3 className={classes.caption}>Boxes</h3>
      {boxes.length === 0 ? (
        <Text>No box contains this item.</Text>
      ) : (
        <>
          <DataTable isInset label="Effect on boxes" columns={BOX_COLUMNS} rows={boxes} keyOf={({ boxId }) => boxId} />
          <MoreBoxes shown={boxes.length} all={boxCount} />
        </>
      )}
      <h3 className={classes.caption}>In vaults</h3>
      {vaults.length === 0 ? (
        <Text>
          {item.isCollectible
            ? 'No collectible of this kind is in a vault.'
            : 'Items in vaults keep the value at which they were won.'}
        </Text>
      ) : (
        <ul className={classes.effects}>
          {vaults.map((vault) => (
            <li key={vault.currency}>{vaultText(vault)}</li>
          ))}
        </ul>
      )}
      {isUpgraderPrize && (
        <>
          <h3 className={classes.caption}>Upgrader</h3>
          <Text>Players can win this item in the Upgrader. Its chances follow the new value immediately.</Text>
        </>
      )}
    </>
  )
}

const BOX_COLUMNS: readonly Column<BoxEffect>[] = [
  { key: 'box', label: 'Box', cell: ({ name }) => <span className={classes.cell}>{name}</span> },
  { key: 'before', label: 'RTP now', isNumber: true, cell: ({ currentRtpBps }) => percent(currentRtpBps) },
  { key: 'after', label: 'RTP after', isNumber: true, cell: ({ newRtpBps }) => percent(newRtpBps) },
  { key: 'effect', label: 'Effect', cell: (box) => effectsOf(box).join(', ') || '–' },
]

function effectsOf({ isUnprofitable, willBeUnprofitable, isPaused, willBePaused }: BoxEffect): string[] {
  return [
    ...(willBeUnprofitable && !isUnprofitable ? ['will be unprofitable'] : []),
    ...(isUnprofitable && !willBeUnprofitable ? ['no longer unprofitable'] : []),
    ...(willBePaused && !isPaused ? ['goes off sale'] : []),
    ...(isPaused && !willBePaused ? ['comes back on sale'] : []),
  ]
}

function vaultText(vault: VaultEffect): string {
  const { currency, itemCount, valueMinor, newValueMinor, cashbackMinor, newCashbackMinor } = vault
  const items = countOf(itemCount, { one: 'item', many: 'items' })
  const value = `value from ${money(valueMinor, currency)} to ${money(newValueMinor, currency)}`
  const cashback = `cashback from ${money(cashbackMinor, currency)} to ${money(newCashbackMinor, currency)}`
  return `${items} in ${currency}: ${value}, ${cashback}.${notPaidText(vault)}`
}

function notPaidText({ notPaidCount, willNotBePaidCount }: VaultEffect): string {
  if (notPaidCount === willNotBePaidCount) return ''
  const later = countOf(willNotBePaidCount, { one: 'item', many: 'items' })
  return ` Cashback will pay nothing for ${later} (now: ${count(notPaidCount)}).`
}
