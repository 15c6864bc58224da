import { mayDo } from '@coffer/contract/permissions'
import { Stack, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { useStaff } from '../session/session.tsx'
import { ActionResult } from '../ui/action-result.tsx'
import { Loading } from '../ui/loading.tsx'
import { Section } from '../ui/section.tsx'
import { DataRecords } from './data-records.tsx'
import { PersonalDataActions } from './personal-data-actions.tsx'
import classes from './players.module.css'
import { SectionPart } from './section-rows.tsx'
import { StoredCounts } from './stored-counts.tsx'
import { usePersonalData } from './use-personal-data.ts'
import type { PlayerKey } from './use-player.ts'

/** What is stored of a player as a person, its export and erasure, and the result of the viewer's last action. */
export function PersonalDataSection({ playerKey }: { playerKey: PlayerKey }) {
  const query = usePersonalData(playerKey)
  const [result, setResult] = useState<string | null>(null)
  const mayChange = mayDo(useStaff().roles, 'players.personal')
  const content = useRef<HTMLDivElement>(null)
  const read = async () => {
    const { data, isSuccess } = await query.refetch()
    // The failure is shown at the top of the section.
    if (!isSuccess) content.current?.scrollIntoView()
    return isSuccess ? data.stored : null
  }
  return (
    <Section title="Personal data">
      <Stack gap="sm" className={classes.part} tabIndex={-1} ref={content}>
        <ActionResult>{result}</ActionResult>
        <SectionPart query={query}>
          {query.isPending && <Loading what="the personal data" />}
          {query.data !== undefined && (
            <>
              <StoredCounts stored={query.data.stored} />
              <Text c="dimmed">
                The player ID, rounds, wallet calls, restrictions and the audit log are kept: accounts, player
                protection and audits need them.
              </Text>
              {mayChange && (
                <PersonalDataActions
                  stored={query.data.stored}
                  playerKey={playerKey}
                  read={read}
                  onResult={setResult}
                  onNothingLeft={() => content.current?.focus({ preventScroll: true })}
                />
              )}
              <DataRecords records={query.data.records} operator={playerKey.operator} />
            </>
          )}
        </SectionPart>
      </Stack>
    </Section>
  )
}
