import type { ItemValuePreview } from '@coffer/contract/admin'
import { Text } from '@mantine/core'
import { AllowedLink } from '../list/allowed-link.tsx'
import { useChosenOperator } from '../list/use-chosen-operator.ts'
import { count, countOf, money, percent } from '../text/numbers.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import classes from './items.module.css'
import { MoreBoxes } from './more-boxes.tsx'

type BoxEffect = ItemValuePreview['boxes'][number]
type VaultEffect = ItemValuePreview['vaults'][number]

type Props = Pick<ItemValuePreview, 'boxes' | 'boxCount' | 'vaults'> & {
  /** Shown when no box contains the items. */
  withoutBoxes: string
  /** Shown when no vault is affected. */
  withoutVaults: string
  /** The effect on the Upgrader; null when there is none. */
  upgrader: string | null
}

/** Effects of other values: on boxes, on collectibles in vaults and on the Upgrader. */
export function ValueEffects({ boxes, boxCount, vaults, withoutBoxes, withoutVaults, upgrader }: Props) {
  const { operator } = useChosenOperator()
  return (
    <>
      <h3 className={classes.caption}>Boxes</h3>
      {boxes.length === 0 ? (
        <Text>{withoutBoxes}</Text>
      ) : (
        <>
          <DataTable
            isInset
            label="Effect on boxes"
            columns={boxColumns(operator)}
            rows={boxes}
            keyOf={({ boxId }) => boxId}
          />
          <MoreBoxes shown={boxes.length} all={boxCount} />
        </>
      )}
      <h3 className={classes.caption}>In vaults</h3>
      {vaults.length === 0 ? (
        <Text>{withoutVaults}</Text>
      ) : (
        <ul className={classes.effects}>
          {vaults.map((vault) => (
            <li key={vault.currency}>{vaultText(vault)}</li>
          ))}
        </ul>
      )}
      {upgrader !== null && (
        <>
          <h3 className={classes.caption}>Upgrader</h3>
          <Text>{upgrader}</Text>
        </>
      )}
    </>
  )
}

function boxColumns(operator: string | null): readonly Column<BoxEffect>[] {
  return [
    {
      key: 'box',
      label: 'Box',
      cell: ({ boxId, name }) => (
        <span className={classes.cell}>
          <AllowedLink path={`/boxes/${boxId}`} permission="boxes.read" operator={operator} isInNewTab>
            {name}
          </AllowedLink>
        </span>
      ),
    },
    { key: 'before', label: 'RTP now', isNumber: true, cell: ({ currentRtpBps }) => percent(currentRtpBps) },
    { key: 'after', label: 'RTP after', isNumber: true, cell: ({ newRtpBps }) => percent(newRtpBps) },
    { key: 'effect', label: 'Effect', cell: (box) => effectsOf(box).join(', ') || '–' },
  ]
}

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
