import type { ConfiguredType, VaultUse } from '@svc/model'
import { summaryOf, wantedUse } from '@svc/server'
import { dayMs, later, minuteMs, shiftStart } from '../calendar.ts'
import { type Binding, bindings } from '../company/bindings.ts'
import { integrations } from '../company/integrations.ts'
import { emailOf, personOf } from '../company/people.ts'
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
    ...planBindings(),
  ]
  const moments = momentsOf('standards', undated.length, { now, random })
  const dated = undated.map((step, index) => ({ at: moments[index] ?? now, ...step }))
  return [...dated, ...bindings.map((binding) => onCallNow(binding, now, random))]
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

const planBindings = (): readonly Undated[] =>
  bindings.map((binding: Binding) => ({
    by: binding.scope === 'team' ? leadOf(binding.target) : 'tomasz',
    verb: 'create',
    kind: 'oncallBinding',
    key: bindingKey(binding),
    fields: {
      scope: binding.scope,
      targetId: new Ref(targetKinds[binding.scope], binding.target),
      provider: binding.provider,
      scheduleId: binding.scheduleId ?? null,
      label: binding.label,
    },
  }))

function onCallNow(binding: Binding, now: Date, random: Random): Step {
  const person = personOf(binding.person)
  const startsAt = shiftStart(now)
  const askedAt = later(now, -random.between(3, 14) * minuteMs)
  return {
    at: askedAt,
    by: null,
    verb: 'derive',
    kind: 'oncallBinding',
    key: bindingKey(binding),
    fields: {
      currentlyOnCallUserName: person.name,
      currentlyOnCallUserEmail: emailOf(person),
      currentlyOnCallUserUid: new Ref('user', person.key),
      currentShiftStartsAt: startsAt.toISOString(),
      currentShiftEndsAt: later(startsAt, 7 * dayMs).toISOString(),
      lastFetchedAt: binding.provider === 'manual' ? null : askedAt.toISOString(),
      lastFetchError: binding.failure ?? null,
    },
  }
}
