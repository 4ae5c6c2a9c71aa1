import { initialsOf } from '@svc/model'
import { Link } from '@tanstack/react-router'
import { BookOpen, ChevronsUpDown, KeyRound, LogOut, Monitor, Moon, Sun, UserRound } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { withBasePath } from '../../session/base-path.ts'
import { classes } from '../../design/classes.ts'
import { setTheme, type Theme, themes, useTheme } from '../../design/theme.ts'
import { useSignOut } from '../../session/sign-out.ts'
import { useSession } from '../../session/session.tsx'
import styles from './account-menu.module.css'

const icons = { system: Monitor, light: Sun, dark: Moon } as const satisfies Record<Theme, unknown>

/** Who is signed in, at the foot of the sidebar, with their account, theme and sign-out. */
export function AccountMenu() {
  const { user, role } = useSession()
  const name = user.displayName ?? user.email ?? ''
  const [isOpen, setOpen] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const leave = useSignOut()
  useEffect(() => {
    if (!isOpen) return
    const closeOutside = (event: PointerEvent) => {
      if (!(event.target instanceof Node && frame.current?.contains(event.target))) setOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [isOpen])
  const closeOnEscape = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !isOpen) return
    setOpen(false)
    frame.current?.querySelector('button')?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape works wherever the focus is inside.
    <div ref={frame} className={styles.frame} onKeyDown={closeOnEscape}>
      <button
        type="button"
        className={styles.person}
        aria-expanded={isOpen}
        title="Your account"
        onClick={() => setOpen(!isOpen)}
      >
        <span className={styles.initials} aria-hidden>
          {initialsOf(name.split('@')[0] ?? '')}
        </span>
        <span className={styles.names}>
          <span>{name}</span>
          <span className={styles.role}>{role}</span>
          <span className={styles.unseen}>: your account</span>
        </span>
        <ChevronsUpDown aria-hidden />
      </button>
      {isOpen && (
        <div className={styles.panel}>
          <p className={styles.email}>{user.email}</p>
          <Link to="/settings/account" className={styles.item} onClick={() => setOpen(false)}>
            <UserRound aria-hidden />
            Account
          </Link>
          <Link to="/settings/tokens" className={styles.item} onClick={() => setOpen(false)}>
            <KeyRound aria-hidden />
            Access tokens
          </Link>
          <a href={withBasePath('/docs')} target="_blank" rel="noreferrer" className={styles.item}>
            <BookOpen aria-hidden />
            API reference
          </a>
          <ThemeChoice />
          <button type="button" className={styles.item} onClick={() => void leave()}>
            <LogOut aria-hidden />
            Sign out
          </button>
        </div>
      )}
    </div>
  )
}

function ThemeChoice() {
  const current = useTheme()
  return (
    <fieldset className={styles.themes}>
      <legend>Appearance</legend>
      {themes.map((theme) => {
        const Icon = icons[theme]
        return (
          <button
            key={theme}
            type="button"
            className={classes(styles.theme, theme === current && styles.isChosen)}
            aria-pressed={theme === current}
            aria-label={theme}
            title={theme}
            onClick={() => setTheme(theme)}
          >
            <Icon aria-hidden />
          </button>
        )
      })}
    </fieldset>
  )
}
