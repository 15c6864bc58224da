import { Paper, Stack, Text } from '@mantine/core'
import { useStaff } from '../session/session.tsx'
import { ROLE_TEXT } from '../text/roles.ts'
import { SESSION_LIMITS } from '../text/session-limits.ts'
import { Chip } from '../ui/chip.tsx'
import { Fact, FactList } from '../ui/fact-list.tsx'
import { ScreenTitle } from '../ui/screen-title.tsx'
import classes from './account-screen.module.css'

/** The account and roles of the signed-in member of staff. */
export function AccountScreen() {
  const { displayName, email, operator, roles } = useStaff()
  const employer = operator?.name ?? 'Coffer'
  return (
    <Stack maw={720}>
      <ScreenTitle title="Your account" />
      <Text size="lg">You are signed in to the admin of {employer}.</Text>
      <Paper withBorder p="lg">
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
              <ul className={classes.roles}>
                {roles.map((role) => (
                  <li key={role}>
                    <Chip tone="info">{ROLE_TEXT[role].name}</Chip> {ROLE_TEXT[role].purpose}
                  </li>
                ))}
              </ul>
            )}
          </Fact>
        </FactList>
      </Paper>
      <Text c="dimmed">{SESSION_LIMITS}</Text>
    </Stack>
  )
}
