import { classes } from './classes.ts'
import styles from './badge.module.css'

type Tone = 'good' | 'warn' | 'bad' | 'info'

/** What the words of the model mean for whoever glances at them; any other word is neutral. */
const tones: Readonly<Record<string, Tone>> = {
  production: 'good',
  active: 'good',
  met: 'good',
  success: 'good',
  verified: 'good',
  enabled: 'good',
  delivered: 'good',
  experimental: 'info',
  building: 'info',
  deploying: 'info',
  atRisk: 'warn',
  major: 'warn',
  deprecated: 'warn',
  pending: 'warn',
  breached: 'bad',
  failed: 'bad',
  testsFailed: 'bad',
  expired: 'bad',
  conflict: 'bad',
  error: 'bad',
  blocker: 'bad',
  critical: 'bad',
  retired: 'bad',
}

export function Badge({ word }: { readonly word: string }) {
  const tone = tones[word]
  return <span className={classes(styles.badge, tone && styles[tone])}>{inWords(word)}</span>
}

/** `atRisk`, `load_balancer` and `rolling30d` as people say them; what is short for something, as API, stays. */
export const inWords = (word: string): string =>
  word
    .replace(/_/g, ' ')
    .replace(/(\d+)d$/, ' $1 days')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/\w+/g, (one) => (/^[A-Z]{2,}$/.test(one) ? one : one.toLowerCase()))
