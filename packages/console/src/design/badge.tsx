import { inWords } from '@svc/model'
import { classes } from './classes.ts'
import styles from './badge.module.css'

type Tone = 'good' | 'warn' | 'bad' | 'info'

/**
 * The colours of the model's enum values and of steps that are complete; any other word is neutral. Retired things are no problem, only muted.
 */
const tones: Readonly<Record<string, Tone>> = {
  production: 'good',
  active: 'good',
  met: 'good',
  success: 'good',
  complete: 'good',
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
}

interface BadgeProps {
  readonly word: string
  /** For what is over and no longer needs attention. */
  readonly isQuiet?: boolean
}

export function Badge({ word, isQuiet = false }: BadgeProps) {
  const tone = isQuiet ? undefined : tones[word]
  return <span className={classes(styles.badge, tone && styles[tone])}>{inWords(word)}</span>
}
