import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { Menu, Search as Glass } from 'lucide-react'
import { Fragment, useEffect, useRef, useState } from 'react'
import { withBasePath } from '../../session/base-path.ts'
import { Button } from '../../design/button.tsx'
import { classes } from '../../design/classes.ts'
import { Live } from '../../live/live.tsx'
import { Search, type Dialogs } from '../search/search.tsx'
import { useMode } from '../../session/mode.tsx'
import { navigation } from '../navigation.ts'
import { useSession } from '../../session/session.tsx'
import { AccountMenu } from './account-menu.tsx'
import { useFocusOnHeading } from './focus-heading.ts'
import { useModeInAddress } from './mode-in-address.ts'
import { ModeSwitch } from './mode-switch.tsx'
import styles from './shell.module.css'
import { Views } from './views.tsx'

/** The frame of every page: the sidebar, and who is signed in to which data. */
export function Shell() {
  const { organisation } = useSession()
  const { mode, setMode } = useMode()
  const { pathname } = useLocation()
  const [isOpen, setOpen] = useState(false)
  const [searching, search] = useState<Dialogs>(null)
  const content = useRef<HTMLElement>(null)
  useModeInAddress()
  useFocusOnHeading(content)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes when the page changes.
  useEffect(() => setOpen(false), [pathname])
  useEffect(() => {
    if (!isOpen) return
    const closeOnEscape = ({ key }: KeyboardEvent) => key === 'Escape' && setOpen(false)
    document.addEventListener('keydown', closeOnEscape)
    return () => document.removeEventListener('keydown', closeOnEscape)
  }, [isOpen])
  return (
    <div className={classes(styles.shell, isOpen && styles.isOpen, mode === 'test' && styles.isTest)}>
      <button type="button" className={styles.skip} onClick={() => content.current?.focus()}>
        Skip to content
      </button>
      {mode === 'test' && (
        <div className={styles.banner} role="status">
          Test data: nothing here is live
          <button type="button" onClick={() => setMode('live')}>
            Back to live
          </button>
        </div>
      )}
      <header className={styles.menu}>
        <Button look="quiet" square aria-label="Menu" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Menu aria-hidden />
        </Button>
        <span>{organisation.name}</span>
        <Button look="quiet" square aria-label="Search" onClick={() => search('palette')}>
          <Glass aria-hidden />
        </Button>
      </header>
      {isOpen && (
        <button
          type="button"
          className={styles.veil}
          aria-label="Close the menu"
          onClick={() => setOpen(false)}
        />
      )}
      <nav className={styles.margin} aria-label="Main">
        <div className={styles.organisation}>
          <img src={withBasePath('/icon.svg')} alt="" />
          <span>{organisation.name}</span>
        </div>
        <Search opened={searching} onOpen={search} />
        <div className={styles.places}>
          {navigation.map(({ label, places }, index) => (
            <Fragment key={label ?? index}>
              {index === 1 && <Views />}
              <div className={styles.group}>
                {label && <p className={styles.heading}>{label}</p>}
                {places.map(({ label: name, to, icon: Icon, search: opensWith = {} }) => (
                  <Link
                    key={to}
                    to={to}
                    search={opensWith}
                    className={styles.place}
                    activeOptions={{ exact: to === '/', includeSearch: false }}
                  >
                    <Icon aria-hidden />
                    {name}
                  </Link>
                ))}
              </div>
            </Fragment>
          ))}
        </div>
        <div className={styles.foot}>
          <ModeSwitch />
          <AccountMenu />
        </div>
      </nav>
      <Live />
      <main ref={content} className={styles.content} tabIndex={-1}>
        {/* A page starts over when the mode changes: what was typed or selected belongs to the other data. */}
        <Outlet key={mode} />
      </main>
    </div>
  )
}
