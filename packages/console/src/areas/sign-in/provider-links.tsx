import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { readProviders } from '../../session/session-calls.ts'
import { useSettled } from '../../form/picker/use-settled.ts'
import { Button } from '../../design/button.tsx'
import styles from './entry.module.css'

const debounceMs = 500

/** The identity providers that are offered to people with such an e-mail address. */
export function ProviderLinks({ email }: { readonly email: string }) {
  const id = useId()
  const domain = useSettled(domainOf(email), debounceMs)
  const found = useQuery({
    queryKey: ['ways-in', domain],
    queryFn: () => readProviders(domain),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const providers = found.data?.providers ?? []
  if (providers.length === 0) return null
  return (
    <section className={styles.waysIn} aria-label="Other ways to sign in">
      <p className={styles.or}>or</p>
      {providers.map(({ name, protocol }) => (
        <Button key={`${name} ${protocol}`} disabled aria-describedby={id}>
          Continue with {name}
        </Button>
      ))}
      <p id={id} className={styles.aside}>
        {providers.length === 1 ? 'This provider is' : 'These providers are'} not available yet: sign in with
        your password.
      </p>
    </section>
  )
}

/** What comes after the @, once it looks like a domain. */
const domainOf = (email: string): string => /@([^\s@]+\.[^\s@.]{2,})$/.exec(email.trim())?.[1] ?? ''
