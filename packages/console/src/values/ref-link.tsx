import type { NamedRecord } from '@svc/client'
import { kindNamed } from '@svc/model'
import { useName } from '../api/names.ts'
import { Badge } from '../design/badge.tsx'
import { hasPage } from '../api/listed-kinds.ts'
import { PlainLink } from './plain-link.tsx'
import styles from './ref-link.module.css'

/** A record by its name, leading to its page; its id where the name cannot be told. */
export function RefLink({ id }: { readonly id: string }) {
  const { data: found } = useName(id)
  // Not known yet, or not to be asked just now: neither says that it is gone.
  if (found === undefined) return <span className={styles.pending}>{id}</span>
  if (!found) {
    return (
      <span className={styles.gone} title="It was deleted, or you don’t have permission to see it.">
        {id}
      </span>
    )
  }
  if (found.isActive === false)
    return (
      <span>
        <Named of={found} /> <Badge word="deactivated" />
      </span>
    )
  return <Named of={found} />
}

function Named({ of: { kind: name, id, name: called } }: { readonly of: NamedRecord }) {
  const kind = kindNamed(name)
  if (!hasPage(kind)) return <span>{called}</span>
  return (
    <PlainLink to={pathOf(kind.path, id)} className={styles.link}>
      {called}
    </PlainLink>
  )
}

/** Where a record has its page. */
export const pathOf = (path: string, id: string): string => `${path}/${encodeURIComponent(id)}`
