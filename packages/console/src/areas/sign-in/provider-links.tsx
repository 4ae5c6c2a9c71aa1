import type { SignInProvider } from '../../session/session-calls.ts'
import { buttonClass } from '../../design/button.tsx'
import styles from './entry.module.css'
import { startOf } from './ways-in.ts'

interface ProviderLinksProps {
  readonly providers: readonly SignInProvider[]
  readonly email: string
  /** Whether there are no others. */
  readonly isOnlyWay: boolean
  /** Whether this page stays as it is meanwhile. */
  readonly isBeside?: boolean
}

/** The identity providers that are offered to somebody. */
export function ProviderLinks({ providers, email, isOnlyWay, isBeside = false }: ProviderLinksProps) {
  if (providers.length === 0) return null
  return (
    <section className={styles.waysIn} aria-label={isOnlyWay ? 'Ways to sign in' : 'Other ways to sign in'}>
      {!isOnlyWay && <p className={styles.or}>or</p>}
      {providers.map((provider) => (
        <a
          key={provider.id}
          className={buttonClass(isOnlyWay ? 'primary' : 'secondary')}
          href={startOf(provider, email)}
          {...(isBeside && { target: '_blank', rel: 'noopener' })}
        >
          Continue with {provider.name}
        </a>
      ))}
    </section>
  )
}
