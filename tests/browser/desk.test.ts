import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { disableStaff } from '../../service/src/staff/index.ts'
import { assertAccessible, assertTouchable } from '../support/accessible.ts'
import { exportCsv } from '../support/admin-page.ts'
import { eventually } from '../support/eventually.ts'
import { signInReviewer, submitFor } from '../support/kyc.ts'
import { BRAM, PIP, ZOFIA } from '../support/kyc-people.ts'
import { watchFaults } from '../support/page-faults.ts'
import { routeFirst } from '../support/page-requests.ts'
import { openBrowser } from '../support/shared-browser.ts'
import { staffLink } from '../support/staff.ts'
import { startWorld, type TestOperator } from '../support/world.ts'

const SCREEN = { width: 1280, height: 860 }
/** The rows of the list of verifications. */
const TABLE_ROWS = 'table[aria-label=Verifications] tbody > tr'
/** What has the focus. */
const FOCUSED = 'document.activeElement.tagName'
const PHONE = { width: 390, height: 844 }

test('review desk: a reviewer decides verifications by keyboard or by mouse', async (t) => {
  const desk = await openDesk(t)
  await t.test('the link signs in, leaves the address, and works once', () => comesIn(desk))
  await t.test('an auditor reads a case and is offered no change of it', () => audits(desk))
  await t.test('the filters stay in the address', () => filters(desk))
  await t.test('an unsent note stays with its case, and the focus with the reviewer', () => leavesNotes(desk))
  await t.test('a case is claimed and rejected, and the next one opens', () => rejectsWithRetry(desk))
  await t.test('a final reason ends the verification, and a late answer does not move the reviewer', () =>
    rejectsForGood(desk),
  )
  await t.test('the queue refreshes while the page is used', () => refreshesQueue(desk))
  await t.test('a claim is renewed while the reviewer uses the page, and not when it is unattended', () =>
    renewsClaim(desk),
  )
  await t.test('four eyes: the first opinion is shown with its name and decides nothing', () =>
    givesSecondOpinion(desk),
  )
  await t.test('dark scheme: the queue and a case are readable, also on a phone', () => checksDarkScheme(desk))
  await t.test('a disabled reviewer is signed out at the next request', () => signsOutDisabledReviewer(desk))
  assert.deepEqual(desk.faults, [])
})

/** A browser at the desk, where three wait. */
async function openDesk(t: TestContext) {
  const world = await startWorld(t, {
    wallet: false,
    operators: {
      aurum: { settings: { kyc: { enabled: true } } },
      beryl: { settings: { kyc: { enabled: true, fourEyes: true } } },
    },
  })
  const { aurum, beryl } = world.operators as Record<'aurum' | 'beryl', TestOperator>
  const ann = await submitFor(world, aurum, 'ann', ZOFIA, { locale: 'pt_br' })
  const kid = await submitFor(world, aurum, 'kid', PIP, { locale: 'fr-a' })
  const cyd = await submitFor(world, beryl, 'cyd', BRAM)
  const browser = await openBrowser(t)
  const context = await browser.newContext({ viewport: SCREEN, reducedMotion: 'reduce' })
  const page = await context.newPage()
  const faults = watchFaults(page)
  const login = `${world.baseUrl}/admin/#token=${await staffLink(world, 'rita@desk.example')}`
  const rows = page.getByTestId('player')
  /** The rows of the queue, the oldest first. */
  const rowsAre = async (...players: string[]) => {
    await page.locator(`${TABLE_ROWS}:nth-child(${players.length}):last-child`).waitFor()
    assert.deepEqual(await rows.allTextContents(), players)
  }
  const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
  const press = (key: string) => page.keyboard.press(key)
  return { world, aurum, ann, kid, cyd, browser, context, page, faults, login, rows, rowsAre, heading, press }
}

type Desk = Awaited<ReturnType<typeof openDesk>>

async function comesIn({ world, browser, page, login, rowsAre }: Desk): Promise<void> {
  await page.goto(login)
  await rowsAre('ann', 'kid', 'cyd')
  assert.equal(page.url(), `${world.baseUrl}/admin/kyc`)
  await assertAccessible(page, 'queue')
  const other = await (await browser.newContext()).newPage()
  await other.goto(login)
  await other.getByRole('heading', { name: 'This link cannot be used' }).waitFor()
  assert.equal(other.url(), `${world.baseUrl}/admin/`)
  await assertAccessible(other, 'used link')
  await other.close()
}

