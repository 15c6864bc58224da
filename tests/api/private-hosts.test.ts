import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, isIP, type LookupFunction } from 'node:net'
import { suite, test } from 'node:test'
import { LIMITS } from '@coffer/service/kernel'
import { makeHttpClient, readConfig } from '@coffer/service/platform'
import { guardedLookup, urlFault } from '../../service/src/platform/outbound-guard.ts'
import { mistakesOf } from '../support/config-mistakes.ts'
import { makeTestClock } from '../support/test-clock.ts'

type Policy = Parameters<typeof makeHttpClient>[0]

/** Production with a list of private hosts, as a deployment writes it. */
function policyOf(text: string): Policy {
  return {
    environment: 'production',
    allowedPrivateHosts: readConfig({ COFFER_ALLOWED_PRIVATE_HOSTS: text }).allowedPrivateHosts,
  }
}

test('list of private hosts: one spelling each, what cannot match is refused', () => {
  const hostsOf = (text: string) => readConfig({ COFFER_ALLOWED_PRIVATE_HOSTS: text }).allowedPrivateHosts
  assert.deepEqual(
    hostsOf(
      ' Wallet.INTERNAL. ,, b\u00fccher.local, [::1],FD00:0::1, 10.0.0.5,10.0.0.0/8, FD00::/8, wallet_1, ::ffff:10.0.0.6,',
    ),
    [
      ...[
        'wallet.internal',
        'xn--bcher-kva.local',
        '::1',
        'fd00::1',
        '10.0.0.5',
        '10.0.0.0/8',
        'fd00::/8',
        'wallet_1',
        '10.0.0.6',
      ],
    ],
  )
  const refused: [entry: string, why: string][] = [
    ['https://wallet.internal', 'is a URL'],
    ['wallet.internal/coffer', 'has a path'],
    ['wallet.internal:8080', 'has a port'],
    ['[::1]:8080', 'has a port'],
    ['10.0.0.5:80', 'has a port'],
    ['*.internal', 'has a wildcard'],
    ['10.0.0.*', 'has a wildcard'],
    ['10.0.0.0/33', 'is no network: the number behind the slash is from 1 to 32'],
    ['fd00::/129', 'is no network: the number behind the slash is from 1 to 128'],
    ['0.0.0.0/0', 'is no network'],
    ['10.0.0.0/', 'is no network'],
    ['10.0.0.0/255.0.0.0', 'is no network'],
    ['10.0.0.5/8', 'is inside a network: write 10.0.0.0/8'],
    ['fd00::1/8', 'is inside a network: write fd00::/8'],
    ['::ffff:10.0.0.0/104', 'is a network that matches no address'],
    ['169.254.169.254/32', 'is kept for clouds'],
    ['fe80::/64', 'is kept for clouds'],
    ['64:ff9b:1:fffe::/96', 'is kept for clouds or carries addresses of IPv4'],
    ['10.0.0.0/8/8', 'is no network: write the whole address'],
    ['[fd00::]/8', 'is no network: write the whole address'],
    ['10.0.0/8', 'is no network: write the whole address'],
    ['-x.internal', 'is no host'],
    ['fe80::1%eth0', 'is no host'],
    ['wallet internal', 'is no host'],
    ['wallet;internal', 'is no host'],
    ['[wallet', 'is no host'],
    ['..', 'is no host'],
    ['10.0.0.256', 'is no host'],
  ]
  const mistakes = mistakesOf({ COFFER_ALLOWED_PRIVATE_HOSTS: refused.map(([entry]) => entry).join(',') }).split('\n')
  for (const [index, [entry, why]] of refused.entries()) {
    const begin = `COFFER_ALLOWED_PRIVATE_HOSTS: ${entry} ${why}`
    assert.equal(mistakes[index]?.slice(0, begin.length), begin)
    assert.match(mistakes[index] ?? '', /an entry is a host name .*, an address .* or a network/)
  }
  const withPassword = mistakesOf({ COFFER_ALLOWED_PRIVATE_HOSTS: 'me:hunter2@wallet,https://me:hunter2@wallet' })
  assert.ok(!withPassword.includes('hunter2'), withPassword)
})

