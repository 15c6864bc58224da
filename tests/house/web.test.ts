import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CURRENCIES, decimalOf } from '@coffer/contract/currencies'
import { ERROR_CODES } from '@coffer/contract/errors'
import { isAllowed } from '@coffer/game/src/host/origin.ts'
import { inTab, kindsOf, readView, VAULT_TABS, viewPath } from '@coffer/game/src/kit/vault-view.ts'
import { drawFiller } from '@coffer/game/src/opening/cells.ts'
import { revealInMs, stopsAtMs } from '@coffer/game/src/play/timing.ts'
import {
  ApiFailure,
  chanceDigits,
  contrast,
  createPlayApi,
  createTranslator,
  formatAbout,
  formatBps,
  formatChance,
  formatChange,
  formatMoney,
  formatRoll,
  houseTokens,
  isRefusedInDoubt,
  isUndecided,
  makeTheme,
  oneIn,
  readColor,
  readFailure,
  retryAfterMs,
  tierOf,
  uniqueId,
  untilDecided,
} from '@coffer/web'

const GROUNDS = ['colorGround', 'colorSurface', 'colorRaised'] as const
const TEXTS = ['colorText', 'colorMuted', 'colorWin', 'colorDanger', 'colorInfo'] as const
const CONTROLS = ['colorPrimary', 'tier1', 'tier2', 'tier3', 'tier4', 'tier5'] as const
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')

test('money is shown with the digits of its ISO exponent, whatever the locale thinks of the currency', () => {
  assert.equal(formatMoney(120_500, 'EUR', 'en'), '€1,205.00')
  assert.equal(formatMoney(1205, 'JPY', 'en'), '¥1,205')
  assert.equal(plain(formatMoney(1205, 'KWD', 'en')), 'KWD 1.205')
  assert.equal(plain(formatMoney(120_500, 'HUF', 'en')), 'HUF 1,205.00')
  assert.equal(plain(formatMoney(-5, 'EUR', 'de')), '-0,05 €')
})

test('the largest safe amount keeps every digit in every currency', () => {
  for (const currency of CURRENCIES) {
    const digits = formatMoney(Number.MAX_SAFE_INTEGER, currency, 'en').replace(/[^\d.]/g, '')
    assert.equal(digits.replace(/^\.+/, ''), decimalOf(Number.MAX_SAFE_INTEGER, currency), currency)
  }
})

test('chances and basis points are shown exactly and never rounded up', () => {
  assert.equal(formatChance(20_000, 100_000_000, 'en'), '0.02%')
  assert.equal(formatChance(1, 100_000_000, 'en'), '0.000001%')
  assert.equal(formatChance(99_999_999, 100_000_000, 'en'), '99.999999%')
  assert.equal(formatChance(11_082_000, 100_000_000, 'en', 4), '11.0820%')
  assert.equal(chanceDigits(11_082_000, 100_000_000), 3)
  assert.equal(chanceDigits(50_000_000, 100_000_000), 2)
  assert.equal(formatBps(9250, 'en'), '92.50%')
  assert.equal(formatBps(8850, 'de'), '88,50\u00a0%')
  assert.equal(formatAbout(8399, 'en'), '83%')
  assert.equal(formatRoll(9613, 'en'), '96.13')
  assert.equal(formatBps(-125, 'en'), '-1.25%')
  assert.equal(oneIn(20_000, 100_000_000, 'en'), '5,000')
  assert.equal(oneIn(30_000_000, 100_000_000, 'en'), '3.3')
  assert.equal(oneIn(100_000_000, 100_000_000, 'en'), '1.0')
})

test('a change is shown in percent without a sign, never more than it is, and a small one is not shown as none', () => {
  assert.equal(formatChange(5000, 3001, 'en'), '39.9%')
  assert.equal(formatChange(5000, 8001, 'en'), '60.0%')
  assert.equal(formatChange(1000, 1120, 'de'), '12,0\u00a0%')
  assert.equal(formatChange(100_000, 100_040, 'en'), '0.04%')
  assert.equal(formatChange(0, 40, 'en'), null)
})

test('a tier follows the value of a prize against the price, each border in the tier above', () => {
  const tiers = [0, 499, 500, 999, 1000, 2999, 3000, 19_999, 20_000].map((value) => tierOf(value, 1000))
  assert.deepEqual(tiers, [1, 1, 2, 2, 3, 3, 4, 4, 5])
  assert.equal(tierOf(10 ** 12, 1), 5)
})

