import type { ConfiguredType, VaultUse } from '@svc/model'
import { summaryOf, wantedUse } from '@svc/server'
import { dayMs, handover, later, minuteMs, shiftOf } from '../calendar.ts'
import { type Binding, bindings, type Outsider } from '../company/bindings.ts'
import { integrations } from '../company/integrations.ts'
import { emailOf, type PersonKey, personOf } from '../company/people.ts'
import { projectOf } from '../company/projects.ts'
import { readRunbooks } from '../company/runbooks.ts'
import { scorecards } from '../company/scorecards.ts'
import { vaultItems } from '../company/secrets.ts'
import { templates } from '../company/templates.ts'
import { type Random, randomFor } from '../random.ts'
import { Ref, type Step } from '../step.ts'
import { leadOf } from './catalog.ts'
import { momentsOf } from './when.ts'

type Undated = Omit<Step, 'at'>

/** What makes a catalog useful beyond being a list: standards, runbooks, on-call, connections. */
export function planStandards(seed: number, now: Date): readonly Step[] {
  const random = randomFor(seed, 'standards')
  const undated = [
    ...planIntegrations(),
    ...planSecrets(random),
    ...planScorecards(),
    ...planTemplates(),
    ...planRunbooks(),
    ...planBindings(now),
  ]
  const moments = momentsOf('standards', undated.length, { now, random })
  const dated = undated.map((step, index) => ({ at: moments[index] ?? now, ...step }))
  return [...dated, ...bindings.flatMap((binding) => onCallNow(binding, now, random))]
}

const planIntegrations = (): readonly Undated[] =>
  (Object.keys(integrations) as ConfiguredType[]).map((type) => {
    const { displayName, config } = integrations[type]
    const fields = { type, displayName, isConfigured: true, summary: summaryOf(type, config), config }
    return { by: 'tomasz', verb: 'insert', kind: 'integration', key: type, fields }
  })

/** What the integrations use a vault item for. */
const usesOf = (keyword: string): readonly VaultUse[] =>
  (Object.keys(integrations) as ConfiguredType[])
    .filter((type) => JSON.stringify(integrations[type].config).includes(`"${keyword}"`))
    .map((type) => wantedUse(type, integrations[type].config))

const planSecrets = (random: Random): readonly Undated[] =>
  vaultItems.map(({ project, preview, ...item }) => ({
    by: leadOf(project === null ? null : projectOf(project).team),
    verb: 'insert',
    kind: 'secret',
    key: item.keyword,
    fields: {
      ...item,
      appId: project === null ? null : new Ref('project', project),
      uses: usesOf(item.keyword),
      maskedPreview: preview,
      fileSize: item.fileName === null ? null : random.int(1_100, 3_900),
    },
  }))

const planScorecards = (): readonly Undated[] =>
  scorecards.map(({ key, ...fields }) => ({ by: 'ines', verb: 'create', kind: 'scorecard', key, fields }))

const planTemplates = (): readonly Undated[] =>
  templates.map(({ key, ...fields }) => ({ by: 'jonas', verb: 'create', kind: 'template', key, fields }))

const planRunbooks = (): readonly Undated[] =>
  readRunbooks().map(({ key, title, type, apps, severities, tags, isPinned, role, body }) => ({
    by: leadOf(projectOf(apps[0] ?? '').team),
    verb: 'create',
    kind: 'runbook',
    key,
    fields: {
      title,
      bodyMd: body,
      runbookType: type,
      linkedAppIds: apps.map((app) => new Ref('project', app)),
      linkedIncidentSeverities: severities,
      tags,
      pinned: isPinned,
      visibilityRoleMin: role,
    },
  }))

const targetKinds = { team: 'team', component: 'project', resource: 'resource' } as const

const bindingKey = ({ scope, target }: Binding): string => `${scope}:${target}`

const planBindings = (now: Date): readonly Undated[] =>
  bindings.map((binding) => ({
    by: binding.scope === 'team' ? leadOf(binding.target) : 'tomasz',
    verb: 'create',
    kind: 'oncallBinding',
    key: bindingKey(binding),
    fields: {
      scope: binding.scope,
      targetId: new Ref(targetKinds[binding.scope], binding.target),
      provider: binding.provider,
      label: binding.label,
      ...(binding.provider === 'manual'
        ? { manual: rotaOf(binding, now) }
        : { scheduleId: binding.scheduleId ?? null, serviceId: binding.serviceId ?? null }),
    },
  }))

/** Before the bindings themselves were created. */
const weeksOfTurns = 30

type RotaBinding = Extract<Binding, { readonly provider: 'manual' }>
type ProviderBinding = Exclude<Binding, RotaBinding>

function rotaOf({ people, standIn, endsSoon }: RotaBinding, now: Date) {
  const { startsAt: nextShift } = shiftOf(now, 1)
  return {
    people: people.map(inRota),
    ...(people.length > 1 && {
      rotation: { everyDays: 7, startsAt: shiftOf(now, -weeksOfTurns).startsAt.toISOString(), handover },
    }),
    ...(endsSoon && { until: later(nextShift, 3 * dayMs).toISOString() }),
    ...(standIn && {
      overrides: [
        {
          from: later(nextShift, 2 * dayMs).toISOString(),
          to: later(nextShift, 3 * dayMs).toISOString(),
          person: inRota(standIn),
        },
      ],
    }),
  }
}

const inRota = (person: PersonKey | Outsider) =>
  typeof person === 'string' ? { uid: new Ref('user', person) } : person

/** What is known since then: whose turn it is now, and what the providers answered. */
function onCallNow(binding: Binding, now: Date, random: Random): readonly Step[] {
  const askedAt = later(now, -random.between(3, 14) * minuteMs)
  const found = binding.provider === 'manual' ? turnOf(binding) : answerOf(binding, askedAt, random)
  if (!found) return []
  const fields = { ...found, ...shiftFields(now) }
  return [{ at: askedAt, by: null, verb: 'derive', kind: 'oncallBinding', key: bindingKey(binding), fields }]
}

function turnOf({ people }: RotaBinding): Step['fields'] | undefined {
  // A person who does not take turns has been on call ever since.
  if (people.length === 1) return undefined
  const person = people[weeksOfTurns % people.length]
  return person && personFields(person)
}

function answerOf({ person, failure }: ProviderBinding, askedAt: Date, random: Random): Step['fields'] {
  const answeredAt = failure ? later(askedAt, -random.int(3, 9) * 5 * minuteMs) : askedAt
  return {
    ...personFields(person),
    lastFetchedAt: answeredAt.toISOString(),
    lastAttemptAt: askedAt.toISOString(),
    lastFetchError: failure ?? null,
  }
}

function personFields(person: PersonKey | Outsider): Step['fields'] {
  const isMember = typeof person === 'string'
  return {
    currentlyOnCallUserName: isMember ? personOf(person).name : person.name,
    currentlyOnCallUserEmail: isMember ? emailOf(personOf(person)) : (person.email ?? null),
    currentlyOnCallUserUid: isMember ? new Ref('user', person) : null,
  }
}

function shiftFields(at: Date): Step['fields'] {
  const { startsAt, endsAt } = shiftOf(at)
  return {
    currentShiftStartsAt: startsAt.toISOString(),
    currentShiftEndsAt: endsAt.toISOString(),
    changesAt: endsAt.toISOString(),
  }
}
