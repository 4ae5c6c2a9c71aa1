import { inWords } from '@svc/model'
import { classes } from './classes.ts'
import styles from './badge.module.css'

type Tone = 'good' | 'warn' | 'bad' | 'info'

/**
 * What the words of the model mean for whoever glances at them; any other word is neutral. What is retired is no
 * trouble: it only steps back.
 */
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
}

interface BadgeProps {
  readonly word: string
  /** Where it is over, and no longer calls for anybody. */
  readonly isQuiet?: boolean
}

export function Badge({ word, isQuiet = false }: BadgeProps) {
  const tone = isQuiet ? undefined : tones[word]
  return <span className={classes(styles.badge, tone && styles[tone])}>{inWords(word)}</span>
}
