import type { SignedCalls } from '../signed/signed-calls.ts'
import type { WalletControls } from '../wallet/controls.ts'
import type { Ledger } from '../wallet/ledger.ts'
import type { Weather } from '../wallet/weather.ts'
import type { Inbox } from '../webhooks/inbox.ts'

/** What a casino's pages stand on, for all casinos. */
export type Site = {
  ledger: Ledger
  wallet: WalletControls
  weather: Weather
  signed: SignedCalls
  inbox: Inbox
  baseUrl: string
}
