import { EventEmitter } from 'node:events'
import { CallLog } from './call-log.ts'
import type { FaultRule } from './rules.ts'
import { type After, Waits } from './waits.ts'

/** What sort of wallet an operator has. */
export type WalletKind = {
  /** Which answers it remembers for a key and gives again: accepted ones only, or refusals too. */
  cache: 'accepted-only' | 'all'
  /** False for a broken wallet: it looks a key up, and moves the money a moment later without looking again. */
  atomic: boolean
}

export const PROPER_KIND: WalletKind = { cache: 'accepted-only', atomic: true }

/** Everything that can be wrong with the wallets of this process, and what came of it. */
export class Weather {
  readonly rules: FaultRule[] = []
  readonly calls: CallLog
  /** Of faults. */
  readonly waits: Waits
  /** Of a wallet that is not atomic, between looking and moving. */
  readonly gaps: Waits
  readonly #ruleIds = new WeakMap<FaultRule, number>()
  #lastRuleId = 0
  readonly #kinds = new Map<string, WalletKind>()
  readonly #events = new EventEmitter().setMaxListeners(0)

  constructor({ after, now }: { after: After; now: () => number }) {
    this.calls = new CallLog(now)
    this.waits = new Waits(after)
    this.gaps = new Waits(after)
  }

  /** The rules that an operator's calls can meet, in the order in which they are tried. */
  rulesOf(operator: string): { ruleId: number; rule: FaultRule }[] {
    const isFor = ({ when, times }: FaultRule) => times !== 0 && (when?.operator ?? operator) === operator
    return this.rules.filter(isFor).map((rule) => ({ ruleId: this.#idOf(rule), rule }))
  }

  /** Takes an operator's own rules away and puts these in their place. */
  replaceRules(operator: string, rules: readonly FaultRule[]): void {
    const others = this.rules.filter(({ when }) => when?.operator !== operator)
    this.rules.splice(0, this.rules.length, ...others, ...rules)
    this.changed(operator)
  }

  /** Puts a rule before all others. */
  addRule(operator: string, rule: FaultRule): void {
    this.rules.unshift(rule)
    this.changed(operator)
  }

  /** A rule that is not there is no change. */
  removeRule(operator: string, ruleId: number): void {
    const found = this.rulesOf(operator).find((one) => one.ruleId === ruleId)
    if (found) this.rules.splice(this.rules.indexOf(found.rule), 1)
    this.changed(operator)
  }

  #idOf(rule: FaultRule): number {
    const ruleId = this.#ruleIds.get(rule) ?? ++this.#lastRuleId
    this.#ruleIds.set(rule, ruleId)
    return ruleId
  }

  kind(operator: string): WalletKind {
    return this.#kinds.get(operator) ?? PROPER_KIND
  }

  setKind(operator: string, kind: Partial<WalletKind>): void {
    this.#kinds.set(operator, { ...this.kind(operator), ...kind })
    this.changed(operator)
  }

  /** Calls back with the operator whose rules, kind or calls changed. Returns the function that stops it. */
  onChange(listener: (operator: string) => void): () => void {
    this.#events.on('change', listener)
    return () => this.#events.off('change', listener)
  }

  changed(operator: string): void {
    this.#events.emit('change', operator)
  }
}
