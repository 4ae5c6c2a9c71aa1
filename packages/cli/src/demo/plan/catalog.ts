import { apis } from '../company/apis.ts'
import type { PersonKey } from '../company/people.ts'
import { type Project, projectOf, projects } from '../company/projects.ts'
import { resources } from '../company/resources.ts'
import { domains, systems } from '../company/systems.ts'
import { type Team, teams } from '../company/teams.ts'
import { randomFor } from '../random.ts'
import { specOf } from '../specs/spec-of.ts'
import { type KindName, Ref, type Step } from '../step.ts'
import { consoleOf } from './console.ts'
import { momentsOf, type periods } from './when.ts'

export function planCatalog(seed: number, now: Date): readonly Step[] {
  const random = randomFor(seed, 'catalog')

  function create<T extends { readonly key: string }>(
    { kind, period }: { readonly kind: KindName; readonly period: keyof typeof periods },
    list: readonly T[],
    describe: (one: T) => Pick<Step, 'fields' | 'spec'> & { readonly by: PersonKey },
  ): readonly Step[] {
    const moments = momentsOf(period, list.length, { now, random })
    return list.map((one, index) => ({
      at: moments[index] ?? now,
      verb: 'create',
      kind,
      key: one.key,
      ...describe(one),
    }))
  }

  return [
    ...create({ kind: 'team', period: 'teams' }, teams, (team) => ({
      by: 'tomasz',
      fields: teamFields(team),
    })),
    ...create({ kind: 'project', period: 'projects' }, projects, (project) => ({
      by: leadOf(project.team),
      fields: projectFields(project),
    })),
    ...create({ kind: 'api', period: 'apis' }, apis, (api) => {
      const { key: _, project, isUnowned, ...fields } = api
      return {
        by: leadOf(projectOf(project).team),
        fields: {
          ...fields,
          componentId: new Ref('project', project),
          ownerTeamId: teamRef(isUnowned ? null : projectOf(project).team),
        },
        spec: specOf(api),
      }
    }),
    ...create(
      { kind: 'resource', period: 'resources' },
      resources,
      ({ key, project, isUnowned, ...fields }) => ({
        by: leadOf(projectOf(project).team),
        fields: {
          ...fields,
          name: key,
          componentId: new Ref('project', project),
          ownerTeamId: teamRef(isUnowned ? null : projectOf(project).team),
          ...consoleOf(key, fields),
        },
      }),
    ),
    ...create({ kind: 'domain', period: 'domains' }, domains, ({ team, key: _, ...fields }) => ({
      by: 'ines',
      fields: { ...fields, ownerTeamId: teamRef(team) },
    })),
    ...create({ kind: 'system', period: 'systems' }, systems, ({ team, domain, key, ...fields }) => ({
      by: leadOf(team),
      fields: {
        ...fields,
        ownerTeamId: teamRef(team),
        domainId: new Ref('domain', domain),
        ...membersOf(key),
      },
    })),
  ]
}

export function leadOf(team: string | null): PersonKey {
  return teams.find(({ key }) => key === team)?.members[0] ?? 'tomasz'
}

const teamRef = (team: string | null): Ref | null => (team === null ? null : new Ref('team', team))

const teamFields = ({ name, description, color, slackChannel, members }: Team): Step['fields'] => ({
  name,
  description,
  color,
  slackChannel,
  channelUrl: `https://brambling.slack.example/archives/${slackChannel.slice(1)}`,
  leadUid: new Ref('user', members[0]),
  memberUids: members.map((member) => new Ref('user', member)),
})

const projectFields = ({
  key,
  team,
  isArchived,
  platform: _,
  system: __,
  ...fields
}: Project): Step['fields'] => ({
  ...fields,
  githubUrl: `https://github.brambling.example/brambling/${key}`,
  repoUrl: `https://github.brambling.example/brambling/${key}.git`,
  ownerTeamId: teamRef(team),
  archived: isArchived,
})

/** What a system is made of follows from its projects. */
function membersOf(system: string): Step['fields'] {
  const own = projects.filter((project) => project.system === system).map(({ key }) => key)
  const isOwn = ({ project }: { readonly project: string }) => own.includes(project)
  return {
    componentIds: own.map((key) => new Ref('project', key)),
    apiIds: apis.filter(isOwn).map(({ key }) => new Ref('api', key)),
    resourceIds: resources.filter(isOwn).map(({ key }) => new Ref('resource', key)),
  }
}
