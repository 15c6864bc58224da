import { useId } from 'preact/hooks'
import type { QueueAsk } from '../kit/api.ts'
import { go, STATUSES } from '../kit/route.ts'
import { STATUS_WORDS } from '../words/status.ts'
import { operators } from './queue.ts'

export function QueueFilters({ ask }: { ask: QueueAsk }) {
  const change = (changed: Partial<QueueAsk>) => go({ requestId: null, ask: { ...ask, cursor: null, ...changed } })
  const seen = new Map(operators.value)
  if (ask.operator !== null && !seen.has(ask.operator)) seen.set(ask.operator, ask.operator)
  return (
    <div class="filters">
      <Choice
        label="Status"
        value={ask.status}
        options={STATUSES.map((status) => [status, STATUS_WORDS[status]])}
        onChange={(value) => change({ status: STATUSES.find((one) => one === value) ?? 'SUBMITTED' })}
      />
      <Choice
        label="Casino"
        value={ask.operator ?? ''}
        options={[['', 'All'], ...seen]}
        onChange={(value) => change({ operator: value || null })}
      />
    </div>
  )
}

type ChoiceProps = {
  label: string
  value: string
  options: readonly (readonly [string, string])[]
  onChange: (value: string) => void
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <div class="choice">
      <label for={id}>{label}</label>
      <select id={id} class="select" value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {options.map(([name, words]) => (
          <option key={name} value={name} selected={name === value}>
            {words}
          </option>
        ))}
      </select>
    </div>
  )
}
