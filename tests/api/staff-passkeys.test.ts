import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { adminRoutes, type CreationOptions, type RequestOptions } from '@coffer/contract/admin'
import { CONFIRMED_PERMISSIONS } from '@coffer/contract/permissions'
import type { AdminRoute } from '@coffer/contract/route'
import { createEndpoint } from '@coffer/service/administration'
import { minutes } from '@coffer/service/kernel'
import { disableStaff, enableStaff, resetPasskeys } from '../../service/src/staff/index.ts'
import { told } from '../support/door.ts'
import { mintLink } from '../support/kyc.ts'
import { ZOFIA } from '../support/kyc-people.ts'
import {
  addPasskey,
  newPasskey,
  signInOptions,
  tryAddPasskey,
  tryConfirm,
  tryPasskeySignIn,
  tryRecoveryCode,
} from '../support/passkeys.ts'
import { openMeeting } from '../support/racing.ts'
import { openRows } from '../support/rows.ts'
import { askDesk, type DeskAnswer, type DeskBrowser, deskOf, startDesk } from '../support/staff.ts'
import { startWorld, type World } from '../support/world.ts'

const ADMIN = 'ada@desk.example'
const ROUTES = Object.entries<AdminRoute>(adminRoutes)

function startRequired(t: TestContext): Promise<World> {
  return startWorld(t, { wallet: false, environment: { COFFER_STAFF_PASSKEYS: 'required' } })
}

/** Calls a route with ids that no row has. */
function call(desk: DeskBrowser, { method, path }: AdminRoute): Promise<DeskAnswer> {
  const filled = path
    .replace('/api/admin', '')
    .replace(':kind', 'front')
    .replace(':deliveryId', 'whd_999999')
    .replace(/:\w+/g, '999999')
  return method === 'GET' ? desk.get(filled) : desk.post(filled)
}

/** The answers of all routes that need the session to be confirmed, by the name of the route. Keeps to the pace at which a person may make changes. */
async function answersOf(world: World, desk: DeskBrowser): Promise<Map<string, number | string>> {
  const answers = new Map<string, number | string>()
  for (const [name, route] of ROUTES) {
    if (['anyone', 'session'].includes(route.access) || route.confirmation === 'none') continue
    world.clock.advance(1_000)
    answers.set(name, told(await call(desk, route)))
  }
  return answers
}

async function needsOf(desk: DeskBrowser): Promise<unknown> {
  return (await desk.get('/me')).body.needs
}

test('passkeys: where they are required, nothing else is served before the first one', async (t) => {
  const world = await startRequired(t)
  const desk = await startDesk(world, ADMIN, ['platform_admin'])
  assert.equal(desk.needs, 'passkey')
  for (const [name, answer] of await answersOf(world, desk)) {
    const isFirst = name === 'startPasskey' || name === 'addPasskey'
    assert.equal(answer === '403 PASSKEY_REQUIRED', !isFirst, `${name}: ${answer}`)
  }
  const { passkeys, recoveryCodes, recoveryCodesCount, signedIn } = await addPasskey(world, desk)
  assert.deepEqual(
    passkeys.map(({ name, lastUsedAt }) => [name, lastUsedAt]),
    [['Laptop', null]],
  )
  assert.deepEqual([recoveryCodes!.length, new Set(recoveryCodes).size, recoveryCodesCount], [10, 10, 10])
  for (const code of recoveryCodes!) assert.match(code, /^[0-9a-z]{4}(-[0-9a-z]{4}){3}$/)
  assert.deepEqual([signedIn.needs, await needsOf(desk)], [null, null])
  assert.equal(told(await desk.get('/operators')), 200)
  const second = await addPasskey(world, desk)
  assert.deepEqual([second.passkeys.length, second.recoveryCodes], [2, null])
  const stored = await openRows(world.databaseUrl).query<{ found: boolean }>(
    "select bool_or(code_hash = decode(replace($1, '-', ''), 'escape')) as found from staff_recovery_codes",
    [recoveryCodes![0]],
  )
  assert.equal(stored[0]!.found, false)
})

