export { ALL_SCOPES, type ApiKey, type Caller, type NewKey } from './api-key.ts'
export { authenticateRequest, type FindKey, findKey, findKeys, type SignedRequest } from './authenticate-request.ts'
export { type ChangeSettingsOptions, changeSettings } from './change-settings.ts'
export { type Conversion, convertedDown, convertedUp } from './conversion.ts'
export { type ConvertedOperator, convertOperatorSettings, lockOperator, saveConversion } from './convert-currency.ts'
export { type CreatedOperator, type CreateOperatorInput, createOperator } from './create-operator.ts'
export { API_KEY_SECRET, type FoundKey, hasUsedKey, type KeyFilter, listKeys } from './key-store.ts'
export {
  type CreateKeyInput,
  createKey,
  type RotateKeyInput,
  readKeys,
  revokeKey,
  rotateKey,
} from './keys.ts'
export { type Operator, operatorCurrencies, type Wallet, walletOf } from './operator.ts'
export { outboundSecret, type RotateOutboundInput, rotateOutboundSecret } from './outbound-secret.ts'
export { type SetOperatorStatusInput, setOperatorStatus } from './set-operator-status.ts'
export {
  ENDED_CURRENCY,
  refuseBadCurrency,
  type SettingsChange,
  type SettingsPatch,
  settingsInForce,
} from './settings.ts'
export {
  findOperatorBySlug,
  getOperator,
  getWallet,
  listActiveOperators,
  listAllOperators,
  listOperatorIds,
  listOperatorNames,
  OUTBOUND_SECRET,
  PREVIOUS_OUTBOUND_SECRET,
  shareWallet,
} from './store.ts'
export type { Who } from './who.ts'
