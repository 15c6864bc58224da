import type { FailureCode } from '@coffer/web'
import { Burger, Button, CloseButton, Drawer, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type MouseEvent, type ReactNode, useRef } from 'react'
import { Link } from 'wouter'
import { ListTextsProvider } from '../list/list-texts.tsx'
import { loadPalette, PaletteDialog } from '../palette/palette-dialog.tsx'
import { usePaletteKey } from '../palette/palette-key.ts'
import { useStaff } from '../session/session.tsx'
import { failureText } from '../text/failures.ts'
import { openDialogs, useCloseOnEscape } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { NoticeProvider, useNotice } from '../ui/notice.tsx'
import { useShortcuts } from '../ui/shortcuts.tsx'
import { Navigation } from './navigation.tsx'
import { allowedScreens } from './screen-list.ts'
import classes from './shell.module.css'
import { ShortcutHelp } from './shortcut-help.tsx'
import { UnsentNotes } from './unsent-notes.tsx'
import { useScrollToTop } from './use-scroll-to-top.ts'

/** The frame of every screen of a signed-in member of staff. `notice` is the first text of the notice line. */
export function Shell({ notice, children }: { notice: string; children: ReactNode }) {
  return (
    <NoticeProvider initialText={notice}>
      <ListTextsProvider>
        <Frame>{children}</Frame>
      </ListTextsProvider>
    </NoticeProvider>
  )
}

function Frame({ children }: { children: ReactNode }) {
  const notice = useNotice()
  const [showsMenu, menu] = useDisclosure()
  const [showsHelp, help] = useDisclosure()
  const [showsPalette, palette] = useDisclosure()
  const staff = useStaff()
  useShortcuts({ '?': help.open })
  useScrollToTop()
  /** A notice is about the last action: following a link removes it, and closes the menu. */
  const onLink = (event: MouseEvent) => {
    if (!(event.target as Element).closest('a[href]')) return
    notice.show('')
    menu.close()
  }
  const burger = useRef<HTMLButtonElement>(null)
  const closeMenu = () => {
    menu.close()
    burger.current?.focus()
  }
  // A dialog that was opened from the menu closes first.
  useCloseOnEscape(() => showsMenu && openDialogs().length === 0, closeMenu)
  const showHelp = () => {
    menu.close()
    help.open()
  }
  const showPalette = () => {
    if (showsMenu) closeMenu()
    palette.open()
  }
  usePaletteKey({ isOpen: showsPalette, open: showPalette, close: palette.close, load: loadPalette })
  const showSignOutFailure = (code: FailureCode) => {
    closeMenu()
    notice.show(`You could not be signed out. ${failureText(code).what} Try again.`)
  }
  const navigation = <Navigation onSearch={showPalette} onHelp={showHelp} onSignOutFailure={showSignOutFailure} />
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the links inside take clicks and keys
    <div className={classes.frame} onClick={onLink}>
      <a className="skip-link" href="#content">
        Skip to the content
      </a>
      <aside className={classes.sidebar}>
        <Brand />
        {navigation}
      </aside>
      <header className={classes.topBar}>
        <Brand />
        <Group gap="xs" wrap="nowrap">
          <SearchIconButton onClick={showPalette} />
          <Burger opened={showsMenu} onClick={menu.toggle} aria-label="Menu" size="sm" ref={burger} />
        </Group>
      </header>
      <Menu isOpen={showsMenu} onClose={closeMenu}>
        {navigation}
      </Menu>
      <main className={classes.content} id="content" tabIndex={-1}>
        <p className={notice.text === '' ? 'visually-hidden' : classes.notice} role="status">
          {notice.text}
        </p>
        <UnsentNotes />
        {children}
      </main>
      {showsHelp && <ShortcutHelp onClose={help.close} />}
      {showsPalette && <PaletteDialog screens={allowedScreens(staff)} onClose={palette.close} onHelp={showHelp} />}
    </div>
  )
}

/** The search button of a narrow screen. */
function SearchIconButton({ onClick }: { onClick: () => void }) {
  return (
    <Button className={classes.search} variant="subtle" color="plain" aria-label="Search or go to" onClick={onClick}>
      <Icon name="search" />
    </Button>
  )
}

/** The navigation on a narrow screen. */
function Menu({ isOpen, onClose, children }: { isOpen: boolean; onClose: () => void; children: ReactNode }) {
  return (
    <Drawer.Root opened={isOpen} onClose={onClose} returnFocus={false} closeOnEscape={false}>
      <Drawer.Overlay />
      <Drawer.Content aria-label="Menu">
        <Drawer.Body className={classes.menu}>
          <CloseButton className={classes.closeMenu} onClick={onClose} aria-label="Close the menu" size="lg" />
          {children}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}

function Brand() {
  const { operator } = useStaff()
  return (
    <Link className={classes.brand} href="/">
      Coffer <span>{operator?.name ?? 'Platform'}</span>
    </Link>
  )
}
