import { boxesAs } from '../admin-boxes.ts'
import { ofPage, type ProvokersOf } from './refused.ts'
import { signInOwner } from './stage.ts'

/** Refusals of changes of boxes in the admin. */
export const boxErrors = {
  BOX_CHANGED: {
    admin: async (stage) => {
      const owner = await signInOwner(stage)
      const [key] = Object.keys(stage.usual.boxes)
      const boxes = boxesAs(
        () => stage.usual,
        () => owner,
      )
      await boxes.archive(key!)
      const answer = await boxes.restore(key!, owner, null)
      await boxes.restore(key!)
      return ofPage(answer)
    },
  },
} satisfies ProvokersOf
