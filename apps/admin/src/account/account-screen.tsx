import { Paper, Stack, Text } from '@mantine/core'
import { PasskeySection } from '../passkeys/passkey-section.tsx'
import { useStaff } from '../session/session.tsx'
import { SESSION_LIMITS } from '../text/session-limits.ts'
import { Fact, FactList } from '../ui/fact-list.tsx'
import { RoleList } from '../ui/role-list.tsx'
import { ScreenTitle } from '../ui/screen-title.tsx'
import { OwnSessions } from './own-sessions.tsx'

/** The account, the roles and the sessions of the signed-in member of staff. */
export function AccountScreen() {
  const { displayName, email, operator, roles } = useStaff()
  const employer = operator?.name ?? 'Coffer'
  return (
    <Stack>
      <ScreenTitle title="Your account" />
      <Text size="lg">You are signed in to the admin of {employer}.</Text>
      <Paper withBorder p="lg" maw={720}>
        <FactList>
          <Fact name="Name">{displayName ?? <Text c="dimmed">Not given</Text>}</Fact>
          <Fact name="E-mail">{email ?? <Text c="dimmed">Not given</Text>}</Fact>
          {operator !== null && (
            <Fact name="Operator">
              {operator.name} <Text span c="dimmed">{`(${operator.slug})`}</Text>
            </Fact>
          )}
          <Fact name={roles.length === 1 ? 'Role' : 'Roles'}>
            {roles.length === 0 ? (
              `You have no role yet. Ask ${operator === null ? 'a platform administrator' : `an owner of ${employer}`} for one.`
            ) : (
              <RoleList roles={roles} />
            )}
          </Fact>
        </FactList>
      </Paper>
      {operator === null && <PasskeySection />}
      <OwnSessions />
      <Text c="dimmed">{SESSION_LIMITS}</Text>
    </Stack>
  )
}
