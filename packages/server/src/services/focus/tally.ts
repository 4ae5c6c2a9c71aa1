import { createHash } from 'node:crypto'
import { CatalogError } from '@svc/model'
import type { Step } from './replace.ts'

/** What an import has in one period and currency: before, and from now on. */
export interface PeriodTotal {
  readonly importId: string
  readonly currency: string
  readonly beforeCents: number
  readonly cents: number
}

/** What a project pays; null for what belongs to none. */
export interface ProjectTotal {
  readonly appId: string | null
  readonly currency: string
  readonly cents: number
}

/** Adds up what an import does, step by step, and gives it a name: two that do the same have the same. */
export function createTally(maxChanges = Number.POSITIVE_INFINITY) {
  const done = createHash('sha256')
  const periods = new Map<string, { readonly importId: string; readonly currency: string } & Sums>()
  const projects = new Map<string, { -readonly [K in keyof ProjectTotal]: ProjectTotal[K] }>()
  let changes = 0

  const periodOf = (importId: string, currency: string): Sums => {
    const key = `${importId} ${currency}`
    const known = periods.get(key) ?? { importId, currency, beforeCents: 0, cents: 0 }
    periods.set(key, known)
    return known
  }

  return {
    note(importId: string, step: Step): void {
      const entry = step.do === 'remove' ? undefined : step.entry
      const stored = step.do === 'create' ? undefined : step.stored.record
      if (entry) {
        periodOf(importId, entry.currency).cents += entry.cents
        const key = `${entry.appId} ${entry.currency}`
        const project = projects.get(key) ?? { appId: entry.appId, currency: entry.currency, cents: 0 }
        projects.set(key, project)
        project.cents += entry.cents
      }
      const before = stored ? Number(stored.amountCents) : null
      if (stored) periodOf(importId, String(stored.currency)).beforeCents += Number(before)
      if (step.do === 'keep') return
      changes += 1
      if (changes > maxChanges) throw tooManyChanges(maxChanges)
      const externalId = entry?.externalId ?? stored?.externalId
      done.update(`${JSON.stringify([importId, externalId, before, entry?.cents ?? null])}\n`)
    },
    plan: (): string => done.digest('hex'),
    periods: (): readonly PeriodTotal[] => [...periods.values()],
    /** Those that pay most first. */
    projects: (): readonly ProjectTotal[] =>
      [...projects.values()].sort(
        (a, b) => b.cents - a.cents || (String(a.appId) < String(b.appId) ? -1 : 1),
      ),
  }
}

interface Sums {
  beforeCents: number
  cents: number
}

export type Tally = ReturnType<typeof createTally>

const tooManyChanges = (max: number): CatalogError =>
  new CatalogError(
    'payload_too_large',
    `It would change more than ${max.toLocaleString('en')} entries while a server has the database open, which would keep others waiting. Nothing was changed. Import it in parts, or with "svc import costs" on PostgreSQL or while the server is stopped.`,
  )