test('passkeys: a session of a login link is confirmed with a passkey of its person', async (t) => {
  const world = await startRequired(t)
  const { passkey } = await addPasskey(world, await startDesk(world, ADMIN, ['platform_admin']))
  const other = await addPasskey(world, await startDesk(world, 'ben@desk.example', ['platform_admin']))
  const desk = await startDesk(world, ADMIN, ['platform_admin'])
  assert.equal(desk.needs, 'confirmation')
  for (const [name, answer] of await answersOf(world, desk)) assert.equal(answer, '403 CONFIRMATION_REQUIRED', name)
  assert.equal(told(await tryConfirm(desk, other.passkey)), '401 PASSKEY_REFUSED')
  assert.equal(told(await tryConfirm(desk, passkey, { signedBy: other.passkey })), '401 PASSKEY_REFUSED')
  assert.equal(await needsOf(desk), 'confirmation')
  const confirmed = await tryConfirm(desk, passkey)
  assert.deepEqual([told(confirmed), confirmed.body.needs, await needsOf(desk)], [200, null, null])
  assert.equal(told(await desk.get('/operators')), 200)
})

test('passkeys: money, access and personal data need a confirmation within the hour', async (t) => {
  const operators = { aurum: { settings: { kyc: { enabled: true } } } }
  const world = await startWorld(t, { wallet: false, operators })
  const desk = await startDesk(world, ADMIN, ['platform_admin'])
  const withoutPasskey = await startDesk(world, 'ben@desk.example', ['platform_admin'])
  const { passkey } = await addPasskey(world, desk)
  const { operatorId, slug } = world.operator
  const silent = { url: 'http://127.0.0.1:9/', types: ['kyc_status_changed'], actor: 'test' }
  await createEndpoint(world.service.ctx, { operatorId, ...silent })
  await mintLink(world.operator, 'ann', ZOFIA)
  const listed = await desk.post('/webhooks/deliveries/list', { operator: slug })
  const [delivery] = listed.body.deliveries as { id: string }[]
  const readPersonalData = () => desk.get(`/webhooks/deliveries/${delivery!.id}?operator=${slug}`)
  assert.equal(told(await readPersonalData()), 200)

  for (const pause of [29, 29]) {
    world.clock.advance(minutes(pause))
    for (const one of [desk, withoutPasskey]) assert.equal(told(await one.get('/me')), 200)
  }
  assert.equal(told(await desk.post('/kyc/requests/list', {})), 200)
  world.clock.advance(minutes(2))
  assert.equal(await needsOf(desk), null)
  for (const [name, answer] of await answersOf(world, desk)) {
    const { access, confirmation } = adminRoutes[name as keyof typeof adminRoutes] as AdminRoute
    const isSensitive = CONFIRMED_PERMISSIONS.some((permission) => permission === access)
    const isDue = isSensitive || confirmation !== undefined
    assert.equal(answer === '403 CONFIRMATION_REQUIRED', isDue, `${name}: ${answer}`)
  }
  assert.equal(told(await readPersonalData()), '403 CONFIRMATION_REQUIRED')
  assert.equal(told(await withoutPasskey.post('/kyc/requests/list', {})), 200)
  assert.equal(told(await tryConfirm(desk, passkey)), 200)
  assert.equal(told(await desk.post('/kyc/requests/list', {})), 200)
  assert.equal(told(await readPersonalData()), 200)

  const isFresh = async () => told(await desk.post('/me/passkeys/options')) === 200
  assert.ok(await isFresh())
  world.clock.advance(minutes(10))
  assert.equal(await isFresh(), false, 'changes of own passkeys need a confirmation within ten minutes')
  assert.equal(told(await desk.post('/kyc/requests/list', {})), 200)
})

