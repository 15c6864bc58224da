import type { AdminBox } from '@coffer/contract/admin'
import { SHOWN_BOX_CHANGES } from '@coffer/contract/box-names'
import { BOX_LIST } from '@coffer/contract/list'
import { useEffect, useRef, useState } from 'react'
import { ChangeSection } from '../list/change-section.tsx'
import { DetailScreen, RefreshButton } from '../list/detail-screen.tsx'
import { useDetailAddress } from '../list/use-detail-address.ts'
import { ActionResult } from '../ui/action-result.tsx'
import { AttributeSection } from './attribute-section.tsx'
import { BoxSection } from './box-section.tsx'
import { BoxStatusChips, ScheduleChip } from './box-status-chips.tsx'
import { takeCarriedResult } from './carried-result.ts'
import { describeBoxChange } from './describe-box-change.ts'
import { OddsSection } from './odds-section.tsx'
import { ScheduleSection } from './schedule-section.tsx'
import { type BoxKey, useBox } from './use-box.ts'
import { VersionSection } from './version-section.tsx'

/** One box: details, scheduled version, attributes, odds, versions and changes. */
export function BoxScreen({ boxId }: { boxId: number }) {
  const address = useDetailAddress(BOX_LIST, '/boxes')
  const { operator, lacksOperator, queryString } = address
  const key = { boxId, operator }
  const { box, readError, isReading, readAt, readAgain } = useBox(key, { isEnabled: !lacksOperator })
  return (
    <DetailScreen
      address={address}
      noun="box"
      plural="boxes"
      title={box === null ? 'Box' : box.name}
      documentTitle={`Box ${boxId}`}
      status={
        box !== null && (
          <BoxStatusChips box={box}>
            <ScheduleChip schedule={box.schedule} />
          </BoxStatusChips>
        )
      }
      actions={
        box !== null && <RefreshButton readAt={readAt} isReading={isReading} onRefresh={() => void readAgain()} />
      }
      isMissing={box === null}
      readError={readError}
      readAgain={readAgain}
    >
      {box !== null && <BoxView box={box} boxKey={key} queryString={queryString} read={readAgain} />}
    </DetailScreen>
  )
}

type Props = {
  box: AdminBox
  boxKey: BoxKey
  /** The state of the list in the address. */
  queryString: string
  /** Reads the box again; null when that failed. */
  read: () => Promise<AdminBox | null>
}

/** The sections about a box, and the result of the viewer's last change, here or on the screen before. */
function BoxView({ box, boxKey, queryString, read }: Props) {
  const [result, setResult] = useState<string | null>(null)
  const resultLine = useRef<HTMLDivElement>(null)
  useEffect(() => setResult(takeCarriedResult()), [])
  useEffect(() => {
    if (result !== null) resultLine.current?.scrollIntoView({ block: 'nearest' })
  }, [result])
  const { operator } = boxKey
  return (
    <>
      <BoxSection {...{ box, boxKey, queryString, read }} onResult={setResult} />
      <ActionResult ref={resultLine}>{result}</ActionResult>
      <ScheduleSection {...{ box, boxKey, queryString, read }} onResult={setResult} />
      <AttributeSection attributes={box.attributes} />
      <OddsSection box={box} operator={operator} />
      <VersionSection box={box} queryString={queryString} />
      <ChangeSection
        changes={box.changes}
        limit={SHOWN_BOX_CHANGES}
        linesOf={(change) => describeBoxChange(change, box.attributes)}
        operator={operator}
      />
    </>
  )
}
