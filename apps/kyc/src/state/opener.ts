import type { KycPage } from '@coffer/contract/kyc'

let isTold = false

/** Tells the casino's page that it was handed in: that page only, and nothing but the status. */
export function tellOpener({ returnOrigin, status }: KycPage): void {
  if (isTold || returnOrigin === null || !window.opener) return
  isTold = true
  window.opener.postMessage({ source: 'coffer', type: 'kyc.completed', status }, returnOrigin)
}
