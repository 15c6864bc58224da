import {
  MasterKeyMissing,
  PLATFORM,
  type SealedColumn,
  type Sealer,
  type SealingRow,
  sealedPlace,
} from '../platform/index.ts'

/**
 * How far a database has come: its values are being bound to their places, they are bound, and its audit log is signed, too. Stands inside
 * the constant, where nobody without the key can write it, so that no step is taken again.
 */
export type SealingState = 'binding' | 'bound' | 'signed'

const CONSTANT: SealedColumn = {
  ...{ purpose: 'master-key', table: 'sealing', column: 'constant_sealed', operator: null },
  ...{ key: 'only_row', keyType: 'text', row: [] },
}
const PLACE = sealedPlace(CONSTANT, PLATFORM)
const STATES: readonly SealingState[] = ['binding', 'bound', 'signed']

/** The process was given a master key that is not this database's. */
export class WrongMasterKey extends Error {
  /** `wanted` is the id of the database's key, where that is known. */
  constructor(wanted: string | null, given: readonly string[]) {
    const key = wanted === null ? 'another key' : `the key with the id ${wanted}`
    const had =
      given.length === 0 ? 'No key was given' : `The key that was given has the id ${given.join(', and the next one ')}`
    super(
      `This is not the master key of this database, which is sealed under ${key}. ${had}. ` +
        'Nothing was changed. Give the right key as COFFER_MASTER_KEY.',
    )
    this.name = 'WrongMasterKey'
  }
}

/** What the row of a database says once its master key is `keyId`. */
export function sealConstant(
  sealer: Sealer,
  keyId: string,
  state: SealingState,
): Pick<SealingRow, 'key_id' | 'constant_sealed'> {
  return { key_id: keyId, constant_sealed: sealer.sealUnder(keyId, state, PLACE) }
}

/** Throws {@link WrongMasterKey} when a key that values of the database are sealed under is not at hand. */
export function openConstant(sealer: Sealer, row: SealingRow): SealingState {
  const wanted = [row.key_id, ...(row.previous_key_id === null ? [] : [row.previous_key_id])]
  const missing = wanted.find((id) => !sealer.keyIds().includes(id))
  if (missing !== undefined) throw new WrongMasterKey(missing, sealer.keyIds())
  const state = STATES.find((one) => one === openOrNull(sealer, row))
  if (state === undefined)
    throw new Error('The sealed constant of the database was changed by somebody without the master key.')
  return state
}

function openOrNull(sealer: Sealer, row: SealingRow): string | null {
  try {
    return row.constant_sealed.toString('hex', 1, 9) === row.key_id ? sealer.open(row.constant_sealed, PLACE) : null
  } catch (error) {
    if (error instanceof MasterKeyMissing) throw error
    return null
  }
}
