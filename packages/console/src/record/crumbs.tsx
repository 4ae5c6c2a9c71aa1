import { capital, type Kind, severalOfKind } from '@svc/model'
import { Link } from '@tanstack/react-router'
import { useSurroundings } from '../api/surroundings.ts'
import { entityKindOf, pageOf } from '../values/entity-look.ts'
import { placeIn } from './place-in.ts'
import styles from './record-page.module.css'

/** The list of its kind, and then the domain and the system that a record is part of. */
export function Crumbs({ kind, id }: { readonly kind: Kind; readonly id: string }) {
  const list: string = kind.path
  const type = entityKindOf(kind.name)
  const { data } = useSurroundings(type && `${type}:${id}`)
  const steps = data ? placeIn(data, id) : []
  return (
    <nav aria-label="Where it belongs">
      <ol className={styles.crumbs}>
        <li>
          <Link to={list}>{capital(severalOfKind(kind))}</Link>
        </li>
        {steps.map((node) => (
          <li key={node.id}>
            <Link to={pageOf(node.kind, node.id)}>
              <bdi>{node.name}</bdi>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