async function audits({ world, browser, kid }: Desk): Promise<void> {
  const page = await (await browser.newContext({ viewport: PHONE, hasTouch: true, isMobile: true })).newPage()
  const token = await staffLink(world, 'audit@desk.example', ['auditor'])
  await page.goto(`${world.baseUrl}/admin/kyc/${kid}#token=${token}`)
  await page.getByRole('heading', { level: 1, name: 'kid' }).waitFor()
  await page.getByText('Pip').first().waitFor()
  assert.equal(await page.getByRole('button', { name: /Claim|Confirm|Reject|note/ }).count(), 0)
  assert.equal(await page.getByRole('textbox').count(), 0)
  await assertAccessible(page, 'a case for an auditor')
  await assertTouchable(page, 'a case on a touch screen')
  await page.context().close()
}

async function filters({ world, page, rowsAre }: Desk): Promise<void> {
  await page.getByLabel('Operator').selectOption('beryl')
  await rowsAre('cyd')
  assert.equal(page.url(), `${world.baseUrl}/admin/kyc?operator=beryl`)
  await page.reload()
  await rowsAre('cyd')
  await page.goBack()
  await rowsAre('ann', 'kid', 'cyd')
  await page.getByLabel('Player ID').fill('kid')
  await rowsAre('kid')
  assert.equal(page.url(), `${world.baseUrl}/admin/kyc`, 'an address contains no text that was searched for')
  const { name, rows } = await exportCsv(page)
  assert.deepEqual([name, rows.map(({ playerExternalId }) => playerExternalId)], ['verifications.csv', ['kid']])
  await page.getByLabel('Status').selectOption('')
  await page.waitForURL(`${world.baseUrl}/admin/kyc?status=`)
  await rowsAre('kid')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await rowsAre('ann', 'kid', 'cyd')
  assert.equal(page.url(), `${world.baseUrl}/admin/kyc`)
}

async function leavesNotes({ page, ann, rows, rowsAre, heading, press }: Desk): Promise<void> {
  const field = page.getByLabel('A note for other reviewers')
  const unsent = page.getByText('Unsent notes:')
  await rows.filter({ hasText: 'ann' }).click()
  await heading('ann')
  await field.fill('The photo is taken from a screen.')
  await page.getByRole('link', { name: 'Back to verifications' }).click()
  await rows.filter({ hasText: 'kid' }).click()
  await heading('kid')
  assert.equal(await field.inputValue(), '', 'what is said of one never comes to another')
  await assertAccessible(page, 'a note that was left behind')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByText(`Unsent notes: verification No. ${ann}. Signing out`).waitFor()
  await page.getByRole('button', { name: 'Stay' }).click()
  const [question] = await Promise.all([
    page.waitForEvent('dialog'),
    page.evaluate('void setTimeout(() => location.reload())'),
  ])
  assert.equal(question.type(), 'beforeunload')
  await question.dismiss()
  await unsent.getByRole('link', { name: `verification No. ${ann}` }).click()
  await heading('ann')
  assert.equal(await field.inputValue(), 'The photo is taken from a screen.')

  const claimed = await holdBack(page, '**/claim')
  await page.getByRole('button', { name: 'Claim' }).click()
  await field.focus()
  claimed.letGo()
  await page.getByText('You have claimed it until').waitFor()
  assert.equal(await page.evaluate(FOCUSED), 'TEXTAREA', 'nobody is taken away from what they type')
  const left = await holdBack(page, '**/notes')
  await page.getByRole('button', { name: 'Add note' }).click()
  await eventually(
    async () => (await page.evaluate(FOCUSED)) === 'BODY',
    'the button that was pressed has lost the focus',
  )
  left.letGo()
  await page.getByRole('listitem').getByText('from a screen').waitFor()
  await eventually(
    async () => (await field.inputValue()) === '' && (await page.evaluate(FOCUSED)) === 'TEXTAREA',
    'the field is empty and has the focus again',
  )
  await page.getByRole('button', { name: 'Release' }).focus()
  await press('Enter')
  await page.locator('button:focus', { hasText: 'Claim' }).waitFor()
  await page.getByRole('link', { name: 'Back to verifications' }).click()
  await rowsAre('ann', 'kid', 'cyd')
  assert.equal(await unsent.count(), 0)
}

/** Keeps what the page asks for from the service until it is let go. */
async function holdBack(page: Page, url: string) {
  const held = Promise.withResolvers<void>()
  await routeFirst(page, url, (route) => held.promise.then(() => route.continue()))
  return { letGo: held.resolve, asked: page.waitForRequest(url) }
}

