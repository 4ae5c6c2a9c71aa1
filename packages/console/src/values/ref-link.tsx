import type { NamedRecord } from '@svc/client'
import { kindNamed } from '@svc/model'
import { useName } from '../api/names.ts'
import { Badge } from '../design/badge.tsx'
import { hasPage } from '../api/listed-kinds.ts'
import { PlainLink } from './plain-link.tsx'
import styles from './ref-link.module.css'

/** A link to a record by its name, or by its id where the name is unknown. */
export function RefLink({ id }: { readonly id: string }) {
  const { data: found } = useName(id)
  // Loading or failed: neither means that it is gone.
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

/** The path of a record's page. */
export const pathOf = (path: string, id: string): string => `${path}/${encodeURIComponent(id)}`
