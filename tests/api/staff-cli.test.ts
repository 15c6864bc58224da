import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signInBySso } from '../support/admin-sso.ts'
import { commandLine } from '../support/command-line.ts'
import { tokenOf, trySignIn } from '../support/staff.ts'
import { masterKeyOf, startWorld, type World } from '../support/world.ts'

test('staff are made, let in, listed and disabled on the command line, and the link signs them in', async (t) => {
  const world = await startWorld(t, { wallet: false })
  const { coffer, json } = commandLine(t, world.databaseUrl, { COFFER_MASTER_KEY: masterKeyOf(world) })
  const roles = ['--role', 'fulfilment', '--role', 'kyc_reviewer']
  const made = await json('staff', 'create', '--email', '\u200bRita@desk.example\u00a0', ...roles)
  assert.deepEqual([made.email, made.roles], ['rita@desk.example', ['kyc_reviewer', 'fulfilment']])
  assert.match(made.loginUrl, /\/admin\/#token=st_[\w-]{43}$/)
  const signedIn = await trySignIn(world, tokenOf(made.loginUrl))
  assert.deepEqual(signedIn.body.staff, {
    ...{ staffId: made.staffId, email: made.email, displayName: null, operator: null },
    roles: made.roles,
  })

  const again = await json('staff', 'create', '--email', 'rita@desk.example', '--role', 'platform_admin')
  assert.deepEqual([again.staffId, again.roles], [made.staffId, ['platform_admin']])
  const { out } = await coffer('staff', 'link', '--email', 'rita@desk.example')
  assert.match(out, /\/admin\/#token=st_[\w-]{43}\nWhoever opens it first is signed in\. It works once, until 20/)
  const late = await trySignIn(world, tokenOf(again.loginUrl))
  assert.equal(late.body.error.code, 'STAFF_LINK_INVALID')

  const [link] = out.split('\n')
  assert.deepEqual((await json('staff', 'disable', '--email', 'rita@desk.example')).disabled, true)
  assert.equal((await trySignIn(world, tokenOf(link!))).body.error.code, 'STAFF_LINK_INVALID')
  const reset = await json('staff', 'reset-passkeys', '--email', 'rita@desk.example')
  assert.deepEqual([reset.staffId, reset.removedCount], [made.staffId, 0])
  const { staff } = await json('staff', 'list')
  assert.deepEqual(staff, [
    {
      ...{ staffId: made.staffId, operatorId: null, email: 'rita@desk.example', externalId: null, displayName: null },
      ...{ roles: ['platform_admin'], isDisabled: true },
    },
  ])

  const refused: [string[], RegExp][] = [
    [['create', '--email', 'a\u3000b@c.example', '--role', 'kyc_reviewer'], /email: must be an e-mail address/],
    [['create', '--email', 'no address', '--role', 'kyc_reviewer'], /email: must be an e-mail address/],
    [['create', '--email', 'a@b.example', '--role', 'king'], /roles: must be one of platform_admin, kyc_reviewer/],
    [['create', '--email', 'a@b.example'], /role/],
    [['link', '--email', 'nobody@desk.example'], /There is no such member of staff/],
    [['link', '--email', 'rita@desk.example'], /This staff account is disabled/],
    [['disable', '--email', 'nobody@desk.example'], /There is no such member of staff/],
  ]
  for (const [words, why] of refused) {
    const { code, err } = await coffer('staff', ...words)
    assert.deepEqual([code, why.test(err)], [1, true], `${words.join(' ')}: ${err}`)
  }
})

test('staff commands: --operator manages the staff of that operator only', async (t) => {
  const world = await startWorld(t, { wallet: false })
  const { coffer, json } = commandLine(t, world.databaseUrl, { COFFER_MASTER_KEY: masterKeyOf(world) })
  const person = ['--email', 'rita@desk.example', '--operator', 'aurum']
  await json('staff', 'create', '--email', 'rita@desk.example', '--role', 'kyc_reviewer')
  const made = await json('staff', 'create', ...person, '--role', 'owner')
  const { body } = await trySignIn(world, tokenOf(made.loginUrl))
  const operator = { slug: 'aurum', name: 'aurum' }
  const staff = { staffId: made.staffId, email: 'rita@desk.example', displayName: null, operator, roles: ['owner'] }
  assert.deepEqual(body.staff, staff)
  const again = await json('staff', 'create', ...person, '--role', 'finance')
  assert.deepEqual([again.staffId, again.roles], [made.staffId, ['finance']])

  const { adminExternalId, staffId } = await addBySso(world)
  await json('staff', 'grant', '--operator', 'aurum', '--staff-id', `${staffId}`, '--role', 'support')
  const { out } = await coffer('staff', 'list', '--operator', 'aurum')
  assert.match(out, new RegExp(`^${staffId}  on   ${adminExternalId.replace('\n', ' ')}  support$`, 'm'))
  await json('staff', 'disable', '--operator', 'aurum', '--staff-id', `${staffId}`)
  await json('staff', 'disable', ...person)
  const listed = await json('staff', 'list', '--operator', 'aurum')
  assert.deepEqual(
    listed.staff.map(({ staffId, roles, isDisabled }: Record<string, unknown>) => [staffId, roles, isDisabled]),
    [
      [made.staffId, ['finance'], true],
      [staffId, ['support'], true],
    ],
  )
  const platform = await json('staff', 'list')
  assert.deepEqual(
    platform.staff.map(({ roles, isDisabled }: Record<string, unknown>) => [roles, isDisabled]),
    [[['kyc_reviewer'], false]],
  )
  for (const [words, why] of [
    [['create', ...person, '--role', 'platform_admin'], /roles: must be one of owner, catalog/],
    [['link', ...person], /This staff account is disabled/],
    [['list', '--operator', 'nowhere'], /There is no operator nowhere/],
    [['disable', ...person, '--staff-id', '1'], /Name one person: --email or --staff-id/],
    [['disable', '--operator', 'aurum'], /Name one person: --email or --staff-id/],
    [['disable', '--staff-id', `${made.staffId}`], /There is no such member of staff/],
    [['grant', '--operator', 'aurum', '--staff-id', '1', '--role', 'owner'], /There is no such member of staff/],
    [['grant', '--operator', 'aurum', '--staff-id', '0', '--role', 'owner'], /0 is no staff id/],
  ] as const) {
    const { code, err } = await coffer('staff', ...words)
    assert.deepEqual([code, why.test(err)], [1, true], `${words.join(' ')}: ${err}`)
  }
  const enabled = await json('staff', 'enable', '--operator', 'aurum', '--staff-id', `${made.staffId}`)
  assert.deepEqual([enabled.staffId, enabled.disabled], [made.staffId, false])
  const { loginUrl } = await json('staff', 'link', ...person)
  assert.equal((await trySignIn(world, tokenOf(loginUrl))).status, 200)
})

/** A person without an e-mail, whose id tries to look like a row of the list. */
async function addBySso(world: World): Promise<{ adminExternalId: string; staffId: number }> {
  const adminExternalId = 'x\n1  on   boss@aurum.example  owner'
  const { staff } = await signInBySso(world, world.operator, { adminExternalId })
  return { adminExternalId, staffId: staff.staffId }
}