test('every error code has words: what happened, then what to do, both whole sentences', () => {
  const { error } = createTranslator('en')
  const general = error('NO_SUCH_CODE')
  for (const code of [...ERROR_CODES, 'OFFLINE', 'UNREADABLE', 'UNDECIDED']) {
    const { what, next } = error(code)
    assert.notEqual(what, general.what, code)
    for (const sentence of [what, next]) assert.match(sentence, /^[A-Z].{8,}\.$/, code)
    assert.doesNotMatch(`${what} ${next}`, /so close|almost|\bdue\b|lucky|streak|[A-Z]{4,}/, code)
  }
})

test('a refused open always says that nothing was charged or lost', () => {
  const { error } = createTranslator('en')
  const refusals = [
    ...['GAME_DISABLED', 'UNKNOWN_BOX', 'BOX_NOT_PLAYABLE', 'UNSUPPORTED_CURRENCY', 'FX_RATE_MOVED'],
    ...['FREE_OPENS_EXHAUSTED', 'INSUFFICIENT_FUNDS', 'PLAYER_BLOCKED', 'WALLET_UNAVAILABLE', 'RATE_LIMITED'],
  ]
  for (const code of refusals) assert.match(error(code).next, /Nothing (was charged|is lost)/, code)
})

test('whoever may not play is told so without reproach or lure, and that nothing was lost', () => {
  const { t } = createTranslator('en')
  const reasons = ['SELF_EXCLUDED', 'COOL_OFF', 'DAILY_SPEND', 'DAILY_OPENS'] as const
  for (const reason of reasons) {
    const words = `${t(`restricted.what.${reason}`)} ${t(`restricted.until.${reason}`, { moment: 'May 5, 2026' })}`
    assert.match(words, /^[A-Z].+\. [A-Z].+ May 5, 2026\.$/, reason)
    assert.doesNotMatch(words, /again|come back|soon|sorry|unfortunately|only|!/i, reason)
  }
  for (const key of ['restricted.stays', 'restricted.closed'] as const) {
    assert.match(t(key), /Nothing was charged.*safe.*cash it back.*every draw/, key)
  }
})

test('every view of the vault has an address of its own, and any other address shows the first', () => {
  const views = VAULT_TABS.flatMap((tab) => kindsOf(tab).map((kind) => ({ tab, kind })))
  const paths = views.map(viewPath)
  assert.equal(new Set(paths).size, views.length)
  for (const [at, path] of paths.entries()) {
    const [, tab, kind] = path.split('/')
    assert.deepEqual(readView(tab, kind), views[at])
  }
  assert.deepEqual(readView('attic', 'gold'), { tab: 'kept', kind: 'all' })
  assert.deepEqual(inTab({ tab: 'done', kind: 'bonus' }, 'way'), { tab: 'way', kind: 'all' })
  assert.deepEqual(inTab({ tab: 'kept', kind: 'collectible' }, 'way'), { tab: 'way', kind: 'collectible' })
})

test('a locale without words speaks English with its own numbers, and a malformed one does not break', () => {
  const german = createTranslator('de-AT')
  assert.equal(german.words, 'en')
  assert.equal(german.locale, 'de-AT')
  assert.equal(german.t('nav.vault'), 'Vault')
  assert.equal(createTranslator('not a locale').locale, 'en')
})

test('counted words take the form of their number, and a value is never read as a pattern', () => {
  const { plural, t } = createTranslator('en')
  assert.equal(plural('box.free', 1), '1 free open from your casino')
  assert.equal(plural('box.free', 3), '3 free opens from your casino')
  assert.equal(t('result.say', { name: '{amount} $&', amount: '€9.00' }), 'You won {amount} $&, worth €9.00.')
})

test('filler cells depend on nothing but the odds and the seed', () => {
  const prizes = [{ chanceUnits: 70_000_000 }, { chanceUnits: 29_999_000 }, { chanceUnits: 1000 }]
  const cells = drawFiller(prizes, 60, 7)
  assert.deepEqual(drawFiller(prizes, 60, 7), cells)
  assert.deepEqual(drawFiller(prizes, 20, 7), cells.slice(0, 20))
  assert.notDeepEqual(drawFiller(prizes, 60, 8), cells)
  assert.deepEqual(drawFiller([], 5, 1), [])
})

test('filler cells follow the published odds', () => {
  const prizes = [50, 30, 15, 4, 1].map((percent) => ({ percent, chanceUnits: percent * 1_000_000 }))
  const drawn = drawFiller(prizes, 100_000, 20_260_101)
  const chiSquare = prizes.reduce((sum, prize) => {
    const expected = prize.percent * 1000
    return sum + (drawn.filter((cell) => cell === prize).length - expected) ** 2 / expected
  }, 0)
  assert.ok(chiSquare < 18.47, `chi-square ${chiSquare} of 4 degrees of freedom: p < 0.001`)
})

