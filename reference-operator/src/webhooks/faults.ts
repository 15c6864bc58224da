import { Changes } from '../changes.ts'

/** What the receiver can be told to do to deliveries, so that a developer sees Coffer try again. */

export type ReceiverFaultName = 'server-error' | 'gone' | 'refuse' | 'hang' | 'reset'

/** An answer, or none: silence, or a cut connection. */
export type ReceiverAnswer = { status: number } | 'silence' | 'cut'

export const RECEIVER_FAULTS: Readonly<Record<ReceiverFaultName, { title: string; answer: ReceiverAnswer }>> = {
  'server-error': { title: 'Answer 500', answer: { status: 500 } },
  gone: { title: 'Answer 410, gone', answer: { status: 410 } },
  refuse: { title: 'Refuse with 422', answer: { status: 422 } },
  hang: { title: 'Hang: no answer', answer: 'silence' },
  reset: { title: 'Cut the connection', answer: 'cut' },
}

export type ReceiverRule = {
  fault: ReceiverFaultName
  /** The type of event that it is for; null fits all. */
  type: string | null
  /** The event is taken before the answer goes wrong, so the next attempt is a duplicate. */
  take: boolean
  /** How many deliveries it is for; null for all. Counted down as they come; at 0 the rule is gone. */
  times: number | null
}

/** The rules of each casino's receiver. The newest that fits decides. */
export class ReceiverFaults extends Changes {
  readonly #rules = new Map<string, (ReceiverRule & { ruleId: number })[]>()
  #lastRuleId = 0

  list(operator: string): (ReceiverRule & { ruleId: number })[] {
    return [...(this.#rules.get(operator) ?? [])]
  }

  add(operator: string, rule: ReceiverRule): void {
    this.#set(operator, [{ ...rule, ruleId: ++this.#lastRuleId }, ...this.list(operator)])
  }

  /** A rule that is not there is no change. */
  remove(operator: string, ruleId: number): void {
    this.#set(
      operator,
      this.list(operator).filter((rule) => rule.ruleId !== ruleId),
    )
  }

  clear(operator: string): void {
    this.#set(operator, [])
  }

  /** The rule for a delivery, with its count taken down. */
  take(operator: string, type: string | null): ReceiverRule | null {
    const rule = this.list(operator).find((one) => one.type === null || one.type === type)
    if (!rule) return null
    if (rule.times !== null) rule.times -= 1
    if (rule.times === 0) this.remove(operator, rule.ruleId)
    else this.changed(operator)
    return rule
  }

  #set(operator: string, rules: (ReceiverRule & { ruleId: number })[]): void {
    this.#rules.set(operator, rules)
    this.changed(operator)
  }
}
