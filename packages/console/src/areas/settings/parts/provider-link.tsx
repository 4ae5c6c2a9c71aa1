import { Link } from '@tanstack/react-router'
import { useName } from '../../../api/names.ts'
import styles from '../../../values/ref-link.module.css'

/** An identity provider by its name, which leads to where it is set up. */
export function ProviderLink({ id }: { readonly id: string }) {
  const { data } = useName(id)
  return (
    <Link to="/settings/identity-providers/$id" params={{ id }} className={styles.link}>
      {data?.name ?? id}
    </Link>
  )
}