async function rejectsWithRetry({ world, aurum, ann, kid, page, heading, press }: Desk): Promise<void> {
  const reads = watchReads(page)
  // The rows of an earlier visit are shown before the queue takes keys.
  await eventually(async () => {
    await press('k')
    return (await page.locator(`${TABLE_ROWS}:first-child a:focus`).count()) === 1
  }, 'a key moves the focus to the first row')
  await press('j')
  await page.locator(`${TABLE_ROWS}:nth-child(2) a:focus`).waitFor()
  await press('k')
  await press('Enter')
  await heading('ann')
  assert.equal(page.url(), `${world.baseUrl}/admin/kyc/${ann}`)
  for (const name of ['The front of the document', 'The back of the document', 'The player’s selfie']) {
    await page.getByAltText(name).evaluate((image) => (image as unknown as { decode(): Promise<void> }).decode())
  }
  await page.getByText('Zofia Quellenburg').waitFor()
  await page.getByText('Brazilian Portuguese').waitFor()
  await press('n')
  assert.equal(await page.getByRole('dialog').count(), 0, 'nothing is decided that was not claimed')
  await press('c')
  await page.getByText('You have claimed it until').waitFor()
  await assertAccessible(page, 'case')
  await press('n')
  await page.getByText('Choose at least one reason.').waitFor()
  await page.getByLabel('The document cannot be read').focus()
  await press('Space')
  await page.getByText('The player may try again.').waitFor()
  await assertAccessible(page, 'rejection')
  await page.getByRole('button', { name: 'Reject', exact: true }).focus()
  await press('Enter')
  await heading('kid')
  await page.getByText('ann is rejected and may try again. This is the next one.').waitFor()
  assert.deepEqual(reads, [ann, kid], 'each visit reads the case once, as reads are audited')
  const { requests } = await aurum.coffer.listKycRequests({ playerExternalId: 'ann' })
  const [told] = requests
  assert.deepEqual(
    [told?.requestId, told?.status, told?.reasons, told?.retryable],
    [ann, 'REJECTED', ['DOCUMENT_UNREADABLE'], true],
  )
}

/** The ids of the cases that a page reads, from now on. */
function watchReads(page: Page): readonly number[] {
  const reads: number[] = []
  page.on('request', (request) => {
    const id = /\/kyc\/requests\/(\d+)$/.exec(request.url())?.[1]
    if (id !== undefined) reads.push(Number(id))
  })
  return reads
}

async function rejectsForGood({ aurum, kid, page, rowsAre, heading, press }: Desk): Promise<void> {
  await page.getByText('the player is younger than 18').waitFor()
  await page.getByText('fr-a', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Claim' }).click()
  await page.locator('button:focus', { hasText: 'Reject…' }).waitFor()
  assert.equal(await page.evaluate('scrollY'), 0, 'a new case begins at the top, and the focus does not scroll it')
  await press('n')
  await page.getByLabel('The data entered differs').check()
  await page.getByLabel('The player is too young').check()
  await page.getByText('Final: The player is too young.').waitFor()
  const decided = await holdBack(page, '**/decide')
  await page.getByRole('button', { name: 'Reject (final)' }).click()
  await decided.asked
  await page.goBack()
  await heading('ann')
  assert.equal(await page.getByRole('dialog').count(), 0, 'what was asked about one is not asked about another')
  await press('Escape')
  await rowsAre('kid', 'cyd')
  decided.letGo()
  await page.getByText('kid is rejected. The decision is final.', { exact: true }).waitFor()
  await rowsAre('cyd')
  const [told] = (await aurum.coffer.listKycRequests({ playerExternalId: 'kid' })).requests
  assert.deepEqual([told?.requestId, told?.reasons, told?.retryable], [kid, ['DATA_MISMATCH', 'UNDERAGE'], false])
}

const MINUTE_MS = 60_000
const QUEUE_ROUTE = '/kyc/requests/list'

async function renewsClaim({ world, cyd, context }: Desk): Promise<void> {
  const page = await context.newPage()
  await page.clock.install({ time: world.clock.now() })
  const claims: string[] = []
  page.on('request', (request) => request.url().endsWith('/claim') && claims.push(request.url()))
  await page.goto(`${world.baseUrl}/admin/kyc/${cyd}`)
  await page.getByRole('button', { name: 'Claim' }).click()
  await page.getByText('You have claimed it until').waitFor()
  /** Minute by minute, so that the page can render in between. */
  const pass = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute++) {
      world.clock.advance(MINUTE_MS)
      await page.clock.runFor(MINUTE_MS)
    }
  }
  await pass(4)
  await page.keyboard.press('Shift')
  assert.equal(claims.length, 1)
  const renewed = page.waitForResponse('**/claim')
  await pass(4)
  await (await renewed).finished()
  await page.getByRole('button', { name: 'Release' }).and(page.locator(':enabled')).waitFor()
  assert.equal(claims.length, 2)
  await pass(12)
  assert.equal(claims.length, 2)
  await page.getByRole('button', { name: 'Release' }).click()
  await page.getByRole('button', { name: 'Claim' }).waitFor()
  await page.close()
}

