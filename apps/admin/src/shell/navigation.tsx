import type { FailureCode } from '@coffer/web'
import { Button, Kbd, NavLink, SegmentedControl, Stack, Text, useMantineColorScheme } from '@mantine/core'
import { Link, useRoute } from 'wouter'
import { PALETTE_KEY, PALETTE_SHORTCUT } from '../palette/palette-key.ts'
import { useStaff } from '../session/session.tsx'
import { SignOut } from '../session/sign-out.tsx'
import { Icon } from '../ui/icon.tsx'
import classes from './navigation.module.css'
import { allowedScreens, type Screen } from './screen-list.ts'

type Props = { onSearch: () => void; onHelp: () => void; onSignOutFailure: (code: FailureCode) => void }

/** The search, links to the screens that the member of staff may open, and the settings of this browser. */
export function Navigation({ onSearch, onHelp, onSignOutFailure }: Props) {
  const staff = useStaff()
  return (
    <div className={classes.navigation}>
      <Stack gap="sm">
        <SearchButton onClick={onSearch} />
        <nav aria-label="Screens">
          {allowedScreens(staff).map((screen) => (
            <Item key={screen.path} {...screen} />
          ))}
        </nav>
      </Stack>
      <Stack gap="xs">
        <Text size="xs" c="dimmed" className={classes.person}>
          {staff.displayName ?? staff.email}
        </Text>
        <ColorSchemeChoice />
        <Button
          variant="subtle"
          color="plain"
          justify="flex-start"
          leftSection={<Icon name="keyboard" />}
          onClick={onHelp}
        >
          Keyboard shortcuts
        </Button>
        <SignOut onFailure={onSignOutFailure} />
      </Stack>
    </div>
  )
}

function SearchButton({ onClick }: { onClick: () => void }) {
  return (
    <Button
      fullWidth
      classNames={{ root: classes.search, label: classes.searchLabel }}
      leftSection={<Icon name="search" />}
      rightSection={
        <Kbd className={classes.searchKey} aria-hidden>
          {PALETTE_KEY}
        </Kbd>
      }
      aria-keyshortcuts={PALETTE_SHORTCUT}
      onClick={onClick}
    >
      Search or go to
    </Button>
  )
}

function Item({ path, label, icon }: Screen) {
  const [isOpen] = useRoute(`${path}/*?`)
  return (
    <NavLink
      component={Link}
      href={path}
      label={label}
      leftSection={<Icon name={icon} />}
      active={isOpen}
      aria-current={isOpen ? 'page' : undefined}
    />
  )
}

const COLOR_SCHEMES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'System' },
]

function ColorSchemeChoice() {
  // Pausing transitions adds a style element, which the content security policy refuses.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  return (
    <SegmentedControl
      aria-label="Colour scheme"
      size="xs"
      fullWidth
      data={COLOR_SCHEMES}
      value={colorScheme}
      onChange={(value) => setColorScheme(value === 'light' || value === 'dark' ? value : 'auto')}
    />
  )
}
