import type { AdminBoxRow } from '@coffer/contract/admin'
import { BOX_LIST } from '@coffer/contract/list'
import { mayDo } from '@coffer/contract/permissions'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { api } from '../api/api.ts'
import { ListScreen } from '../list/list-screen.tsx'
import { useListState } from '../list/list-state.ts'
import { useStaff } from '../session/session.tsx'
import { SCHEDULE_STATUS_TEXT, SCHEDULE_STATUS_TONE } from '../text/boxes.ts'
import { count, money, percent } from '../text/numbers.ts'
import { Chip } from '../ui/chip.tsx'
import { Moment } from '../ui/moment.tsx'
import { NameCell } from '../ui/name-cell.tsx'
import { Picture } from '../ui/picture.tsx'
import { BOX_LIST_TEXT } from './box-list-text.ts'
import { BoxStatusChips } from './box-status-chips.tsx'
import classes from './boxes.module.css'
import { carriedResult } from './carried-result.ts'
import { NewBoxDialog } from './new-box-dialog.tsx'
import { BOXES_QUERY } from './use-box.ts'

const PICTURE_SIZE = 40
const ADDED = 'Box added. Publish a version to put it on sale.'

/** The boxes of the operator; for staff of the platform those of an operator that they choose. */
export function BoxListScreen() {
  const control = useListState(BOX_LIST)
  const { operator = null } = control.filters
  const mayManage = mayDo(useStaff().roles, 'boxes.manage')
  const [isAdding, setAdding] = useState(false)
  const [, navigate] = useLocation()
  return (
    <>
      <ListScreen<typeof BOX_LIST, AdminBoxRow>
        name={BOXES_QUERY}
        title="Boxes"
        noun="boxes"
        list={BOX_LIST}
        text={BOX_LIST_TEXT}
        control={control}
        read={async (body) => {
          const { boxes, cursor } = await api.call('listBoxes', { body })
          return { rows: boxes, cursor }
        }}
        exportRows={(body) => api.call('exportBoxes', { body })}
        keyOf={({ boxId }) => boxId}
        cells={{
          name: ({ boxId, name, key, imageUrl }) => (
            <NameCell isDense picture={<Picture key={imageUrl} imageUrl={imageUrl} size={PICTURE_SIZE} />} detail={key}>
              <Link href={`/boxes/${boxId}${control.queryString}`}>{name}</Link>
            </NameCell>
          ),
          status: (box) => <BoxStatusChips box={box} />,
          versionNumber: ({ versionNumber }) => versionNumber,
          priceMinor: ({ priceMinor, currency }) => amountCell(priceMinor, currency),
          rtpBps: ({ rtpBps }) => percentCell(rtpBps),
          currentRtpBps: ({ currentRtpBps }) => percentCell(currentRtpBps),
          maxPrizeMinor: ({ maxPrizeMinor, currency }) => amountCell(maxPrizeMinor, currency),
          prizeCount: ({ versionNumber, prizeCount }) => (versionNumber === null ? null : count(prizeCount)),
          scheduledFor: (box) => <ScheduledCell {...box} />,
          publishedAt: ({ publishedAt }) =>
            publishedAt === null ? null : (
              <span className={classes.time}>
                <Moment at={publishedAt} />
              </span>
            ),
        }}
        numbers={['versionNumber', 'priceMinor', 'rtpBps', 'currentRtpBps', 'maxPrizeMinor', 'prizeCount']}
        empty="No boxes in the catalogue. Add a box here, or import a catalogue file."
        actions={
          mayManage &&
          !control.lacksOperator && (
            <Button variant="filled" onClick={() => setAdding(true)}>
              New box…
            </Button>
          )
        }
      />
      {isAdding && (
        <NewBoxDialog
          operator={operator}
          onClose={() => setAdding(false)}
          onDone={(boxId) => navigate(`/boxes/${boxId}${control.queryString}`, { state: carriedResult(ADDED) })}
        />
      )}
    </>
  )
}

/** The time of the scheduled version; empty for a box without one. */
function ScheduledCell({ scheduleStatus, scheduledFor }: AdminBoxRow) {
  if (scheduledFor === null) return null
  return (
    <span className={classes.time}>
      <Moment at={scheduledFor} />{' '}
      {scheduleStatus === 'refused' && <Chip tone={SCHEDULE_STATUS_TONE.refused}>{SCHEDULE_STATUS_TEXT.refused}</Chip>}
    </span>
  )
}

/** Empty for a box without a live version. */
function amountCell(minor: number | null, currency: string | null): string | null {
  return minor === null || currency === null ? null : money(minor, currency)
}

function percentCell(bps: number | null): string | null {
  return bps === null ? null : percent(bps)
}
