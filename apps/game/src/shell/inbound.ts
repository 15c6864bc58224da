import { isCurrency } from '@coffer/contract/currencies'
import { lookUpLocale } from '@coffer/contract/locale'
import type { HostMessage } from '@coffer/contract/messages'
import { acceptHost, hostCan, postToHost } from '../host/host.ts'
import { route } from '../kit/route.ts'
import { locale } from '../kit/words.ts'
import { changeCurrency } from '../play/change-currency.ts'
import { isMoving } from '../play/games.ts'
import { balance, refreshBalance } from '../session/balance.ts'
import { realityCheck } from '../session/reality-dialog.tsx'
import { current, paused, phase } from '../session/session.ts'
import { beat } from '../session/session-figures.ts'
import { GAMES } from './games.ts'
import { wear } from './theme.ts'

/** Messages that came before the allow-list was known. */
const early: MessageEvent[] = []
const MAX_EARLY = 20

export function listenToHost(): void {
  addEventListener('message', (event) => {
    if (event.source !== window.parent || !isHostMessage(event.data)) return
    if (phase.value.name === 'playing') take(event)
    else if (phase.value.name === 'loading' && early.length < MAX_EARLY) early.push(event)
  })
}

/** Handles what came early, once the session stands. */
export function takeEarly(): void {
  for (const event of early.splice(0)) take(event)
}

function take(event: MessageEvent): void {
  if (!acceptHost(event.origin)) return
  const message = event.data as HostMessage
  void handlers[message.type]?.(fieldsOf(message.payload), message.id)
}

type Fields = Readonly<Record<string, unknown>>

const handlers: { readonly [T in HostMessage['type']]?: (fields: Fields, id?: string) => void | Promise<void> } = {
  hello: ({ can }, id) => {
    hostCan.value = Array.isArray(can) ? can.filter((name) => typeof name === 'string') : []
    postToHost('ready', readyPayload(), id)
  },
  'state.get': (_, id) => postToHost('ready', readyPayload(), id),
  'balance.refresh': refreshBalance,
  pause: () => {
    paused.value = true
  },
  resume: () => {
    paused.value = false
  },
  'locale.set': (fields) => {
    const wanted = typeof fields.locale === 'string' ? lookUpLocale(fields.locale, current().bootstrap.locales) : null
    if (wanted !== null) locale.value = wanted
  },
  'theme.set': (fields) => wear({ ...current().bootstrap.theme.tokens, ...textsOf(fields.tokens) }),
  'currency.set': async (fields) => {
    const { currency } = fields
    if (typeof currency !== 'string' || !isCurrency(currency) || isMoving()) return
    await changeCurrency(currency).catch(() => undefined)
  },
  'reality.check': () => {
    realityCheck.value = true
    void beat()
  },
}

/** What the host may know of the game's state. */
export function readyPayload(): Fields {
  const { bootstrap, currency } = current()
  return {
    gameKey: bootstrap.game.key,
    screen: route.value.screen,
    paused: paused.value,
    balanceMinor: balance.value?.minor ?? null,
    currency,
    ...Object.assign({}, ...Object.values(GAMES).map((game) => game.hostState?.())),
  }
}

function isHostMessage(data: unknown): data is HostMessage {
  const message = fieldsOf(data)
  return message.source === 'coffer-host' && message.v === 1 && Object.hasOwn(handlers, String(message.type))
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}

function textsOf(value: unknown): Record<string, string> {
  const texts = Object.entries(fieldsOf(value)).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return Object.fromEntries(texts)
}
