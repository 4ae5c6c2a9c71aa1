import { Link, useNavigate } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { Menu } from './menu.tsx'
import styles from './tabs.module.css'
import { useScrollToCurrent } from './use-scroll-to-current.ts'

export interface Tab {
  readonly id: string
  readonly label: string
  readonly count?: number | undefined
}

interface TabsProps {
  readonly tabs: readonly Tab[]
  /** Parts of less interest, in a menu at the end. */
  readonly more?: readonly Tab[]
  readonly current: string
  readonly label: string
}

/** Parts of a page, each with its own address: links, not buttons, so that back and reload work. */
export function Tabs({ tabs, more = [], current, label }: TabsProps) {
  const frame = useScrollToCurrent<HTMLElement>(current)
  const navigate = useNavigate()
  const open = (id: string) =>
    void navigate({ to: '.', search: ((before: object) => ({ ...before, tab: id })) as never, replace: true })
  return (
    <nav ref={frame} className={styles.list} aria-label={label}>
      {tabs.map(({ id, label: name, count }, index) => (
        <Link
          key={id}
          to="."
          search={(before: Record<string, unknown>) => ({ ...before, tab: index === 0 ? undefined : id })}
          className={styles.tab}
          activeOptions={{ explicitUndefined: true }}
          aria-current={id === current ? 'page' : undefined}
          replace
        >
          {name}
          {count !== undefined && <span className={styles.count}>{count}</span>}
        </Link>
      ))}
      {more.length > 0 && (
        <Menu
          trigger={
            <button type="button" className={styles.tab}>
              More
              <ChevronDown aria-hidden />
            </button>
          }
          items={more.map(({ id, label: name }) => ({ label: name, onSelect: () => open(id) }))}
        />
      )}
    </nav>
  )
}
