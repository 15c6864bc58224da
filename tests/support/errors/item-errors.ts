import { itemsAs } from '../admin-items.ts'
import { ofPage, type ProvokersOf } from './refused.ts'
import { type ErrorStage, signInOwner } from './stage.ts'

const UNKNOWN_ID = 999_999

/** Refusals of changes of items in the admin. */
export const itemErrors = {
  ITEM_CHANGED: {
    admin: async (stage) => {
      const { items, key, owner } = await startItems(stage)
      return ofPage(await items.stock(key, { stock: 1, before: 2 }, owner))
    },
  },
  VALUES_CHANGED: {
    admin: async (stage) => {
      const { items, key, owner } = await startItems(stage)
      return ofPage(await items.setFile(`item,valueMinor\n${key},1`, owner, 'of another preview'))
    },
  },
  HELD_VALUE_NOT_WAITING: {
    admin: async (stage) => {
      const { items, key, owner } = await startItems(stage)
      return ofPage(await items.decide(key, 'approve', owner, UNKNOWN_ID))
    },
  },
  SECOND_PERSON_REQUIRED: {
    admin: async (stage) => {
      const { items, key, owner } = await startItems(stage)
      const { valueMinor } = await items.read(key)
      await items.setValue(key, valueMinor * 1000)
      return ofPage(await items.decide(key, 'approve', owner))
    },
  },
} satisfies ProvokersOf

async function startItems(stage: ErrorStage) {
  const owner = await signInOwner(stage)
  const [key] = Object.keys(stage.usual.items)
  const items = itemsAs(
    () => stage.usual,
    () => owner,
  )
  return { owner, key: key!, items }
}
