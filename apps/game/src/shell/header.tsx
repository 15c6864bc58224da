import { useState } from 'preact/hooks'
import { failureOf } from '../kit/answers.ts'
import { FailureWords } from '../kit/failure.tsx'
import { gameOf, homeOf, hrefOf, type Route, route } from '../kit/route.ts'
import { FIRST_VIEW } from '../kit/vault-view.ts'
import { type MessageName, money, t } from '../kit/words.ts'
import { changeCurrency } from '../play/change-currency.ts'
import { isPlaying } from '../play/games.ts'
import { balance, isRefreshing, refreshBalance } from '../session/balance.ts'
import { hasGame, homeRoute, reachable } from '../session/games.ts'
import { current, paused } from '../session/session.ts'
import { SessionLine } from '../session/session-line.tsx'
import { GAME_KEYS, GAMES } from './games.ts'

export function Header() {
  const [failureCode, setFailureCode] = useState<string | null>(null)
  return (
    <header class="header">
      <div class="header-row">
        <Brand />
        <Nav />
        <div class="purse">
          <CurrencyChoice onFailure={setFailureCode} />
          <Balance />
        </div>
      </div>
      <SessionLine />
      {failureCode && <FailureWords code={failureCode} />}
      {paused.value && (
        <p class="notice is-info" role="status">
          {t('app.paused')}
        </p>
      )}
    </header>
  )
}

function Brand() {
  const { name, logoUrl } = current().bootstrap.tenant
  return (
    <a class="brand" href={hrefOf(homeRoute())}>
      {logoUrl ? <img class="brand-logo" src={logoUrl} alt={name} /> : name}
    </a>
  )
}

type Entry = { readonly to: Route; readonly label: MessageName }

function entries(): Entry[] {
  const games = GAME_KEYS.filter((key) => hasGame(key) && (GAMES[key].isShown?.() ?? true))
  return [
    ...games.map((key): Entry => ({ to: homeOf(key), label: `nav.${key}` })),
    { to: { screen: 'vault', view: FIRST_VIEW }, label: 'nav.vault' },
    { to: { screen: 'rounds' }, label: 'nav.rounds' },
    { to: { screen: 'fairness' }, label: 'nav.fairness' },
  ]
}

/** The entry that a screen belongs to: orders are reached from the vault, and what a game shows from its home. */
function entryOf(shown: Route): Route['screen'] {
  if (shown.screen === 'orders') return 'vault'
  const game = gameOf(shown)
  return game === null ? shown.screen : homeOf(game).screen
}

function Nav() {
  const now = entryOf(reachable(route.value))
  return (
    <nav class="nav" aria-label={t('nav.label')}>
      {entries().map(({ to, label }) => (
        <a
          key={to.screen}
          href={hrefOf(to)}
          data-testid={`${to.screen}-link`}
          aria-current={now === to.screen ? 'page' : undefined}
        >
          {t(label)}
        </a>
      ))}
    </nav>
  )
}

function Balance() {
  const now = balance.value
  const isKnown = now !== null && now.minor !== null
  return (
    <div class="balance">
      <span class="balance-label" id="balance-label">
        {t('balance.label')}
      </span>
      <output class="balance-amount" data-testid="balance" aria-labelledby="balance-label" aria-live="polite">
        {isKnown ? money(now.minor!, now.currency) : <span title={t('balance.unknown')}>–</span>}
      </output>
      <button
        type="button"
        class={isRefreshing.value ? 'icon-button is-turning' : 'icon-button'}
        aria-label={t('balance.refresh')}
        title={t('balance.refresh')}
        onClick={refreshBalance}
      >
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d="M15.6 8A6 6 0 1 0 16 11.2M16.2 3.8V8.2H11.8" />
        </svg>
      </button>
    </div>
  )
}

function CurrencyChoice({ onFailure }: { onFailure: (code: string | null) => void }) {
  const { bootstrap, currency } = current()
  if (bootstrap.currencies.length < 2) return null
  const choose = async (select: HTMLSelectElement) => {
    try {
      await changeCurrency(select.value)
      onFailure(null)
    } catch (thrown) {
      select.value = currency
      onFailure(failureOf(thrown).code)
    }
  }
  return (
    <select
      class="select"
      aria-label={t('currency.label')}
      data-testid="currency"
      value={currency}
      disabled={isPlaying()}
      onChange={(event) => choose(event.currentTarget)}
    >
      {bootstrap.currencies.map((code) => (
        <option key={code} value={code}>
          {code}
        </option>
      ))}
    </select>
  )
}