/** The queue is read every 30 seconds, until the page was not used for ten minutes. */
async function refreshesQueue({ world, context }: Desk): Promise<void> {
  const page = await context.newPage()
  await page.clock.install({ time: world.clock.now() })
  const reads: string[] = []
  page.on('request', (request) => request.url().endsWith(QUEUE_ROUTE) && reads.push(request.url()))
  await page.goto(`${world.baseUrl}/admin/kyc`)
  await page.getByTestId('player').first().waitFor()
  const again = page.waitForRequest(`**${QUEUE_ROUTE}`)
  await page.clock.runFor(MINUTE_MS / 2)
  await again
  for (let minute = 0; minute < 11; minute++) await page.clock.runFor(MINUTE_MS)
  const { length } = reads
  await page.clock.runFor(2 * MINUTE_MS)
  assert.equal(reads.length, length, 'an unattended page does not keep its session')
  await page.close()
}

async function givesSecondOpinion({ world, cyd, page, rows, press }: Desk): Promise<void> {
  const mara = await signInReviewer(world, 'mara@desk.example')
  await mara.claim(cyd)
  await rows.click()
  await page.getByText('mara@desk.example is reviewing this').waitFor()
  await mara.release(cyd)
  await press('c')
  await page.getByText('Two people have to agree.').waitFor()
  await press('c')
  await page.getByText('You have claimed it until').waitFor()
  await press('n')
  await page.getByLabel('Something is missing').check()
  await page.getByText('Two people have to agree. The operator is not notified yet.').waitFor()
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  await page.getByText('Another reviewer has to agree. No other verification is waiting.').waitFor()
  await mara.decide(cyd, 'confirmed')
  await rows.click()
  await page.getByText('mara@desk.example chose to confirm.').waitFor()
  const nils = await signInReviewer(world, 'nils@desk.example')
  await nils.claim(cyd)
  await press('c')
  await page.getByRole('alert').getByText('reviewing this').waitFor()
  await page.getByText('nils@desk.example is reviewing this').waitFor()
  await nils.release(cyd)
  await press('c')
  await page.getByText('Claim it to decide.').waitFor()
  await press('c')
  await page.getByText('You have claimed it until').waitFor()
  await press('y')
  await page.getByText('The operator is notified that the player is confirmed').waitFor()
  await routeFirst(page, '**/kyc/requests/list', (route) => route.abort())
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await page.getByText('cyd is confirmed.', { exact: true }).waitFor()
  await page.getByText('No verifications to review.').waitFor()
}

async function checksDarkScheme({ page, rows, rowsAre, heading }: Desk): Promise<void> {
  await page.getByLabel('Colour scheme').getByText('Dark').click()
  await page.locator('html[data-mantine-color-scheme=dark]').waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByRole('button', { name: 'Close' }).click()
  await page.getByLabel('Status').selectOption('')
  await rowsAre('cyd', 'kid', 'ann')
  await page.getByLabel('Status').selectOption('REJECTED')
  await rowsAre('kid', 'ann')
  await assertAccessible(page, 'queue in the dark scheme')
  await page.setViewportSize(PHONE)
  await assertAccessible(page, 'queue on a phone')
  await rows.first().click()
  await heading('kid')
  await assertAccessible(page, 'case on a phone')
}

async function signsOutDisabledReviewer({ world, page, press }: Desk): Promise<void> {
  await page.getByRole('link', { name: 'Back to verifications' }).focus()
  await press('?')
  await page.getByText('confirm it: asks once more').waitFor()
  await press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.locator('a:focus', { hasText: 'Back to verifications' }).waitFor()
  await disableStaff(world.service.ctx, { email: 'rita@desk.example' })
  await press('Escape')
  await page.getByRole('heading', { name: 'Sign in again' }).waitFor()
}
