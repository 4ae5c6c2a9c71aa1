import type { ConditionValue, Conditions, Kinds, Mode, Resource } from '@svc/model'

export type Trust = Resource<Kinds['workloadTrust']>
export type Platform = 'github' | 'gitlab' | 'other'

/** What the form asks for by name; the other claims are entered as they are. */
export const guided = ['id', 'branch', 'event', 'isProtected', 'environment'] as const
export type Guided = Readonly<Record<(typeof guided)[number], string>>

interface OtherClaim {
  readonly claim: string
  readonly value: string
  /** What it was when the form was opened: a number or a boolean stays one. */
  readonly kept?: ConditionValue
}

/** A rule while it is being filled in. */
export interface TrustDraft {
  readonly name: string
  readonly platform: Platform
  readonly issuer: string
  readonly audience: string
  readonly guided: Guided
  readonly others: readonly OtherClaim[]
  readonly scopes: Trust['scopes']
  readonly mode: Mode
  readonly maxSeconds: number
}

const heads = 'refs/heads/'

/** The claim of the id that the form asks for. */
export const idClaims = { github: 'repository_id', gitlab: 'project_id', other: 'sub' } as const

export const usualIssuers: Readonly<Record<Platform, string>> = {
  github: 'https://token.actions.githubusercontent.com',
  gitlab: 'https://gitlab.com',
  other: '',
}

/** Rules for the two name an id of theirs, so that their conditions say which of them it is. */
export function platformOf({ conditions }: Pick<Trust, 'conditions'>): Platform {
  const has = (...claims: readonly string[]) => claims.some((claim) => Object.hasOwn(conditions, claim))
  if (has('repository_id', 'repository_owner_id', 'enterprise_id')) return 'github'
  return has('project_id', 'namespace_id') ? 'gitlab' : 'other'
}

export const nothingGuided: Guided = { id: '', branch: '', event: '', isProtected: '', environment: '' }

/** Where a form starts: only pushes to the main branch are trusted unless somebody says otherwise. */
export const startFor = (platform: Platform): Guided => ({
  ...nothingGuided,
  ...(platform === 'github' && { branch: 'main', event: 'push' }),
  ...(platform === 'gitlab' && { branch: 'main', isProtected: 'true' }),
})

/** The conditions that a form shows, taken apart; what it has no field for is among the others. */
export function taken(platform: Platform, conditions: Conditions): Pick<TrustDraft, 'guided' | 'others'> {
  const left = new Map(Object.entries(conditions))
  /** The text of a claim, if the form can show it. */
  const take = (claim: string, isShown: (text: string) => boolean = () => true): string => {
    const value = left.get(claim)
    if (typeof value !== 'string' || !isShown(value)) return ''
    left.delete(claim)
    return value
  }
  const id = take(idClaims[platform])
  const known = {
    github: () => ({
      branch: take('ref', (ref) => ref.startsWith(heads) && ref !== heads).slice(heads.length),
      event: take('event_name', (event) => event === 'push'),
      environment: take('environment'),
    }),
    gitlab: () => ({
      branch:
        take('ref_type', (type) => type === 'branch' && typeof left.get('ref') === 'string') && take('ref'),
      isProtected: take('ref_protected', (text) => text === 'true'),
      environment: take('environment'),
    }),
    other: () => ({}),
  }[platform]()
  return {
    guided: { ...nothingGuided, id, ...known },
    others: [...left].map(([claim, value]) => ({ claim, value: String(value), kept: value })),
  }
}

/** The conditions that a form stands for. */
export function conditionsOf({ platform, guided: given, others }: TrustDraft): Conditions {
  const { branch, event, isProtected, environment } = given
  const named = {
    github: { ref: branch && `${heads}${branch}`, event_name: event, environment },
    gitlab: { ref: branch, ref_type: branch && 'branch', ref_protected: isProtected, environment },
    other: {},
  }[platform]
  return Object.fromEntries([
    ...Object.entries({ [idClaims[platform]]: given.id.trim(), ...named }).filter(
      ([, value]) => value !== '',
    ),
    ...others
      .filter(({ claim }) => claim.trim() !== '')
      .map(({ claim, value, kept }) => [claim.trim(), String(kept) === value ? kept : value]),
  ])
}

export function draftOf(trust: Trust): TrustDraft {
  const { name, issuer, audience, conditions, scopes, mode, maxSeconds } = trust
  const platform = platformOf(trust)
  return { name, platform, issuer, audience, ...taken(platform, conditions), scopes, mode, maxSeconds }
}

export const newDraft = (audience: string): TrustDraft => ({
  ...{ name: '', platform: 'github', issuer: usualIssuers.github, audience },
  ...{ guided: startFor('github'), others: [], scopes: ['read'], mode: 'live', maxSeconds: 3_600 },
})

/** What the API takes. */
export const bodyOf = (draft: TrustDraft) => ({
  name: draft.name,
  issuer: draft.issuer.trim(),
  audience: draft.audience.trim(),
  conditions: conditionsOf(draft),
  scopes: draft.scopes,
  mode: draft.mode,
  maxSeconds: draft.maxSeconds,
})
