import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { disableStaff } from '../../service/src/staff/index.ts'
import { assertAccessible } from '../support/accessible.ts'
import { eventually } from '../support/eventually.ts'
import { signInReviewer, submitFor } from '../support/kyc.ts'
import { BRAM, PIP, ZOFIA } from '../support/kyc-people.ts'
import { routeFirst } from '../support/page-requests.ts'
import { openBrowser } from '../support/shared-browser.ts'
import { staffLink } from '../support/staff.ts'
import { startWorld, type TestOperator } from '../support/world.ts'

const SCREEN = { width: 1280, height: 860 }
/** What has the focus. */
const FOCUSED = 'document.activeElement.tagName'
const PHONE = { width: 390, height: 844 }

test('a reviewer comes in by a link, and works the queue off by keys alone, or by mouse', async (t) => {
  const desk = await openDesk(t)
  await t.test('the link signs in, leaves the address, and works once', () => comesIn(desk))
  await t.test('an auditor reads a case, and is offered nothing that changes it', () => audits(desk))
  await t.test('what is filtered stays in the address', () => filters(desk))
  await t.test('a note stays with its case until it is sent, and the focus with whoever types', () => leavesNotes(desk))
  await t.test('a case is opened, claimed, looked at and rejected, and the next one comes by itself', () =>
    rejectsWithRetry(desk),
  )
  await t.test(
    'a hint is said in plain words, one final reason is said to end it, and a late answer moves nobody',
    () => rejectsForGood(desk),
  )
  await t.test('with four eyes the first opinion is shown with its name, and decides nothing', () =>
    givesSecondOpinion(desk),
  )
  await t.test('on a phone everything fits, and whoever is disabled is out at the next step', () => worksOnAPhone(desk))
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
  const login = `${world.baseUrl}/admin/#token=${await staffLink(world, 'rita@desk.example')}`
  const rows = page.locator('.row-player')
  /** The rows of the queue, the oldest first. */
  const rowsAre = async (...players: string[]) => {
    await page.locator(`.rows:has(.row:nth-child(${players.length}):last-child)`).waitFor()
    assert.deepEqual(await rows.allTextContents(), players)
  }
  const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
  const press = (key: string) => page.keyboard.press(key)
  return { world, aurum, ann, kid, cyd, browser, page, login, rows, rowsAre, heading, press }
}

type Desk = Awaited<ReturnType<typeof openDesk>>

async function comesIn({ world, browser, page, login, rowsAre }: Desk): Promise<void> {
  await page.goto(login)
  await rowsAre('ann', 'kid', 'cyd')
  assert.equal(page.url(), `${world.baseUrl}/admin/`)
  await assertAccessible(page, 'queue')
  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(login)
  await stranger.getByText('This link is used up').waitFor()
  assert.equal(stranger.url(), `${world.baseUrl}/admin/`)
  await assertAccessible(stranger, 'used link')
  await stranger.close()
}

async function audits({ world, browser, kid }: Desk): Promise<void> {
  const page = await (await browser.newContext({ viewport: SCREEN })).newPage()
  const token = await staffLink(world, 'audit@desk.example', ['auditor'])
  await page.goto(`${world.baseUrl}/admin/kyc/${kid}#token=${token}`)
  await page.getByRole('heading', { level: 1, name: 'kid' }).waitFor()
  await page.getByText('Pip').first().waitFor()
  assert.equal(await page.getByRole('button', { name: /Claim|Confirm|Reject|note/ }).count(), 0)
  assert.equal(await page.getByRole('textbox').count(), 0)
  await assertAccessible(page, 'a case for an auditor')
  await page.context().close()
}

async function filters({ world, page, rowsAre }: Desk): Promise<void> {
  await page.getByLabel('Casino').selectOption('beryl')
  await rowsAre('cyd')
  assert.equal(page.url(), `${world.baseUrl}/admin/?operator=beryl`)
  await page.reload()
  await rowsAre('cyd')
  await page.goBack()
  await rowsAre('ann', 'kid', 'cyd')
}

async function leavesNotes({ page, ann, rows, rowsAre, heading, press }: Desk): Promise<void> {
  const field = page.getByLabel('A note for other reviewers')
  const unsent = page.getByText('You have left a note unsent')
  await rows.filter({ hasText: 'ann' }).click()
  await heading('ann')
  await field.fill('The photo is taken from a screen.')
  await page.getByRole('link', { name: 'Queue' }).click()
  await rows.filter({ hasText: 'kid' }).click()
  await heading('kid')
  assert.equal(await field.inputValue(), '', 'what is said of one never comes to another')
  await assertAccessible(page, 'a note that was left behind')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByText(`not sent yet: No. ${ann}`).waitFor()
  await page.getByRole('button', { name: 'Stay' }).click()
  const [question] = await Promise.all([
    page.waitForEvent('dialog'),
    page.evaluate('void setTimeout(() => location.reload())'),
  ])
  assert.equal(question.type(), 'beforeunload')
  await question.dismiss()
  await unsent.getByRole('link', { name: `No. ${ann}` }).click()
  await heading('ann')
  assert.equal(await field.inputValue(), 'The photo is taken from a screen.')

  const claimed = await holdBack(page, '**/claim')
  await page.getByRole('button', { name: 'Claim' }).click()
  await field.focus()
  claimed.letGo()
  await page.getByText('Yours until').waitFor()
  assert.equal(await page.evaluate(FOCUSED), 'TEXTAREA', 'nobody is taken away from what they type')
  const left = await holdBack(page, '**/notes')
  await page.getByRole('button', { name: 'Leave the note' }).click()
  await eventually(
    async () => (await page.evaluate(FOCUSED)) === 'BODY',
    'the button that was pressed has lost the focus',
  )
  left.letGo()
  await page.locator('.note-text', { hasText: 'from a screen' }).waitFor()
  assert.deepEqual([await field.inputValue(), await page.evaluate(FOCUSED)], ['', 'TEXTAREA'])
  await page.getByRole('button', { name: 'Give back' }).focus()
  await press('Enter')
  await page.locator('button:focus', { hasText: 'Claim' }).waitFor()
  await page.getByRole('link', { name: 'Queue' }).click()
  await rowsAre('ann', 'kid', 'cyd')
  assert.equal(await unsent.count(), 0)
}

/** Keeps what the page asks for from the service until it is let go. */
async function holdBack(page: Page, url: string) {
  const held = Promise.withResolvers<void>()
  await routeFirst(page, url, (route) => held.promise.then(() => route.continue()))
  return { letGo: held.resolve, asked: page.waitForRequest(url) }
}

async function rejectsWithRetry({ world, aurum, ann, page, heading, press }: Desk): Promise<void> {
  // The rows of an earlier visit are shown before the queue takes keys.
  await eventually(async () => {
    await press('k')
    return (await page.locator('.row:first-child .row-link:focus').count()) === 1
  }, 'a key moves the focus to the first row')
  await press('j')
  await page.locator('.row:nth-child(2) .row-link:focus').waitFor()
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
  await page.getByText('Yours until').waitFor()
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
  const { requests } = await aurum.coffer.listKycRequests({ playerExternalId: 'ann' })
  const [told] = requests
  assert.deepEqual(
    [told?.requestId, told?.status, told?.reasons, told?.retryable],
    [ann, 'REJECTED', ['DOCUMENT_UNREADABLE'], true],
  )
}

async function rejectsForGood({ aurum, kid, page, heading, press }: Desk): Promise<void> {
  await page.getByText('the player is younger than 18').waitFor()
  await page.getByText('fr-a', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Claim' }).click()
  await page.locator('button:focus', { hasText: 'Reject…' }).waitFor()
  assert.equal(await page.evaluate('scrollY'), 0, 'the bar of actions is in sight, so the page stays where it is')
  await press('n')
  await page.getByLabel('What was typed differs').check()
  await page.getByLabel('The player is too young').check()
  await page.getByText('Final: The player is too young.').waitFor()
  const decided = await holdBack(page, '**/decide')
  await page.getByRole('button', { name: 'Reject for good' }).click()
  await decided.asked
  await page.goBack()
  await heading('ann')
  assert.equal(await page.getByRole('dialog').count(), 0, 'what was asked about one is not asked about another')
  decided.letGo()
  await page.getByText('kid is rejected for good.', { exact: true }).waitFor()
  await heading('ann')
  const [told] = (await aurum.coffer.listKycRequests({ playerExternalId: 'kid' })).requests
  assert.deepEqual([told?.requestId, told?.reasons, told?.retryable], [kid, ['DATA_MISMATCH', 'UNDERAGE'], false])
}

async function givesSecondOpinion({ world, cyd, page, press }: Desk): Promise<void> {
  const mara = await signInReviewer(world, 'mara@desk.example')
  await mara.claim(cyd)
  await page.getByRole('link', { name: 'Queue' }).click()
  await page.locator('.row-link').click()
  await page.getByText('mara@desk.example reviews this').waitFor()
  await mara.decide(cyd, 'confirmed')
  await press('c')
  await page.getByText('mara@desk.example said confirm.').waitFor()
  await press('c')
  await page.getByText('Yours until').waitFor()
  await press('y')
  await page.getByText('The casino hears that the player is confirmed').waitFor()
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await page.getByText('cyd is confirmed. Nobody else waits.').waitFor()
  await page.getByText('Nobody waits for a review.').waitFor()
}

async function worksOnAPhone({ world, page, rows, heading, press }: Desk): Promise<void> {
  await page.setViewportSize(PHONE)
  await page.getByLabel('Status').selectOption('REJECTED')
  await rows.first().waitFor()
  await assertAccessible(page, 'queue on a phone')
  await rows.first().click()
  await heading('kid')
  await assertAccessible(page, 'case on a phone')
  await page.getByRole('link', { name: 'Queue' }).focus()
  await press('?')
  await page.getByText('confirm: asks once more').waitFor()
  await press('Escape')
  await disableStaff(world.service.ctx, { email: 'rita@desk.example' })
  await press('Escape')
  await page.getByRole('heading', { name: 'Sign in again' }).waitFor()
}
