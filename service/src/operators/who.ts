import type { Owner } from '../kernel/index.ts'
import type { Operator } from './operator.ts'

/** Who asks, or is asked for: a player of an operator, by our ids and by the id that the operator knows them by. */
export type Who = { operator: Operator; owner: Owner; playerExternalId: string }
