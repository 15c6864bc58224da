import type { AdminBoxRow } from '@coffer/contract/admin'
import { BOX_LIST } from '@coffer/contract/list'
import { Link } from 'wouter'
import { api } from '../api/api.ts'
import { ListScreen } from '../list/list-screen.tsx'
import { useListState } from '../list/list-state.ts'
import { count, money, percent } from '../text/numbers.ts'
import { Moment } from '../ui/moment.tsx'
import { NameCell } from '../ui/name-cell.tsx'
import { Picture } from '../ui/picture.tsx'
import { BOX_LIST_TEXT } from './box-list-text.ts'
import { BoxStatusChips } from './box-status-chips.tsx'
import classes from './boxes.module.css'
import { BOXES_QUERY } from './use-box.ts'

const PICTURE_SIZE = 40

/** The boxes of the operator; for staff of the platform those of an operator that they choose. */
export function BoxListScreen() {
  const control = useListState(BOX_LIST)
  return (
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
        publishedAt: ({ publishedAt }) =>
          publishedAt === null ? null : (
            <span className={classes.published}>
              <Moment at={publishedAt} />
            </span>
          ),
      }}
      numbers={['versionNumber', 'priceMinor', 'rtpBps', 'currentRtpBps', 'maxPrizeMinor', 'prizeCount']}
      empty="No boxes in the catalogue. Boxes are added with the catalogue file."
    />
  )
}

/** Empty for a box without a live version. */
function amountCell(minor: number | null, currency: string | null): string | null {
  return minor === null || currency === null ? null : money(minor, currency)
}

function percentCell(bps: number | null): string | null {
  return bps === null ? null : percent(bps)
}
