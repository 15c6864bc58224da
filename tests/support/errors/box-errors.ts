import { convertOperator } from '@coffer/service/administration'
import { boxesAs } from '../admin-boxes.ts'
import { startDesk } from '../staff.ts'
import type { TestOperator } from '../world.ts'
import { ofPage, type ProvokersOf } from './refused.ts'
import { type ErrorStage, otherOperator, signInOwner } from './stage.ts'

/** Refusals of changes of boxes in the admin. */
export const boxErrors = {
  BOX_CHANGED: {
    admin: async (stage) => {
      const { boxes, key, desk } = boxesOf(stage.usual, await signInOwner(stage))
      await boxes.archive(key)
      const answer = await boxes.restore(key, desk, null)
      await boxes.restore(key)
      return ofPage(answer)
    },
  },
} satisfies ProvokersOf

/** The operator is converted while a box is archived. */
export async function restoreOtherCurrency(stage: ErrorStage) {
  const operator = otherOperator(stage, 'moving')
  const { ctx } = stage.world.service
  const owner = await startDesk(stage.world, `${stage.fresh()}@staff.example`, ['owner'], operator)
  const { boxes, key } = boxesOf(operator, owner)
  await boxes.archive(key)
  await convertOperator(ctx, operator.operatorId, 'USD', { actor: 'test', allowRtpOutside: true })
  const message = 'the live version has prices in EUR, and the operator has USD'
  return ofPage(await boxes.restore(key), { error: { fields: { boxVersionId: [message] } } })
}

function boxesOf(operator: TestOperator, desk: Awaited<ReturnType<typeof startDesk>>) {
  const [key] = Object.keys(operator.boxes)
  const boxes = boxesAs(
    () => operator,
    () => desk,
  )
  return { boxes, key: key!, desk }
}
