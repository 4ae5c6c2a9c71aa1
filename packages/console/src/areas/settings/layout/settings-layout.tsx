import { Link, Outlet, useMatchRoute } from '@tanstack/react-router'
import { useSession } from '../../../session/session.tsx'
import { useScrollToCurrent } from '../../../design/use-scroll-to-current.ts'
import { AdminsOnly, useIsAdmin } from '../parts/admins-only.tsx'
import { LiveOnly } from '../parts/live-only.tsx'
import { accountSections, organisationSections, type Section } from './sections.ts'
import styles from './settings-layout.module.css'

/** The settings with their navigation: one's own first, then the organisation's for those who may see them. */
export function SettingsLayout() {
  const { organisation } = useSession()
  const isAdmin = useIsAdmin()
  const matches = useMatchRoute()
  const section = organisationSections.find(({ to }) => matches({ to, fuzzy: true }))
  return (
    <div className={styles.layout}>
      <nav className={styles.places} aria-label="Settings">
        <Places label="Account" sections={accountSections} />
        {isAdmin && <Places label={organisation.name} sections={organisationSections} />}
      </nav>
      <div className={styles.page}>
        {section ? (
          <AdminsOnly>
            {section.isShared ? (
              <LiveOnly>
                <Outlet />
              </LiveOnly>
            ) : (
              <Outlet />
            )}
          </AdminsOnly>
        ) : (
          <Outlet />
        )}
      </div>
    </div>
  )
}

function Places({ label, sections }: { readonly label: string; readonly sections: readonly Section[] }) {
  const frame = useScrollToCurrent<HTMLDivElement>()
  return (
    <div ref={frame} className={styles.group}>
      <p className={styles.heading}>{label}</p>
      {sections.map(({ to, label: name, icon: Icon }) => (
        <Link key={to} to={to} className={styles.place}>
          <Icon aria-hidden />
          {name}
        </Link>
      ))}
    </div>
  )
}
