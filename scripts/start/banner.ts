import { styleText } from 'node:util'
import type { BroughtUp } from './bring-up.ts'
import type { DemoFile } from './demo-file.ts'
import type { StartSettings } from './settings.ts'

/** What a newcomer needs on one screen. */
export function printBanner(settings: StartSettings, { demo, launchUrl, adminLinks, took }: BroughtUp): void {
  const rows: [label: string, text: string][] = [
    ['Casino', styleText('bold', settings.operatorUrl)],
    ...demo.operators.map(({ slug, currency, casinoUrl }): [string, string] => [
      '',
      `${casinoUrl}  ${dim(`${slug}, ${currency}`)}`,
    ]),
    ['Service', settings.baseUrl],
    ['OpenAPI', demo.docsUrl],
    ['Launch link', `${launchUrl}  ${dim('opens the game once')}`],
    ['Admin', adminLink(adminLinks.operator, demo, `of ${demo.operators[0]?.slug}`)],
    ['', adminLink(adminLinks.platform, demo, 'of the platform')],
    ...demo.operators.map(({ slug, keyId, keySecret }, index): [string, string] => [
      index === 0 ? 'Keys' : '',
      `${slug.padEnd(10)} ${keyId} ${dim(keySecret)}`,
    ]),
    ['Started in', dim(took)],
    ['Logs', dim(`${settings.dataDir}/logs`)],
    ['Everything', dim(`${settings.demoFile} (addresses, keys and secrets)`)],
  ]
  console.log(`\n  ${styleText(['bold', 'green'], 'Coffer runs.')}  ${dim('Ctrl-C stops it.')}\n`)
  for (const [label, text] of rows) console.log(`  ${label.padEnd(12)} ${text}`)
  console.log('')
}

function adminLink(link: string | null, { adminUrl }: DemoFile, whose: string): string {
  return link === null ? adminUrl : `${link}  ${dim(`${whose}, signs in once`)}`
}

function dim(text: string): string {
  return styleText('dim', text)
}
