import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commandLine } from '../support/command-line.ts'
import { trySignIn } from '../support/staff.ts'
import { masterKeyOf, startWorld } from '../support/world.ts'

test('staff are made, let in, listed and disabled on the command line, and the link signs them in', async (t) => {
  const world = await startWorld(t, { wallet: false })
  const { coffer, json } = commandLine(t, world.databaseUrl, { COFFER_MASTER_KEY: masterKeyOf(world) })
  const roles = ['--role', 'fulfilment', '--role', 'kyc_reviewer']
  const made = await json('staff', 'create', '--email', '\u200bRita@desk.example\u00a0', ...roles)
  assert.deepEqual([made.email, made.roles], ['rita@desk.example', ['kyc_reviewer', 'fulfilment']])
  assert.match(made.loginUrl, /\/admin\/#token=st_[\w-]{43}$/)
  const tokenOf = (loginUrl: string) => new URL(loginUrl).hash.replace('#token=', '')
  const signedIn = await trySignIn(world, tokenOf(made.loginUrl))
  assert.deepEqual(signedIn.body.staff, { staffId: made.staffId, email: made.email, roles: made.roles })

  const again = await json('staff', 'create', '--email', 'rita@desk.example', '--role', 'platform_admin')
  assert.deepEqual([again.staffId, again.roles], [made.staffId, ['platform_admin']])
  const { out } = await coffer('staff', 'link', '--email', 'rita@desk.example')
  assert.match(out, /\/admin\/#token=st_[\w-]{43}\nWhoever opens it first is signed in\. It works once, until 20/)
  const late = await trySignIn(world, tokenOf(again.loginUrl))
  assert.equal(late.body.error.code, 'STAFF_LINK_INVALID')

  const [link] = out.split('\n')
  assert.deepEqual((await json('staff', 'disable', '--email', 'rita@desk.example')).disabled, true)
  assert.equal((await trySignIn(world, tokenOf(link!))).body.error.code, 'STAFF_LINK_INVALID')
  const { staff } = await json('staff', 'list')
  assert.deepEqual(staff, [
    { staffId: made.staffId, email: 'rita@desk.example', roles: ['platform_admin'], isDisabled: true },
  ])

  const refused: [string[], RegExp][] = [
    [['create', '--email', 'a\u3000b@c.example', '--role', 'kyc_reviewer'], /email: must be an e-mail address/],
    [['create', '--email', 'no address', '--role', 'kyc_reviewer'], /email: must be an e-mail address/],
    [['create', '--email', 'a@b.example', '--role', 'king'], /role: must be one of platform_admin, kyc_reviewer/],
    [['create', '--email', 'a@b.example'], /role/],
    [['link', '--email', 'nobody@desk.example'], /email: belongs to no member of staff/],
    [['link', '--email', 'rita@desk.example'], /email: is disabled/],
    [['disable', '--email', 'nobody@desk.example'], /email: belongs to no member of staff/],
  ]
  for (const [words, why] of refused) {
    const { code, err } = await coffer('staff', ...words)
    assert.deepEqual([code, why.test(err)], [1, true], `${words.join(' ')}: ${err}`)
  }
})
