import type { AdminItem } from '@coffer/contract/admin'
import { mayDo } from '@coffer/contract/permissions'
import { Group } from '@mantine/core'
import { useState } from 'react'
import { useStaff } from '../session/session.tsx'
import { isGoods } from '../text/items.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Overview } from '../ui/overview.tsx'
import { Section } from '../ui/section.tsx'
import { useCurrentDialog } from '../ui/use-current-dialog.ts'
import { CostDialog } from './cost-dialog.tsx'
import { ItemFacts } from './item-facts.tsx'
import { ItemPictureDialog } from './item-picture-dialog.tsx'
import { Metadata } from './metadata.tsx'
import { StockDialog } from './stock-dialog.tsx'
import type { ItemKey } from './use-item.ts'
import { ValueDialog } from './value-dialog.tsx'

type Props = {
  item: AdminItem
  itemKey: ItemKey
  /** Reads the item again; null when that failed. */
  read: () => Promise<AdminItem | null>
  /** Called with the result of a change, and with null when one begins. */
  onResult: (result: string | null) => void
}

/** The item, and buttons that change it. */
export function ItemSection(props: Props) {
  const { item } = props
  return (
    <Section title="Item">
      <Overview imageUrl={item.imageUrl}>
        <ItemFacts item={item} />
      </Overview>
      {item.metadata !== null && <Metadata metadata={item.metadata} />}
      <Actions {...props} />
    </Section>
  )
}

const DIALOGS = { value: ValueDialog, stock: StockDialog, cost: CostDialog, picture: ItemPictureDialog }
const LABELS = {
  value: 'Change value…',
  stock: 'Change stock…',
  cost: 'Change shipping cost…',
  picture: 'Change picture…',
}
type Action = keyof typeof DIALOGS

/** One dialog at a time, which opens on the current item. */
function Actions({ item, itemKey, read, onResult }: Props) {
  const { roles } = useStaff()
  const [action, setAction] = useState<Action>('value')
  const { opened, isOpening, open, close } = useCurrentDialog(read)
  const mayManage = mayDo(roles, 'items.manage')
  const actions: readonly Action[] = [
    ...(mayManage ? ['value' as const] : []),
    ...(mayDo(roles, 'items.stock') && isGoods(item) ? ['stock' as const] : []),
    ...(mayManage && item.type === 'physical' ? ['cost' as const] : []),
    ...(mayManage ? ['picture' as const] : []),
  ]
  const start = async (next: Action) => {
    onResult(null)
    setAction(next)
    // The failure is shown at the top of the page.
    if (!(await open())) scrollTo(0, 0)
  }
  const finish = (result: string) => {
    close()
    onResult(result)
  }
  const Dialog = DIALOGS[action]
  return (
    <>
      {actions.length > 0 && (
        <Group gap="xs">
          {actions.map((one) => (
            <ActionButton key={one} variant="default" isBusy={isOpening} onClick={() => void start(one)}>
              {LABELS[one]}
            </ActionButton>
          ))}
        </Group>
      )}
      {opened !== null && <Dialog item={opened} itemKey={itemKey} onClose={close} onDone={finish} />}
    </>
  )
}
