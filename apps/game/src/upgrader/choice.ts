import type { UpgraderMode } from '@coffer/contract/shapes'
import type { UpgraderConfig, UpgraderPrize, UpgraderPrizes } from '@coffer/contract/upgrader'
import { type PlayRequest, parseMoney, typedMoney } from '@coffer/web'
import { computed, signal } from '@preact/signals'
import { picked, wantedMode } from '../item-actions/stake.ts'
import { type Aim, clearUpgrade } from '../item-actions/upgrade.ts'
import { upgraderConfig, upgraderOffer } from '../item-actions/upgrader-config.ts'
import { createResource } from '../kit/resource.ts'
import { words } from '../kit/words.ts'
import { api } from '../session/api.ts'
import { current } from '../session/session.ts'
import { firstAmount } from './amounts.ts'

/** What the player has typed, and in which currency; what was typed in another one is old. */
const typed = signal<{ text: string; currency: string } | null>(null)
const wantedChance = signal<number | null>(null)
const wantedTarget = signal<number | null>(null)

type Ask = { readonly key: string; readonly body: PlayRequest<'upgraderPrizes'>['body'] }

const nothing = { chancePresetsBps: [] as number[], defaultChanceBps: 0, minWagerMinor: 0, maxWagerMinor: 0 }
const offer = computed(() => upgraderOffer())

/** What is staked from: what the player wants, where the operator has it. */
export const mode = computed<UpgraderMode>(() => {
  const modes = offer.value?.modes
  const other = wantedMode.value === 'items' ? 'balance' : 'items'
  return modes?.[wantedMode.value] || !modes?.[other] ? wantedMode.value : other
})

export const wagerText = computed(() => {
  const { currency } = current()
  if (typed.value?.currency === currency) return typed.value.text
  const { minWagerMinor, maxWagerMinor } = offer.value ?? nothing
  return typedMoney(firstAmount(minWagerMinor, maxWagerMinor), currency, words.value.locale)
})

/** The wager that is typed, in minor units; null when it is no amount. */
export const wagerMinor = computed(() => parseMoney(wagerText.value, current().currency, words.value.locale))

export const chanceBps = computed(() => {
  const { chancePresetsBps, defaultChanceBps } = offer.value ?? nothing
  return chancePresetsBps.find((chance) => chance === wantedChance.value) ?? defaultChanceBps
})

/** Another choice puts aside what was refused for the last one. */
export function typeWager(text: string): void {
  clearUpgrade()
  typed.value = { text, currency: current().currency }
}

export function chooseWager(minor: number): void {
  typeWager(typedMoney(minor, current().currency, words.value.locale))
}

export function chooseChance(chance: number): void {
  clearUpgrade()
  wantedChance.value = chance
}

export function chooseTarget(itemId: number): void {
  clearUpgrade()
  wantedTarget.value = itemId
}

export const isWithin = (minor: number, { minWagerMinor, maxWagerMinor }: UpgraderConfig) =>
  minor >= minWagerMinor && minor <= maxWagerMinor

/** What the service is to be asked for; null while there is no stake to ask about. */
export const ask = computed<Ask | null>(() => {
  const stake = stakeNow()
  if (!stake || !offer.value?.available) return null
  const body = { ...stake, chanceBps: chanceBps.value }
  return { key: JSON.stringify([body, current().currency]), body }
})

function stakeNow(): { stakeItemIds: number[] } | { wagerMinor: number } | null {
  if (mode.value === 'items') return picked.value.size > 0 ? { stakeItemIds: [...picked.value.keys()] } : null
  const minor = wagerMinor.value
  return minor !== null && offer.value && isWithin(minor, offer.value) ? { wagerMinor: minor } : null
}

/** The prizes of what was asked about last. What the Upgrader offers comes with them, and is taken up. */
export const prizes = createResource(async () => {
  const { key, body } = ask.value!
  const answer = await api.call('upgraderPrizes', { body })
  // An answer that was asked for before the currency changed knows nothing of the new one.
  if (answer.config.currency === current().currency) upgraderConfig.set(answer.config)
  return { key, answer }
})

/** Reads them anew, where there is a stake to ask about. */
export async function readPrizes(): Promise<void> {
  if (ask.peek()) await prizes.load()
}

/** The prizes, where they are those of what is chosen now. */
export const listed = computed<UpgraderPrizes | null>(() => {
  const { is, data } = prizes.state.value
  return is !== 'failed' && data?.key === ask.value?.key ? (data?.answer ?? null) : null
})

/** True while the service is asked for the prizes of what is chosen now. */
export const isAsking = computed(
  () => ask.value !== null && listed.value === null && prizes.state.value.is !== 'failed',
)

/** What is aimed at: what the player chose, while it can be won, else the first of the list. */
export const target = computed<UpgraderPrize | null>(() => {
  const list = listed.value?.prizes ?? []
  return list.find(({ itemId }) => itemId === wantedTarget.value) ?? list[0] ?? null
})

/** What a click would play for; null while that is not known, or cannot be staked. */
export const aim = computed<Aim | null>(() => {
  const list = listed.value
  if (!list?.wagerMinor || !target.value || !isWithin(list.wagerMinor, list.config)) return null
  const { itemId, name, valueMinor, currency, imageUrl } = target.value
  return {
    mode: mode.value,
    stakeItemIds: mode.value === 'items' ? [...picked.value.keys()] : [],
    stakeMinor: list.wagerMinor,
    currency: list.currency,
    chanceBps: list.chanceBps,
    target: { itemId, name, valueMinor, currency, imageUrl },
    noLoss: list.config.noLoss,
  }
})
