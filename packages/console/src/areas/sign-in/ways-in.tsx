import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { readWaysIn } from '../../session/session-calls.ts'
import { useSettled } from '../../form/picker/use-settled.ts'
import { Button } from '../../design/button.tsx'
import styles from './entry.module.css'

const pauseMs = 500

/** The organisation's identity providers, where any are offered to who has such an address. */
export function WaysIn({ email }: { readonly email: string }) {
  const id = useId()
  const domain = useSettled(domainOf(email), pauseMs)
  const found = useQuery({
    queryKey: ['ways-in', domain],
    queryFn: () => readWaysIn(domain),
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
        {providers.length === 1 ? 'This way in is' : 'These ways in are'} not available yet: sign in with your
        password.
      </p>
    </section>
  )
}

/** What stands behind the @, once it looks like a domain. */
const domainOf = (email: string): string => /@([^\s@]+\.[^\s@.]{2,})$/.exec(email.trim())?.[1] ?? ''
