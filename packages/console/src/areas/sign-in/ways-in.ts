import { basePath, withBasePath } from '../../session/base-path.ts'
import { queryOptions } from '@tanstack/react-query'
import { readWaysIn, type SignInProvider, type WaysIn } from '../../session/session-calls.ts'

/** Where the way to a provider begins; it leads back to where the person wanted to go. */
export function startOf({ id, protocol }: SignInProvider, email: string): string {
  const { pathname, search, hash } = window.location
  const path = pathname.slice(basePath.length)
  const query = new URLSearchParams({
    return: path === '/sign-in' ? '/' : `${path}${search}${hash}`,
    ...(email.includes('@') && { login_hint: email.trim() }),
  })
  return withBasePath(`/auth/${protocol}/${id}/start?${query}`)
}

/** The provider that there is no way around. */
export const onlyWay = ({ providers, password }: WaysIn): SignInProvider | undefined =>
  password || providers.length > 1 ? undefined : providers[0]

/** What comes after the @, once it looks like a domain. */
export const domainIn = (email: string): string => /@([^\s@]+\.[^\s@.]{2,})$/.exec(email.trim())?.[1] ?? ''

export const waysInFor = (domain: string) =>
  queryOptions({ queryKey: ['ways-in', domain], queryFn: () => readWaysIn(domain), retry: false })

/** What is known before anybody has typed an address. */
export const waysInForAll = queryOptions({
  ...waysInFor(''),
  staleTime: Number.POSITIVE_INFINITY,
})
