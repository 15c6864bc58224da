import { addPasskey, newPasskey, tryAddPasskey, tryPasskeySignIn, tryRecoveryCode } from '../passkeys.ts'
import { type DeskBrowser, startDesk } from '../staff.ts'
import { ofPage, type ProvokersOf } from './refused.ts'
import type { ErrorStage } from './stage.ts'

const UNKNOWN_ID = '999999'

/** Refusals about passkeys and recovery codes of the platform's staff. */
export const passkeyErrors = {
  PASSKEY_REQUIRED: {
    admin: async (stage) => {
      const strict = await stage.world.anotherProcess({
        config: { staffPasskeys: 'required', baseUrl: stage.world.service.ctx.config.baseUrl },
      })
      return ofPage(await (await startDesk(strict, emailOf(stage), ['platform_admin'])).get('/operators'))
    },
  },
  CONFIRMATION_REQUIRED: {
    admin: async (stage) => {
      const email = emailOf(stage)
      await addPasskey(stage.world, await startDesk(stage.world, email, ['platform_admin']))
      return ofPage(await (await startDesk(stage.world, email, ['platform_admin'])).get('/operators'))
    },
  },
  PASSKEY_REFUSED: {
    admin: async ({ world }) => ofPage(await tryPasskeySignIn(world, newPasskey(world))),
  },
  PASSKEY_EXISTS: {
    admin: async (stage) => {
      const admin = await signInAdmin(stage)
      const { passkey } = await addPasskey(stage.world, admin)
      return ofPage(await tryAddPasskey(stage.world, admin, { passkey }))
    },
  },
  PASSKEY_NOT_FOUND: {
    admin: async (stage) => ofPage(await (await signInAdmin(stage)).post(`/me/passkeys/${UNKNOWN_ID}/remove`)),
  },
  PASSKEY_LAST: {
    admin: async (stage) => {
      const admin = await signInAdmin(stage)
      const { passkeys } = await addPasskey(stage.world, admin)
      return ofPage(await admin.post(`/me/passkeys/${passkeys[0]!.passkeyId}/remove`))
    },
  },
  PASSKEY_LIMIT_REACHED: {
    admin: async (stage) => {
      const admin = await signInAdmin(stage)
      await stage.rows.query(
        `insert into staff_passkeys (staff_id, credential_id, public_key, sign_count, transports, name, created_at)
         select $1, sha256(number::text::bytea), '', 0, '{}', 'Spare', now() from generate_series(1, $2::int) number`,
        [admin.staff.staffId, stage.world.service.ctx.limits.staffPasskeysCount],
      )
      // The session of a person with passkeys must be confirmed.
      await stage.rows.query('update staff_sessions set confirmed_at = $1 where staff_id = $2', [
        stage.world.clock.now(),
        admin.staff.staffId,
      ])
      return ofPage(await tryAddPasskey(stage.world, admin))
    },
  },
  PASSKEYS_FOR_PLATFORM_ONLY: {
    admin: async (stage) =>
      ofPage(await tryAddPasskey(stage.world, await startDesk(stage.world, emailOf(stage), ['owner'], stage.usual))),
  },
  RECOVERY_CODE_INVALID: {
    admin: async ({ world }) => ofPage(await tryRecoveryCode(world, 'ada@desk.example', 'zzzz-zzzz-zzzz-zzzz')),
  },
} as const satisfies ProvokersOf

function emailOf({ fresh }: ErrorStage): string {
  return `${fresh()}@desk.example`
}

function signInAdmin(stage: ErrorStage): Promise<DeskBrowser> {
  return startDesk(stage.world, emailOf(stage), ['platform_admin'])
}