test('passkey sign-in: a credential of another site, challenge or person is refused', async (t) => {
  const world = await startRequired(t)
  const { clock, service } = world
  const desk = await startDesk(world, ADMIN, ['platform_admin'])
  const { passkey } = await addPasskey(world, desk)
  const other = newPasskey(world)
  const tamperings = [
    ...[{ origin: 'https://evil.example' }, { site: 'evil.example' }, { type: 'webauthn.create' }],
    ...[{ challenge: 'A'.repeat(43) }, { isVerified: false }, { signedBy: other }, { isFramed: true }],
    { userHandle: Buffer.from('staff:999').toString('base64url') },
  ]
  for (const wish of tamperings) {
    assert.equal(told(await tryPasskeySignIn(world, passkey, wish)), '401 PASSKEY_REFUSED', Object.keys(wish)[0])
  }
  assert.equal(told(await tryPasskeySignIn(world, other)), '401 PASSKEY_REFUSED', 'an unknown passkey')

  const begun = await desk.post('/me/confirmation/options')
  const forConfirmation = passkey.use(begun.body.options as RequestOptions)
  const misused = await askDesk(world, 'POST', '/sign-in/passkey', { body: { credential: forConfirmation } })
  assert.equal(told(misused), '401 PASSKEY_REFUSED', 'a challenge of another purpose')

  const late = passkey.use(await signInOptions(world))
  clock.advance(minutes(5))
  const expired = await askDesk(world, 'POST', '/sign-in/passkey', { body: { credential: late } })
  assert.equal(told(expired), '401 PASSKEY_REFUSED', 'an expired challenge')

  const answer = await tryPasskeySignIn(world, passkey)
  assert.equal(told(answer), 200, answer.text)
  const signedIn = deskOf(world, answer)
  assert.deepEqual([signedIn.staff.email, signedIn.needs], [ADMIN, null])
  assert.equal(told(await signedIn.post('/kyc/requests/list', {})), 200)
  assert.equal(told(await tryPasskeySignIn(world, passkey, { count: 1 })), '401 PASSKEY_REFUSED', 'a copied passkey')

  await disableStaff(service.ctx, { email: ADMIN })
  assert.equal(told(await tryPasskeySignIn(world, passkey)), '401 PASSKEY_REFUSED', 'a disabled person')
  await enableStaff(service.ctx, { email: ADMIN })
  assert.equal(told(await tryPasskeySignIn(world, passkey)), '401 PASSKEY_REFUSED', 'disabling removes passkeys')
})

test('passkeys: of 50 concurrent uses of one signature at two processes one gets a session', async (t) => {
  const world = await startRequired(t)
  const other = await world.anotherProcess()
  const { passkey } = await addPasskey(world, await startDesk(world, ADMIN, ['platform_admin']))
  const credential = passkey.use(await signInOptions(world))
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      askDesk(index % 2 ? world : other, 'POST', '/sign-in/passkey', { body: { credential } }),
    ),
  )
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  const refused = answers.filter(({ status }) => status !== 200)
  assert.deepEqual(new Set(refused.map(told)), new Set(['401 PASSKEY_REFUSED']))
})

test('passkeys: a new one must be created for this site, with a verified user, and once', async (t) => {
  const world = await startRequired(t)
  const desk = await startDesk(world, ADMIN, ['platform_admin'])
  const tamperings = [
    ...[{ origin: 'https://evil.example' }, { site: 'evil.example' }, { type: 'webauthn.get' }],
    ...[{ challenge: 'A'.repeat(43) }, { isVerified: false }, { attestation: 'certificate' as const }],
    { isFramed: true },
  ]
  for (const wish of tamperings) {
    assert.equal(told(await tryAddPasskey(world, desk, { wish })), '401 PASSKEY_REFUSED', Object.keys(wish)[0])
  }
  const { passkey } = await addPasskey(world, desk)
  assert.equal(told(await tryAddPasskey(world, desk, { passkey })), '409 PASSKEY_EXISTS')
  const ben = await startDesk(world, 'ben@desk.example', ['platform_admin'])
  assert.equal(told(await tryAddPasskey(world, ben, { passkey })), '409 PASSKEY_EXISTS', 'of another person')
  const begun = await desk.post('/me/passkeys/options')
  const credential = newPasskey(world).create(begun.body.options as CreationOptions)
  assert.equal(
    told(await ben.post('/me/passkeys', { name: 'x', credential })),
    '401 PASSKEY_REFUSED',
    'another session',
  )
})

test('passkeys: of two first ones added concurrently one is added, and ends the other session', async (t) => {
  const world = await startRequired(t)
  const desks = [await startDesk(world, ADMIN, ['platform_admin']), await startDesk(world, ADMIN, ['platform_admin'])]
  const answers = await openMeeting(world.databaseUrl, 'two first passkeys').queue(
    lockOf(desks[0]!),
    await Promise.all(desks.map((desk) => preparePasskey(world, desk))),
  )
  assert.deepEqual(answers.map(told), [201, '401 STAFF_SESSION_INVALID'])
})

test('passkeys: one that is added while passkeys are reset is refused', async (t) => {
  const world = await startRequired(t)
  const desk = await startDesk(world, ADMIN, ['platform_admin'])
  await addPasskey(world, desk)
  const add = await preparePasskey(world, desk)
  const reset = () => resetPasskeys(world.service.ctx, { email: ADMIN })
  const [, answer] = await openMeeting(world.databaseUrl, 'a reset').queue<unknown>(lockOf(desk), [reset, add])
  assert.equal(told(answer as DeskAnswer), '401 STAFF_SESSION_INVALID')
  const rows = openRows(world.databaseUrl)
  for (const table of ['staff_passkeys', 'staff_recovery_codes']) {
    assert.deepEqual(await rows.query(`select from ${table}`), [], table)
  }
})

