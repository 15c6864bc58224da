import type { AdminBox } from '@coffer/contract/admin'
import { Overview } from '../ui/overview.tsx'
import { Section } from '../ui/section.tsx'
import { BoxActions } from './box-actions.tsx'
import { BoxFacts } from './box-facts.tsx'
import type { BoxKey } from './use-box.ts'

type Props = {
  box: AdminBox
  boxKey: BoxKey
  /** The state of the list in the address. */
  queryString: string
  /** Reads the box again; null when that failed. */
  read: () => Promise<AdminBox | null>
  /** Called with the result of a change, and with null when one begins. */
  onResult: (result: string | null) => void
}

/** The box, and buttons that change it. */
export function BoxSection(props: Props) {
  const { box } = props
  return (
    <Section title="Box">
      <Overview imageUrl={box.imageUrl}>
        <BoxFacts box={box} />
      </Overview>
      <BoxActions {...props} />
    </Section>
  )
}
