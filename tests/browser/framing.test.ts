import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { openBrowser } from '../support/shared-browser.ts'
import { startWorld, type TestOperator, type World } from '../support/world.ts'

test('the page of one operator cannot show the game of another’s player, though both may show their own', async (t) => {
  const world = await startWorld(t, { operators: { aurum: {}, borealis: {} } })
  const { aurum, borealis } = world.operators as Record<string, TestOperator>
  const frames = { aurum: '', borealis: '' }
  const pages = { aurum: await casinoPage(t, () => frames.aurum), borealis: await casinoPage(t, () => frames.borealis) }
  await world.settings(aurum!, { allowedOrigins: [pages.aurum] })
  await world.settings(borealis!, { allowedOrigins: [pages.borealis] })
  const browser = await openBrowser(t)
  const page = await browser.newPage()
  const game = page.frameLocator('iframe')

  frames.aurum = await launchUrl(aurum!)
  await page.goto(pages.aurum)
  await game.locator('#app main').first().waitFor()
  assert.equal(await game.locator('[data-code=FOREIGN_PAGE]').count(), 0)

  frames.borealis = await launchUrl(aurum!)
  await page.goto(pages.borealis)
  await game.locator('[data-code=FOREIGN_PAGE]').waitFor()
  assert.equal(await game.getByTestId('open-box').count(), 0, 'nothing can be clicked in it')
  await page.reload()
  await game.locator('[data-code]').waitFor()
  assert.equal(opens(world), 0)
})

async function launchUrl(operator: TestOperator): Promise<string> {
  const launch = { playerExternalId: 'ann', gameKey: 'mystery_box', target: {} } as const
  return (await operator.coffer.createLaunch(launch)).launchUrl
}

/** A page of an origin of its own, with the game in a frame. */
async function casinoPage(t: TestContext, frame: () => string): Promise<string> {
  const server = createServer((_request, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<iframe src="${frame()}" width="400" height="800"></iframe>`)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function opens(world: World): number {
  return world.casino.wallet.ledger('aurum', 'ann').filter(({ type }) => type === 'debit').length
}