test('reels stop one after another, and the prize waits for the shortest cycle allowed', () => {
  assert.equal(stopsAtMs('full', 0), 4500)
  assert.equal(stopsAtMs('full', 2), 5000)
  assert.equal(stopsAtMs('fast', 0), 1200)
  assert.ok(stopsAtMs('still', 4) <= 200)
  assert.equal(revealInMs('fast', 5000, 1300), 3700)
  assert.ok(revealInMs('fast', 0, 1300) > 0)
})

test('both house palettes pass their own contrast check', () => {
  assert.deepEqual(makeTheme({}, 'dark').corrections, [])
  assert.deepEqual(makeTheme({}, 'light').corrections, [])
})

test('an override that would be too faint is moved until it can be read, and is reported', () => {
  const theme = makeTheme({
    colorText: '#2a2f36',
    colorPrimary: '#222222',
    colorOnPrimary: '#333333',
    tier1: '#14181e',
  })
  assertReadable(theme.tokens)
  const corrected = theme.corrections.map(({ token }) => token).sort()
  assert.deepEqual(corrected, ['colorOnPrimary', 'colorPrimary', 'colorText', 'tier1'])
})

test('an override that can be read is taken as given', () => {
  const theme = makeTheme({ colorPrimary: '#7fd1b9', radius: '2px', fontText: 'Georgia, serif' })
  assert.deepEqual(theme.corrections, [])
  assert.equal(theme.tokens.colorPrimary, '#7fd1b9')
  assert.equal(theme.tokens.radius, '2px')
})

test('a light ground brings the light palette, and grounds that contradict one another give way', () => {
  assert.equal(makeTheme({ colorGround: '#fdf6ec' }).tokens.colorText, houseTokens.light.colorText)
  const torn = makeTheme({ colorGround: '#000000', colorSurface: '#ffffff' })
  assert.equal(torn.tokens.colorSurface, houseTokens.dark.colorSurface)
  assertReadable(torn.tokens)
})

test('a colour that cannot be read falls back to the house, and unknown tokens are ignored', () => {
  const theme = makeTheme({ colorText: 'var(--mine)', colorMuted: 'rgb(0 0 0 / 1%)', nonsense: 'red' })
  assert.equal(theme.tokens.colorText, houseTokens.dark.colorText)
  assert.deepEqual(
    theme.corrections.map(({ reason }) => reason),
    ['unreadable', 'unreadable'],
  )
  assert.ok(!('nonsense' in theme.tokens))
})

test('colours are read as hex, rgb and hsl', () => {
  assert.deepEqual(readColor('#0af'), [0, 170, 255])
  assert.deepEqual(readColor('#00AAFF'), [0, 170, 255])
  assert.deepEqual(readColor('rgb(0, 170, 255)'), [0, 170, 255])
  assert.deepEqual(readColor('hsl(200 100% 50%)'), [0, 170, 255])
  assert.equal(readColor('#00aaff80'), null)
  assert.equal(Math.round(contrast([0, 0, 0], [255, 255, 255])), 21)
})

test('messages go to an origin on the allow-list only; a star stands for any, an empty list for none', () => {
  assert.ok(isAllowed('https://casino.example', ['https://casino.example']))
  assert.ok(isAllowed('https://casino.example', ['*']))
  assert.ok(!isAllowed('https://casino.example.evil', ['https://casino.example']))
  assert.ok(!isAllowed('https://casino.example', []))
  assert.ok(!isAllowed('null', ['*']))
})

test('a 503 of the wallet is undecided with Retry-After and final without', () => {
  assert.ok(isUndecided(new ApiFailure('WALLET_UNAVAILABLE', 503, 2000)))
  assert.ok(!isUndecided(new ApiFailure('WALLET_UNAVAILABLE', 503)))
  assert.ok(isUndecided(new ApiFailure('OFFLINE', 0)))
  assert.ok(isUndecided(new ApiFailure('INTERNAL', 500)))
  assert.ok(isUndecided(new ApiFailure('UNREADABLE', 200)))
  assert.ok(isUndecided(new ApiFailure('RATE_LIMITED', 429, 1000)))
  assert.ok(!isUndecided(new ApiFailure('INSUFFICIENT_FUNDS', 422)))
  assert.equal(retryAfterMs('2', 0), 2000)
  assert.equal(retryAfterMs('Thu, 01 Jan 1970 00:00:10 GMT', 4000), 6000)
  assert.equal(retryAfterMs(null, 0), null)
})

