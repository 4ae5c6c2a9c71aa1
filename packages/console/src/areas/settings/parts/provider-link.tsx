import { Link } from '@tanstack/react-router'
import { useName } from '../../../api/names.ts'

/** An identity provider by its name, which leads to where it is set up. */
export function ProviderLink({ id }: { readonly id: string }) {
  const { data } = useName(id)
  return (
    <Link to="/settings/identity-providers/$id" params={{ id }}>
      {data?.name ?? id}
    </Link>
  )
}
