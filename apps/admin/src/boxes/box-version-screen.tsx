import type { AdminBox, AdminBoxVersion } from '@coffer/contract/admin'
import { BOX_LIST } from '@coffer/contract/list'
import { mayDo } from '@coffer/contract/permissions'
import { Alert, Button } from '@mantine/core'
import { Link } from 'wouter'
import { DetailScreen } from '../list/detail-screen.tsx'
import { useDetailAddress } from '../list/use-detail-address.ts'
import { useStaff } from '../session/session.tsx'
import { versionName } from '../text/boxes.ts'
import { Chip } from '../ui/chip.tsx'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { Loading } from '../ui/loading.tsx'
import { focusTitle } from '../ui/screen-title.tsx'
import { newVersionPath } from './new-version-path.ts'
import { PrizeComparisonSection, PrizeSection } from './prize-sections.tsx'
import { UnknownVersion } from './unknown-version.tsx'
import { type BoxKey, isUnknownVersion, useBox, useBoxVersion } from './use-box.ts'
import { useComparedId } from './use-compared-id.ts'
import { VersionFactSection } from './version-fact-section.tsx'

type ScreenProps = { boxId: number; boxVersionId: number }

/** One version of a box, and what differs from another version. */
export function BoxVersionScreen({ boxId, boxVersionId }: ScreenProps) {
  const address = useDetailAddress(BOX_LIST, `/boxes/${boxId}`)
  const { operator, lacksOperator } = address
  const key = { boxId, operator }
  const boxRead = useBox(key, { isEnabled: !lacksOperator })
  const versionRead = useBoxVersion(key, boxVersionId, { isEnabled: !lacksOperator })
  const { box } = boxRead
  const { version } = versionRead
  const isUnknown = version === null && isUnknownVersion(versionRead.readError)
  const readAgain = () => {
    if (boxRead.readError !== null) void boxRead.readAgain()
    if (versionRead.readError !== null) void versionRead.readAgain()
  }
  return (
    <DetailScreen
      address={address}
      noun="version"
      plural="boxes"
      backTo="the box"
      title={box === null || version === null ? 'Version' : `${versionName(version)} of ${box.name}`}
      documentTitle={version === null ? `Version of box ${boxId}` : `${versionName(version)} of box ${boxId}`}
      status={version?.isLive === true && <Chip>Live</Chip>}
      isMissing={box === null || (version === null && !isUnknown)}
      readError={boxRead.readError ?? (isUnknown ? null : versionRead.readError)}
      readAgain={readAgain}
    >
      {box !== null && isUnknown && <UnknownVersion />}
      {box !== null && version !== null && (
        <VersionView box={box} version={version} boxKey={key} queryString={address.queryString} />
      )}
    </DetailScreen>
  )
}

type Props = {
  box: AdminBox
  version: AdminBoxVersion
  boxKey: BoxKey
  /** The state of the list in the address. */
  queryString: string
}

function VersionView({ box, version, boxKey, queryString }: Props) {
  const mayManage = mayDo(useStaff().roles, 'boxes.manage')
  const { operator } = boxKey
  const { comparedId, choose } = useComparedId(version)
  const { version: other, readError, isReading, readAgain } = useBoxVersion(boxKey, comparedId, { isEnabled: true })
  const isUnknown = isUnknownVersion(readError)
  const retry = () => {
    void readAgain()
    // The button is gone when it succeeds.
    focusTitle()
  }
  return (
    <>
      <VersionFactSection
        box={box}
        version={version}
        comparedId={isUnknown ? null : comparedId}
        compared={other}
        onChoose={choose}
        buttons={
          mayManage &&
          box.status !== 'archived' && (
            <Button component={Link} href={newVersionPath(box.boxId, queryString, `${version.boxVersionId}`)}>
              Use for a new version
            </Button>
          )
        }
      />
      {isUnknown && <Alert color="info">The version to compare with does not exist.</Alert>}
      {readError !== null && !isUnknown && (
        <FailureAlert error={readError}>
          <Button onClick={retry}>Try again</Button>
        </FailureAlert>
      )}
      {readError === null && isReading && <Loading what="the other version" />}
      {other === null && <PrizeSection version={version} operator={operator} />}
      {other !== null && <PrizeComparisonSection version={version} compared={other} operator={operator} />}
    </>
  )
}