test('a refusal whose earlier try may have been charged is told apart from one that charged nothing', () => {
  const refusal = (undecided: boolean, retryAfter: string | null = null) => {
    const body = { error: { code: 'INSUFFICIENT_FUNDS' }, round: { publicId: 'rnd_1', status: 'voided', undecided } }
    return readFailure(retryAfter === null ? 422 : 503, retryAfter, body, 0)
  }
  assert.deepEqual(
    [true, false].map((undecided) => isRefusedInDoubt(refusal(undecided))),
    [true, false],
  )
  assert.ok(!isRefusedInDoubt(refusal(true, '2')), 'a click that may still settle is asked about again')
  assert.ok(!isRefusedInDoubt(new ApiFailure('INSUFFICIENT_FUNDS', 422)))
})

test('an undecided request is repeated with the same bytes after the wait it was told, until it is decided', async () => {
  const { sent, call, waits } = openAgainst([unavailable('2'), 'offline', unavailable('3'), settled])
  await call()
  assert.equal(sent.length, 4)
  assert.equal(new Set(sent).size, 1)
  assert.deepEqual(waits, [2000, 2000, 3000])
})

test('a final refusal is not repeated', async () => {
  const { sent, call } = openAgainst([unavailable(null), settled])
  await assert.rejects(call(), (failure: ApiFailure) => failure.code === 'WALLET_UNAVAILABLE' && !isUndecided(failure))
  assert.equal(sent.length, 1)
})

test('waiting for a decision ends, and what is thrown then still says that it is undecided', async () => {
  const { sent, call } = openAgainst(Array.from({ length: 100 }, () => unavailable('2')))
  await assert.rejects(call(), (failure: ApiFailure) => isUndecided(failure))
  assert.equal(sent.length, 11)
})

test('the client sends the session token, fills in the path, and tells when the session is over', async () => {
  const seen: { url: string; authorization: string | null }[] = []
  let ended = ''
  const api = createPlayApi({
    baseUrl: 'https://play.example',
    getToken: () => 'ps_1',
    onSessionEnd: (code) => {
      ended = code
    },
    fetch: async (url, init) => {
      seen.push({ url: String(url), authorization: new Headers(init?.headers).get('authorization') })
      return refusal(401, 'SESSION_EXPIRED', null)
    },
  })
  await assert.rejects(api.call('listInventory', { query: { state: 'unresolved', limit: '24' } }))
  await assert.rejects(api.call('cashBackItem', { params: { id: '7' }, body: {} }))
  assert.deepEqual(seen, [
    { url: 'https://play.example/api/play/inventory?state=unresolved&limit=24', authorization: 'Bearer ps_1' },
    { url: 'https://play.example/api/play/inventory/7/cashback', authorization: 'Bearer ps_1' },
  ])
  assert.equal(ended, 'SESSION_EXPIRED')
})

function assertReadable(tokens: Record<string, string>): void {
  const ratio = (one: string, other: string) => contrast(readColor(tokens[one]!)!, readColor(tokens[other]!)!)
  for (const ground of GROUNDS) {
    for (const text of TEXTS) assert.ok(ratio(text, ground) >= 4.5, `${text} on ${ground}`)
    for (const control of CONTROLS) assert.ok(ratio(control, ground) >= 3, `${control} on ${ground}`)
  }
  assert.ok(ratio('colorOnPrimary', 'colorPrimary') >= 4.5, 'colorOnPrimary')
}

const settled = () => Response.json({ round: {}, items: [], balanceAfterMinor: 0, facts: null })
const unavailable = (retryAfter: string | null) => () => refusal(503, 'WALLET_UNAVAILABLE', retryAfter)

function refusal(status: number, code: string, retryAfter: string | null): Response {
  const headers: Record<string, string> = retryAfter === null ? {} : { 'retry-after': retryAfter }
  return Response.json({ error: { code, message: '', requestId: 'r', docUrl: '' } }, { status, headers })
}

/** Opens a box against answers in order, with a clock that only waiting moves. */
function openAgainst(answers: ((() => Response) | 'offline')[]) {
  const sent: string[] = []
  const waits: number[] = []
  const api = createPlayApi({
    baseUrl: '',
    getToken: () => null,
    fetch: async (_url, init) => {
      const answer = answers[sent.push(String(init?.body)) - 1]!
      if (answer === 'offline') throw new TypeError('no network')
      return answer()
    },
  })
  const body = { clientActionId: 'click-1', reels: [{ reelIndex: 0, boxVersionId: 1 }] }
  const call = () =>
    untilDecided({
      send: () => api.call('openRound', { body }),
      sleep: async (ms) => void waits.push(ms),
      now: () => waits.reduce((sum, ms) => sum + ms, 0),
      onUndecided: () => undefined,
      giveUpMs: 20_000,
    })
  return { sent, waits, call }
}

test('uniqueId: a UUID of version 4, and another each time', () => {
  const ids = Array.from({ length: 50 }, uniqueId)
  for (const id of ids) assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  assert.equal(new Set(ids).size, ids.length)
})
