import { useState } from 'preact/hooks'
import { failureOf } from '../kit/answers.ts'
import { FailureWords } from '../kit/failure.tsx'
import { hrefOf, type Route, route } from '../kit/route.ts'
import { FIRST_VIEW } from '../kit/vault-view.ts'
import { type MessageName, money, t } from '../kit/words.ts'
import { changeCurrency } from '../offers/currency.ts'
import { isUpgraderShown } from '../offers/upgrader-config.ts'
import { isOpening } from '../play/opening.ts'
import { isUpgrading } from '../play/upgrade.ts'
import { balance, isRefreshing, refreshBalance } from '../session/balance.ts'
import { hasGame, homeRoute, reachable } from '../session/games.ts'
import { current, paused } from '../session/session.ts'
import { SessionLine } from '../session/session-line.tsx'

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

const ITEMS: readonly (readonly [Route, MessageName])[] = [
  [{ screen: 'lobby' }, 'nav.boxes'],
  [{ screen: 'upgrader' }, 'nav.upgrader'],
  [{ screen: 'vault', view: FIRST_VIEW }, 'nav.vault'],
  [{ screen: 'rounds' }, 'nav.rounds'],
  [{ screen: 'fairness' }, 'nav.fairness'],
]

/** Screens that are reached from one of the navigation belong to it. */
const BELONGS_TO: Readonly<Partial<Record<Route['screen'], Route['screen']>>> = { box: 'lobby', orders: 'vault' }

function isOffered({ screen }: Route): boolean {
  if (screen === 'lobby') return hasGame('mystery_box')
  return screen !== 'upgrader' || isUpgraderShown()
}

function Nav() {
  const { screen } = reachable(route.value)
  const now = BELONGS_TO[screen] ?? screen
  return (
    <nav class="nav" aria-label={t('nav.label')}>
      {ITEMS.filter(([to]) => isOffered(to)).map(([to, label]) => (
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
      disabled={isOpening() || isUpgrading()}
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
