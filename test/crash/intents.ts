import { type Kind, kinds } from '@svc/model'
import type { Entry, Intent, Ledger } from './ledger.ts'

/** What a writer does next: mostly additions, and enough deletions that its catalog stays small. */
export function nextIntent(ledger: Ledger, name: string): Intent {
  const project = pick(ofKind(ledger, kinds.project))
  const choices = project ? [...additions, ...changes, ...removals] : [addProject]
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const intent = pick(choices)?.({ ledger, name, projectId: String(project?.body.id) })
    if (intent) return intent
  }
  return addProject({ ledger, name, projectId: '' })
}

interface Situation {
  readonly ledger: Ledger
  /** Unique to this step, so that its outcome can be determined after a crash. */
  readonly name: string
  readonly projectId: string
}

type Choice = (situation: Situation) => Intent | undefined

const ofKind = ({ entries }: Ledger, kind: Kind): readonly Entry[] =>
  [...entries.values()].filter((entry) => entry.kind === kind)

export const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(Math.random() * list.length)]

const idOf = (entry: Entry | undefined): string | null => (entry ? String(entry.body.id) : null)

const create = (kind: Kind, body: Intent['body'] & object, name: string): Intent => ({
  method: 'POST',
  kind,
  body,
  ...(Math.random() < 0.5 && { key: `key of ${name}`.replaceAll(' ', '-') }),
})

const addProject = ({ ledger, name }: Situation): Intent =>
  create(
    kinds.project,
    {
      name,
      description: pick([null, `What ${name} is for.`]) ?? null,
      ownerTeamId: idOf(pick(ofKind(ledger, kinds.team))),
    },
    name,
  )

const tagsOf = (name: string): readonly string[] => ['crash', `tag ${name}`, `tag ${Math.random() < 0.5}`]

const additions: readonly Choice[] = [
  addProject,
  ({ name }) => create(kinds.team, { name, slackChannel: '#crash' }, name),
  ({ name, projectId }) => create(kinds.issue, { title: name, appId: projectId, labels: [name] }, name),
  ({ name, projectId }) => create(kinds.issue, { title: name, appId: projectId, severity: 'major' }, name),
  ({ name, projectId }) => create(kinds.issue, { title: name, appId: projectId }, name),
  ({ ledger, name, projectId }) =>
    create(
      kinds.api,
      {
        name,
        componentId: projectId,
        ownerTeamId: idOf(pick(ofKind(ledger, kinds.team))),
        tags: tagsOf(name),
      },
      name,
    ),
  ({ ledger, name, projectId }) =>
    create(
      kinds.system,
      {
        name,
        componentIds: [projectId],
        apiIds: ofKind(ledger, kinds.api)
          .slice(0, 3)
          .map(({ body }) => body.id),
        tags: tagsOf(name),
      },
      name,
    ),
  ({ name, projectId }) =>
    create(
      kinds.slo,
      {
        name,
        appId: projectId,
        type: 'availability',
        target: 99,
        window: 'rolling30d',
        currentValue: pick([null, 99.5]) ?? null,
      },
      name,
    ),
  ({ ledger, projectId }) => {
    const apiId = idOf(pick(ofKind(ledger, kinds.api)))
    const isThere = ofKind(ledger, kinds.dependency).some(
      ({ body }) => body.fromId === projectId && body.toId === apiId,
    )
    if (apiId === null || isThere) return undefined
    return {
      method: 'POST',
      kind: kinds.dependency,
      body: { fromKind: 'component', fromId: projectId, toKind: 'api', toId: apiId },
    }
  },
]

const change =
  (kind: Kind, bodyOf: (entry: Entry, situation: Situation) => Intent['body'] & object): Choice =>
  (situation) => {
    const entry = pick(ofKind(situation.ledger, kind))
    return entry && { method: 'PATCH', kind, id: String(entry.body.id), body: bodyOf(entry, situation) }
  }

const otherThan = <T>(now: unknown, choices: readonly T[]): T | undefined =>
  pick(choices.filter((one) => one !== now))

const changes: readonly Choice[] = [
  change(kinds.issue, ({ body }, { name }) => ({
    status: otherThan(body.status, ['triaged', 'inProgress', 'fixed', 'wontFix']),
    description: name,
  })),
  change(kinds.project, (_, { name }) => ({ description: name })),
  change(kinds.api, (_, { name }) => ({ tags: tagsOf(name), lifecycle: 'production' })),
  change(kinds.system, (_, { name, projectId }) => ({ componentIds: [projectId], tags: tagsOf(name) })),
  change(kinds.slo, () => ({ currentValue: 99 + Math.random() })),
  change(kinds.scorecard, (_, { name }) => ({ description: name })),
]

const removal =
  (kind: Kind, above: number): Choice =>
  ({ ledger }) => {
    const entries = ofKind(ledger, kind)
    const entry = entries.length > above ? pick(entries) : undefined
    return entry && { method: 'DELETE', kind, id: String(entry.body.id) }
  }

const removals: readonly Choice[] = [
  removal(kinds.project, 4),
  removal(kinds.project, 6),
  removal(kinds.team, 2),
  removal(kinds.issue, 8),
  removal(kinds.api, 4),
  removal(kinds.system, 3),
  removal(kinds.slo, 4),
  removal(kinds.dependency, 3),
]
