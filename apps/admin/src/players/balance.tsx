import { failureCode, walletErrorCode } from '../api/api.ts'
import { failureText } from '../text/failures.ts'
import { money } from '../text/numbers.ts'
import { refusalReason } from '../text/wallet-calls.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Moment } from '../ui/moment.tsx'
import classes from './players.module.css'
import { type PlayerKey, useBalance } from './use-player.ts'

/** The balance that the wallet gave when the page was opened, and a button to read it again. */
export function Balance({ playerKey }: { playerKey: PlayerKey }) {
  const { data, error, isFetching, refetch } = useBalance(playerKey)
  return (
    <div className={classes.balance}>
      <span role="status">
        {isFetching && 'Asking the wallet…'}
        {!isFetching && error !== null && balanceFailure(error)}
        {!isFetching && error === null && data !== undefined && (
          <>
            {money(data.balanceMinor, data.currency)}, read <Moment at={data.balanceFetchedAt} isExact />
          </>
        )}
      </span>
      {(data !== undefined || error !== null) && (
        <ActionButton variant="default" size="compact-sm" isBusy={isFetching} onClick={() => void refetch()}>
          Read balance again
        </ActionButton>
      )}
    </div>
  )
}

function balanceFailure(error: Error): string {
  const code = failureCode(error)
  const { what, next } = failureText(code)
  if (code !== 'WALLET_UNAVAILABLE') return `${what} ${next}`
  const reason = walletErrorCode(error)
  return reason === null
    ? 'The balance could not be read.'
    : `The balance could not be read. Reason: ${refusalReason(reason)}.`
}
