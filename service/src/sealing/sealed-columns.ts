import { AUDIT_KEY } from '../audit/index.ts'
import { SERVER_SEED } from '../fairness/index.ts'
import { API_KEY_SECRET, OUTBOUND_SECRET, PREVIOUS_OUTBOUND_SECRET } from '../operators/index.ts'
import type { SealedColumn, SealedValue } from '../platform/index.ts'
import { DATA_KEY } from '../privacy/index.ts'
import { ENDPOINT_SECRET, PREVIOUS_ENDPOINT_SECRET } from '../webhooks/index.ts'

/** Every column that is sealed under the master key: what a change of the key seals anew, and what the doctor opens. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  OUTBOUND_SECRET,
  PREVIOUS_OUTBOUND_SECRET,
  API_KEY_SECRET,
  ENDPOINT_SECRET,
  PREVIOUS_ENDPOINT_SECRET,
  DATA_KEY,
  AUDIT_KEY,
  SERVER_SEED,
]

/** What values were bound to before they were bound to their places: a word for each column, and data keys to their row. */
const FORMER_PURPOSES = new Map<SealedColumn, (value: SealedValue) => string>([
  [OUTBOUND_SECRET, () => 'operator-outbound'],
  [API_KEY_SECRET, () => 'api-key'],
  [ENDPOINT_SECRET, () => 'webhook-endpoint'],
  [PREVIOUS_ENDPOINT_SECRET, () => 'webhook-endpoint'],
  [DATA_KEY, ({ operatorId, key }) => `operator_data_key:${operatorId}:${key}`],
  [SERVER_SEED, () => 'seed_pair'],
])

/** Null for a column that is younger than places: nothing of it can have the former form. */
export function formerPurpose(value: SealedValue): string | null {
  return FORMER_PURPOSES.get(value.column)?.(value) ?? null
}
