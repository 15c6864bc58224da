import type { FailureCode } from '@coffer/web'
import { Burger, CloseButton, Drawer } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type MouseEvent, type ReactNode, useRef } from 'react'
import { Link } from 'wouter'
import { ListTextsProvider } from '../list/list-texts.tsx'
import { useStaff } from '../session/session.tsx'
import { failureText } from '../text/failures.ts'
import { openDialogs, useCloseOnEscape } from '../ui/dialog.tsx'
import { NoticeProvider, useNotice } from '../ui/notice.tsx'
import { useShortcuts } from '../ui/shortcuts.tsx'
import { Navigation } from './navigation.tsx'
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
  const showSignOutFailure = (code: FailureCode) => {
    closeMenu()
    notice.show(`You could not be signed out. ${failureText(code).what} Try again.`)
  }
  const navigation = <Navigation onHelp={showHelp} onSignOutFailure={showSignOutFailure} />
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
        <Burger opened={showsMenu} onClick={menu.toggle} aria-label="Menu" size="sm" ref={burger} />
      </header>
      <Drawer.Root opened={showsMenu} onClose={closeMenu} returnFocus={false} closeOnEscape={false}>
        <Drawer.Overlay />
        <Drawer.Content aria-label="Menu">
          <Drawer.Body className={classes.menu}>
            <CloseButton className={classes.closeMenu} onClick={closeMenu} aria-label="Close the menu" size="lg" />
            {navigation}
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
      <main className={classes.content} id="content" tabIndex={-1}>
        <p className={notice.text === '' ? 'visually-hidden' : classes.notice} role="status">
          {notice.text}
        </p>
        <UnsentNotes />
        {children}
      </main>
      {showsHelp && <ShortcutHelp onClose={help.close} />}
    </div>
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
