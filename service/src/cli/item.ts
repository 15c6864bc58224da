import type { Command } from 'commander'
import { addItemDeliver } from './item-deliver.ts'
import { addItemHeld } from './item-held.ts'
import { addItemStock } from './item-stock.ts'
import { addItemValues } from './item-values.ts'

export function addItem(program: Command): void {
  const item = program.command('item').description('items in the catalogue and in vaults')
  addItemDeliver(item)
  addItemValues(item)
  addItemHeld(item)
  addItemStock(item)
}