suite('private hosts that a deployment allows', () => {
  test('network: allows what resolves into it, and nothing else that is private', async (t) => {
    const policy = policyOf('10.0.0.0/8,FD00::/8,127.0.0.0/8')
    const reached = async (host: string, ...addresses: string[]) => {
      const found = addresses.map((address) => ({ address, family: isIP(address) }))
      const lookup = guardedLookup(policy, { dnsCacheMs: 1 }, async () => found)
      return new Promise((resolve) =>
        lookup(host, {}, (error, address) => resolve(error === null ? address : 'refused')),
      )
    }
    for (const address of ['10.1.2.3', 'fd12::1', '::ffff:10.1.2.3', '127.0.0.1', '1.1.1.1']) {
      assert.equal(await reached('wallet.example', address), address)
    }
    for (const host of ['wallet.internal', 'Wallet.Internal.', 'printer.local']) {
      assert.equal(urlFault(`https://${host}/`, policy), null)
      assert.equal(await reached(host, '10.1.2.3'), '10.1.2.3')
      assert.equal(await reached(host, '1.1.1.1'), 'refused', 'a local name that leads outside')
    }
    for (const address of ['192.168.0.1', '172.16.0.1', 'fe80::1', '::1']) {
      assert.equal(await reached('wallet.example', address), 'refused', address)
    }
    assert.equal(await reached('wallet.example', '10.1.2.3', '192.168.0.1'), 'refused', 'one address of several')
    for (const url of ['https://10.1.2.3/', 'https://[fd12::1]/', 'https://[::ffff:10.1.2.3]/', 'https://127.0.0.1/']) {
      assert.equal(urlFault(url, policy), null, url)
    }
    for (const url of ['https://192.168.0.1/', 'https://[::1]/'])
      assert.match(urlFault(url, policy) ?? '', /not a public/)
    const http = makeHttpClient(policy, { clock: makeTestClock(), limits: LIMITS })
    t.after(() => http.close())
    const limits = { timeoutMs: 60_000, maxReplyBytes: 1 }
    const reply = await http.send({ lane: 'a', method: 'GET', url: 'https://localhost:1029/', headers: {}, ...limits })
    assert.equal(reply.kind === 'never_sent' && reply.reason, 'ECONNREFUSED')
  })

  test('network: never allows addresses of the cloud, a named address does', () => {
    const wide = policyOf('0.0.0.0/1,128.0.0.0/1,::/1,8000::/1')
    assert.equal(urlFault('https://192.168.0.1/', wide), null)
    const clouds = ['168.63.129.16', '169.254.169.254', '169.254.170.2', '100.100.100.200', '192.0.0.192', '161.26.0.7']
    const inSix = [
      'fd00:ec2::254',
      'fd20:ce::254',
      'fe80::a9fe:a9fe',
      '::ffff:169.254.169.254',
      '64:ff9b::169.254.169.254',
    ]
    for (const address of [...clouds, ...inSix]) {
      const url = `https://${isIP(address) === 6 ? `[${address}]` : address}/`
      assert.match(urlFault(url, wide) ?? 'passed', /not a public/, address)
    }
    assert.equal(urlFault('https://169.254.169.254/', policyOf('169.254.169.254')), null)
  })

  test('host: allowed however the deployment spells it', () => {
    const policy = policyOf('Wallet.INTERNAL,B\u00fccher.local.,[FD00:0::1],10.0.0.5')
    const hosts = [
      'wallet.internal',
      'WALLET.internal.',
      'b\u00fccher.local',
      'xn--bcher-kva.local',
      '[fd00::1]',
      '[fd00:0:0::0001]',
    ]
    for (const host of [...hosts, '10.0.0.5', '0x0a000005'])
      assert.equal(urlFault(`https://${host}/`, policy), null, host)
    for (const host of ['other.internal', '[fd00::2]', '10.0.0.6']) {
      assert.match(urlFault(`https://${host}/`, policy) ?? 'passed', /not a public/, host)
    }
  })
})

test('public-only calls: private hosts that the deployment allows are refused', async (t) => {
  const request = { lane: 'a', method: 'GET', headers: {}, timeoutMs: 60_000, maxReplyBytes: 65_536 } as const
  const outside = { clock: makeTestClock(), limits: LIMITS }
  const guarded = makeHttpClient(policyOf('10.0.0.0/8,127.0.0.1,wallet.internal'), outside)
  t.after(() => guarded.close())
  for (const host of ['10.0.0.1', '127.0.0.1', 'wallet.internal']) {
    const reply = await guarded.send({ ...request, url: `https://${host}:1029/`, isPublicOnly: true })
    assert.deepEqual(reply, { kind: 'never_sent', reason: `${host} is not a public address` })
  }
  // The first lookup resolves this name. Public-only calls use another one.
  const server = createServer((_request, response) => response.end())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  const found: LookupFunction = (_host, _options, answer) => answer(null, [{ address: '127.0.0.1', family: 4 }])
  const http = makeHttpClient({ environment: 'test', allowedPrivateHosts: [] }, outside, found)
  t.after(() => http.close())
  const named = { ...request, url: `http://casino.invalid:${port}/` }
  assert.equal((await http.send(named)).kind, 'answered')
  assert.equal((await http.send({ ...named, isPublicOnly: true })).kind, 'never_sent')
})
