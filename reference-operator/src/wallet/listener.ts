import type { IncomingMessage, ServerResponse } from 'node:http'
import { nodeWalletListener, type WalletHandler } from '@coffer/operator-sdk'
import { type FaultRule, faultyHandler, type SeenCall, takeFault } from './faults.ts'

export type Switches = {
  /** Consulted at every call; empty for an honest wallet. */
  faults: FaultRule[]
  /** Told of every call that arrives, before it is checked. */
  onCall?: ((call: SeenCall) => void) | undefined
}

/** Serves one operator's wallet, with whatever the switches say between it and the wire. */
export function serveWallet(
  operator: string,
  honest: WalletHandler,
  switches: Switches,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const handler: WalletHandler = (walletRequest) => {
    const call = look(operator, walletRequest.body)
    if (call === null) return honest(walletRequest)
    switches.onCall?.(call)
    const fault = takeFault(switches.faults, call)
    return fault
      ? faultyHandler(fault, honest, () => request.socket.resetAndDestroy())(walletRequest)
      : honest(walletRequest)
  }
  return nodeWalletListener(handler)(request, response)
}

function look(operator: string, body: Uint8Array): SeenCall | null {
  try {
    const call: unknown = JSON.parse(Buffer.from(body).toString('utf8'))
    return typeof call === 'object' && call !== null ? { ...(call as SeenCall), operator } : null
  } catch {
    return null
  }
}
