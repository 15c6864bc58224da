import type { AdminItem } from '@coffer/contract/admin'
import { mayDo } from '@coffer/contract/permissions'
import { Group } from '@mantine/core'
import { useState } from 'react'
import { useStaff } from '../session/session.tsx'
import { hasStock } from '../text/items.ts'
import { ActionResult } from '../ui/action-result.tsx'
import { Section } from '../ui/section.tsx'
import { CostDialog } from './cost-dialog.tsx'
import { ItemAction } from './item-action.tsx'
import { ItemFacts } from './item-facts.tsx'
import { externalPicture, ItemPicture } from './item-picture.tsx'
import classes from './items.module.css'
import { Metadata } from './metadata.tsx'
import { StockDialog } from './stock-dialog.tsx'
import type { ItemKey } from './use-item.ts'
import { ValueDialog } from './value-dialog.tsx'

const PICTURE_SIZE = 160

type Props = {
  item: AdminItem
  itemKey: ItemKey
  /** Reads the item again; null when that failed. */
  read: () => Promise<AdminItem | null>
}

/** The item, buttons that change it, and the result of the viewer's last change. */
export function ItemSection({ item, itemKey, read }: Props) {
  const [result, setResult] = useState<string | null>(null)
  const picture = externalPicture(item.imageUrl)
  return (
    <Section title="Item">
      <ActionResult>{result}</ActionResult>
      <div className={classes.overview}>
        <div>
          <ItemPicture key={item.imageUrl} imageUrl={item.imageUrl} size={PICTURE_SIZE} />
          {picture !== null && (
            <a className="text-link" href={picture} target="_blank" rel="noreferrer noopener">
              Open the picture
            </a>
          )}
        </div>
        <ItemFacts item={item} />
      </div>
      {item.metadata !== null && <Metadata metadata={item.metadata} />}
      <Actions item={item} itemKey={itemKey} read={read} onResult={setResult} />
    </Section>
  )
}

/** `onResult`: called with the result of a change, and with null when one begins. */
function Actions({ item, itemKey, read, onResult }: Props & { onResult: (result: string | null) => void }) {
  const { roles } = useStaff()
  const mayManage = mayDo(roles, 'items.manage')
  const mayStock = mayDo(roles, 'items.stock') && hasStock(item)
  if (!mayManage && !mayStock) return null
  const action = { read, onResult }
  return (
    <Group gap="xs">
      {mayManage && (
        <ItemAction {...action} label="Change value…">
          {(dialog) => <ValueDialog {...dialog} itemKey={itemKey} />}
        </ItemAction>
      )}
      {mayStock && (
        <ItemAction {...action} label="Change stock…">
          {(dialog) => <StockDialog {...dialog} itemKey={itemKey} />}
        </ItemAction>
      )}
      {mayManage && item.type === 'physical' && (
        <ItemAction {...action} label="Change shipping cost…">
          {(dialog) => <CostDialog {...dialog} itemKey={itemKey} />}
        </ItemAction>
      )}
    </Group>
  )
}
