import { type FaultRule, startReferenceOperator } from '@coffer/reference-operator'
import { startWithParent } from './start-with-parent.ts'

/** The wallets of the kill test in a process of their own, with books on the disk. A message sets what goes wrong from now on. */

export type WalletProcessOptions = Parameters<typeof startReferenceOperator>[0]

await startWithParent(async () => {
  const options = JSON.parse(process.env.WALLET_PROCESS ?? '') as WalletProcessOptions
  const operator = await startReferenceOperator(options)
  process.on('message', ({ faults }: { faults: FaultRule[] }) => {
    operator.wallet.faults.splice(0, operator.wallet.faults.length, ...faults)
  })
  return { ready: { url: operator.url }, close: operator.close }
})
