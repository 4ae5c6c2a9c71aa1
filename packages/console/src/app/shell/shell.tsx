import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { Menu, Search as Glass } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ownPath } from '../../session/place.ts'
import { Button } from '../../design/button.tsx'
import { classes } from '../../design/classes.ts'
import { Live } from '../../live/live.tsx'
import { Search, type Searching } from '../search/search.tsx'
import { useMode } from '../../session/mode.tsx'
import { navigation } from '../navigation.ts'
import { useSession } from '../../session/session.tsx'
import { AccountMenu } from './account-menu.tsx'
import { ModeSwitch } from './mode-switch.tsx'
import styles from './shell.module.css'

/** What stays while pages come and go: the margin with all places, and who is looking at which data. */
export function Shell() {
  const { organisation } = useSession()
  const { mode, setMode } = useMode()
  const { pathname } = useLocation()
  const [isOpen, setOpen] = useState(false)
  const [searching, search] = useState<Searching>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever has gone somewhere wants to see it.
  useEffect(() => setOpen(false), [pathname])
  useEffect(() => {
    if (!isOpen) return
    const closeOnEscape = ({ key }: KeyboardEvent) => key === 'Escape' && setOpen(false)
    document.addEventListener('keydown', closeOnEscape)
    return () => document.removeEventListener('keydown', closeOnEscape)
  }, [isOpen])
  return (
    <div className={classes(styles.shell, isOpen && styles.isOpen, mode === 'test' && styles.isTest)}>
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
          <img src={ownPath('/icon.svg')} alt="" />
          <span>{organisation.name}</span>
        </div>
        <Search opened={searching} onOpen={search} />
        {navigation.map(({ label, places }) => (
          <div key={label ?? ''} className={styles.group}>
            {label && <p className={styles.heading}>{label}</p>}
            {places.map(({ label: name, to, icon: Picture }) => (
              <Link key={to} to={to} className={styles.place} activeOptions={{ exact: to === '/' }}>
                <Picture aria-hidden />
                {name}
              </Link>
            ))}
          </div>
        ))}
        <div className={styles.foot}>
          <Live />
          <ModeSwitch />
          <AccountMenu />
        </div>
      </nav>
      <main className={styles.content}>
        {/* A page begins anew with other data: what was typed or ticked belongs to what it was seen beside. */}
        <Outlet key={mode} />
      </main>
    </div>
  )
}
