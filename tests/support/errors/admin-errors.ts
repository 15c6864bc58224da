import { s2sRoutes } from '@coffer/contract/s2s'
import { createStaff, disableStaff } from '../../../service/src/staff/index.ts'
import { knock } from '../door.ts'
import { type DeskBrowser, startDesk } from '../staff.ts'
import type { TestOperator } from '../world.ts'
import { ofPage, type ProvokersOf, refused } from './refused.ts'
import { type ErrorStage, otherOperator, signInOwner } from './stage.ts'

/** Refusals of single sign-on, and of whoever manages staff. */
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
  STAFF_DISABLED: {
    admin: async (stage) => {
      const owner = await signInOwner(stage)
      const { staffId } = await inviteColleague(stage, owner)
      await owner.post(`/staff/${staffId}/disable`)
      return ofPage(await owner.post(`/staff/${staffId}/link`))
    },
  },
  STAFF_NOT_FOUND: {
    admin: async (stage) => ofPage(await (await signInOwner(stage)).get('/staff/999999')),
  },
  STAFF_EXISTS: {
    admin: async (stage) => {
      const owner = await signInOwner(stage)
      const { email } = await inviteColleague(stage, owner)
      return ofPage(await owner.post('/staff', { email, roles: ['viewer'] }))
    },
  },
  STAFF_SIGNED_IN_BEFORE: {
    admin: async ({ world, fresh }) => {
      const reviewer = await startDesk(world, `${fresh()}@desk.example`, ['kyc_reviewer'])
      const admin = await startDesk(world, `${fresh()}@desk.example`, ['platform_admin'])
      return ofPage(await admin.post(`/staff/${reviewer.staff.staffId}/link`))
    },
  },
  STAFF_OWN_ACCOUNT: {
    admin: async (stage) => {
      const owner = await signInOwner(stage)
      return ofPage(await owner.post(`/staff/${owner.staff.staffId}/disable`))
    },
  },
  STAFF_LIMIT_REACHED: {
    s2s: async (stage) => {
      const full = await fillStaff(stage)
      return refused(
        await knock(stage.world, s2sRoutes.createAdminSsoLink, full, { body: { adminExternalId: 'last' } }),
      )
    },
    admin: async (stage) => {
      const { slug } = await fillStaff(stage)
      const admin = await startDesk(stage.world, 'admin@desk.example', ['platform_admin'])
      return ofPage(await admin.post('/staff', { email: 'last@staff.example', roles: ['viewer'], operator: slug }))
    },
  },
  OPERATOR_NOT_FOUND: {
    admin: async (stage) => ofPage(await (await signInOwner(stage)).post('/staff/list', { operator: 'nowhere' })),
  },
} satisfies ProvokersOf

async function inviteColleague({ fresh }: ErrorStage, owner: DeskBrowser): Promise<{ staffId: number; email: string }> {
  const email = `${fresh()}@staff.example`
  const { body } = await owner.post('/staff', { email, roles: ['viewer'] })
  return { staffId: (body.staff as { staffId: number }).staffId, email }
}

/** Gives an operator as many members of staff as it may have. */
async function fillStaff(stage: ErrorStage): Promise<TestOperator> {
  const full = otherOperator(stage, 'closing')
  await stage.rows.query(
    `with added as (
       insert into staff (created_at) select $2::timestamptz from generate_series(1, $3::int) returning staff_id
     )
     insert into operator_staff (operator_id, staff_id, external_id) select $1, staff_id, staff_id::text from added`,
    [full.operatorId, stage.world.clock.now(), stage.world.service.ctx.limits.staffPerOperatorCount],
  )
  return full
}

function requestLink({ world, usual }: ErrorStage, body: object) {
  return knock(world, s2sRoutes.createAdminSsoLink, usual, { body })
}
