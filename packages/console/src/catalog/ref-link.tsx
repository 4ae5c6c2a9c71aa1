import { kindNamed } from '@svc/model'
import { useName } from '../api/names.ts'
import { hasPage } from './listed-kinds.ts'
import { PlainLink } from './plain-link.tsx'
import styles from './ref-link.module.css'

/** A record by its name, leading to its page; its id where the name cannot be told. */
export function RefLink({ id }: { readonly id: string }) {
  const { data: found } = useName(id)
  // Not known yet, or not to be asked just now: neither says that it is gone.
  if (found === undefined) return <span className={styles.pending}>{id}</span>
  if (!found) {
    return (
      <span className={styles.gone} title="It is gone, or not for your role.">
        {id}
      </span>
    )
  }
  const kind = kindNamed(found.kind)
  if (!hasPage(kind)) return <span>{found.name}</span>
  return (
    <PlainLink to={pathOf(kind.path, id)} className={styles.link}>
      {found.name}
    </PlainLink>
  )
}

/** Where a record has its page. */
export const pathOf = (path: string, id: string): string => `${path}/${encodeURIComponent(id)}`
