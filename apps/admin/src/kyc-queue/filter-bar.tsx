import { Group, NativeSelect } from '@mantine/core'
import { useLocation } from 'wouter'
import { STATUS_TEXT } from '../text/status.ts'
import { type QueueFilters, queuePath, STATUSES } from './queue-filters.ts'
import { useSeenOperators } from './use-queue.ts'

export function FilterBar({ filters }: { filters: QueueFilters }) {
  const [, navigate] = useLocation()
  const operators = new Map(useSeenOperators())
  if (filters.operator !== null && !operators.has(filters.operator)) operators.set(filters.operator, filters.operator)
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
        data={[{ value: '', label: 'All' }, ...[...operators].map(([value, label]) => ({ value, label }))]}
        onChange={({ currentTarget: { value } }) => change({ operator: value || null })}
      />
    </Group>
  )
}
