import { Group, NativeSelect } from '@mantine/core'
import { useLocation } from 'wouter'
import { useOperatorChoice } from '../list/use-operators.ts'
import { STATUS_TEXT } from '../text/status.ts'
import { type QueueFilters, queuePath, STATUSES } from './queue-filters.ts'

export function FilterBar({ filters }: { filters: QueueFilters }) {
  const [, navigate] = useLocation()
  const operators = useOperatorChoice(filters.operator)
  const change = (changed: Partial<QueueFilters>) => navigate(queuePath({ ...filters, cursor: null, ...changed }))
  return (
    <Group gap="sm">
      <NativeSelect
        label="Status"
        value={filters.status}
        data={STATUSES.map((status) => ({ value: status, label: STATUS_TEXT[status] }))}
        onChange={({ currentTarget: { value } }) =>
          change({ status: STATUSES.find((one) => one === value) ?? 'SUBMITTED' })
        }
      />
      <NativeSelect
        label="Operator"
        value={filters.operator ?? ''}
        data={[{ value: '', label: 'All' }, ...operators]}
        onChange={({ currentTarget: { value } }) => change({ operator: value || null })}
      />
    </Group>
  )
}
