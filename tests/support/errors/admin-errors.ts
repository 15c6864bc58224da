import { s2sRoutes } from '@coffer/contract/s2s'
import { createStaff, disableStaff } from '../../../service/src/staff/index.ts'
import { knock } from '../door.ts'
import { type ProvokersOf, refused } from './refused.ts'
import type { ErrorStage } from './stage.ts'

/** Refusals of single sign-on. */
export const adminErrors = {
  ADMIN_IDENTITY_CONFLICT: {
    s2s: async (stage) => {
      const email = `${stage.fresh()}@staff.example`
      await requestLink(stage, { adminExternalId: stage.fresh(), email })
      return refused(await requestLink(stage, { adminExternalId: stage.fresh(), email }))
    },
  },
  ADMIN_USER_DISABLED: {
    s2s: async (stage) => {
      const { ctx } = stage.world.service
      const email = `${stage.fresh()}@staff.example`
      const employer = { operatorId: stage.usual.operatorId, actor: 'test' }
      await createStaff(ctx, { email, roles: ['viewer'] }, employer)
      await disableStaff(ctx, { email }, employer)
      return refused(await requestLink(stage, { adminExternalId: stage.fresh(), email }))
    },
  },
} satisfies ProvokersOf

function requestLink({ world, usual }: ErrorStage, body: object) {
  return knock(world, s2sRoutes.createAdminSsoLink, usual, { body })
}