/** Locks the account of a member of staff. */
function lockOf({ staff }: DeskBrowser) {
  return { statement: 'select from staff where staff_id = $1 for update', id: staff.staffId }
}

/** Returns a function that sends a new passkey, whose options have been read. */
async function preparePasskey(world: World, desk: DeskBrowser): Promise<() => Promise<DeskAnswer>> {
  const begun = await desk.post('/me/passkeys/options')
  const credential = newPasskey(world).create(begun.body.options as CreationOptions)
  return () => desk.post('/me/passkeys', { name: 'Laptop', credential })
}

test('passkeys: one is removed by its person and never the last one; their number is limited', async (t) => {
  const world = await startRequired(t)
  const desk = await startDesk(world, ADMIN, ['platform_admin'])
  const { passkeys: first, passkey } = await addPasskey(world, desk)
  const ben = await startDesk(world, 'ben@desk.example', ['platform_admin'])
  await addPasskey(world, ben)
  const remove = (one: DeskBrowser, passkeyId: number) => one.post(`/me/passkeys/${passkeyId}/remove`)
  assert.equal(told(await remove(desk, first[0]!.passkeyId)), '409 PASSKEY_LAST')
  assert.equal(told(await remove(ben, first[0]!.passkeyId)), '404 PASSKEY_NOT_FOUND')
  const rows = openRows(world.databaseUrl)
  await rows.query(
    `insert into staff_passkeys (staff_id, credential_id, public_key, sign_count, transports, name, created_at)
     select staff_id, decode(lpad(number::text, 4, '0'), 'hex'), public_key, 0, '{}', 'Spare', created_at
     from staff_passkeys, generate_series(2, $2::int) number where staff_id = $1`,
    [desk.staff.staffId, world.service.ctx.limits.staffPasskeysCount],
  )
  assert.equal(told(await tryAddPasskey(world, desk)), '409 PASSKEY_LIMIT_REACHED')
  const elsewhere = deskOf(world, await tryPasskeySignIn(world, passkey))
  const removed = await remove(desk, first[0]!.passkeyId)
  assert.equal(told(await elsewhere.get('/me')), '401 STAFF_SESSION_INVALID', 'other sessions end')
  assert.equal((removed.body.passkeys as unknown[]).length, 19)
  assert.equal(told(await tryPasskeySignIn(world, passkey)), '401 PASSKEY_REFUSED')
})

test('recovery codes: each signs in once, and new ones replace earlier ones', async (t) => {
  const world = await startRequired(t)
  const { ctx } = world.service
  const desk = await startDesk(world, ADMIN, ['platform_admin'])
  const { recoveryCodes } = await addPasskey(world, desk)
  const [first, second, third] = recoveryCodes as [string, string, string]
  const invalid = '401 RECOVERY_CODE_INVALID'
  assert.equal(told(await tryRecoveryCode(world, 'ben@desk.example', first)), invalid)
  assert.equal(told(await tryRecoveryCode(world, ADMIN, 'zzzz-zzzz-zzzz-zzzz')), invalid)
  const other = await addPasskey(world, await startDesk(world, 'ben@desk.example', ['platform_admin']))
  assert.equal(told(await tryRecoveryCode(world, ADMIN, other.recoveryCodes![0]!)), invalid, 'of another person')

  const answers = await Promise.all(Array.from({ length: 20 }, () => tryRecoveryCode(world, ADMIN, first)))
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  const signedIn = deskOf(world, answers.find(({ status }) => status === 200)!)
  assert.equal(signedIn.needs, null)
  const typed = ` ${second.replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l').toUpperCase()} `
  assert.equal(told(await tryRecoveryCode(world, ADMIN.toUpperCase(), typed)), 200, 'as people type it')
  assert.equal((await desk.get('/me/passkeys')).body.recoveryCodesCount, 8)

  // The passkey is lost: a new one is added in the session of the code.
  assert.equal((await addPasskey(world, signedIn)).passkeys.length, 2)
  const replaced = await signedIn.post('/me/recovery-codes')
  assert.deepEqual([told(replaced), replaced.body.recoveryCodesCount], [201, 10])
  assert.equal(told(await desk.get('/me')), '401 STAFF_SESSION_INVALID', 'other sessions end')
  assert.equal(told(await tryRecoveryCode(world, ADMIN, third)), invalid)
  const [fresh, last] = replaced.body.recoveryCodes as string[]
  assert.equal(told(await tryRecoveryCode(world, ADMIN, fresh!)), 200)
  await disableStaff(ctx, { email: ADMIN })
  assert.equal(told(await tryRecoveryCode(world, ADMIN, last!)), invalid, 'a disabled person')
})

test('passkeys: staff of an operator have none and are never asked for one', async (t) => {
  const world = await startRequired(t)
  const owner = await startDesk(world, 'owner@aurum.example', ['owner'], world.operator)
  assert.equal(owner.needs, null)
  assert.equal(told(await tryAddPasskey(world, owner)), '403 PASSKEYS_FOR_PLATFORM_ONLY')
  assert.equal(told(await owner.post('/me/confirmation/options')), '404 PASSKEY_NOT_FOUND')
  assert.equal(told(await owner.post('/me/recovery-codes')), '404 PASSKEY_NOT_FOUND')
  for (const pause of [29, 29, 5]) {
    world.clock.advance(minutes(pause))
    assert.equal(told(await owner.get('/me')), 200)
  }
  for (const [name, answer] of await answersOf(world, owner)) {
    assert.doesNotMatch(String(answer), /PASSKEY_REQUIRED|CONFIRMATION_REQUIRED/, name)
  }
})

test('passkeys: the audit log has each change, confirmation and sign-in', async (t) => {
  const world = await startRequired(t)
  const desk = await startDesk(world, ADMIN, ['platform_admin'])
  const { staffId } = desk.staff
  const { passkey, passkeys } = await addPasskey(world, desk)
  const added = await addPasskey(world, desk)
  const [first, second] = added.passkeys.map(({ passkeyId }) => passkeyId)
  assert.equal(passkeys[0]!.passkeyId, first)
  await desk.post(`/me/passkeys/${second}/remove`)
  await tryConfirm(desk, passkey)
  const replaced = await desk.post('/me/recovery-codes')
  const [code] = replaced.body.recoveryCodes as string[]
  const signedIn = deskOf(world, await tryPasskeySignIn(world, passkey))
  assert.equal(told(await tryRecoveryCode(world, ADMIN, code!)), 200)
  const reset = await resetPasskeys(world.service.ctx, { email: ADMIN })
  assert.deepEqual(reset, { staffId, removedCount: 1 })

  const entries = await openRows(world.databaseUrl).query<{ action: string; details: object }>(
    "select action, details from audit_log where action like 'staff.%' order by entry_number",
  )
  const own = entries.map(({ action, details }) => ({ action, ...details }))
  assert.deepEqual(own.slice(-9), [
    { action: 'staff.signed_in', method: 'login_link' },
    { action: 'staff.passkey_added', staffId, passkeyId: first },
    { action: 'staff.passkey_added', staffId, passkeyId: second },
    { action: 'staff.passkey_removed', staffId, passkeyId: second },
    { action: 'staff.confirmed', staffId },
    { action: 'staff.recovery_codes_replaced', staffId },
    { action: 'staff.signed_in', method: 'passkey' },
    { action: 'staff.signed_in', method: 'recovery_code' },
    { action: 'staff.passkeys_reset', staffId, removedCount: 1 },
  ])
  assert.equal(told(await signedIn.get('/me')), '401 STAFF_SESSION_INVALID')
  assert.equal(told(await tryPasskeySignIn(world, passkey)), '401 PASSKEY_REFUSED')
  const again = await startDesk(world, ADMIN, ['platform_admin'])
  assert.equal(again.needs, 'passkey')
  await addPasskey(world, again)
})

test('passkeys: the log has no e-mail, challenge or recovery code', async (t) => {
  const world = await startRequired(t)
  const desk = await startDesk(world, ADMIN, ['platform_admin'])
  const { passkey, recoveryCodes } = await addPasskey(world, desk)
  const options = await signInOptions(world)
  const credential = passkey.use(options, { origin: 'https://evil.example' })
  await askDesk(world, 'POST', '/sign-in/passkey', { body: { credential } })
  await tryRecoveryCode(world, ADMIN, recoveryCodes![0]!)
  const log = JSON.stringify(world.lines)
  assert.match(log, /a passkey was refused/)
  for (const secret of [ADMIN, options.challenge, recoveryCodes![0]!]) assert.equal(log.includes(secret), false, secret)
})
