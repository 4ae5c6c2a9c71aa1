import { median } from '../../../bench/median.ts'
import type { RunningServer } from '../../../bench/servers.ts'
import { requirements } from '../catalog-workspace.ts'
import { apply, hasNothingToDo } from '../commands.ts'
import { writeLargeCatalog } from '../large-catalog.ts'
import { createWorkspace, type Workspace } from '../tofu/workspace.ts'
import type { Figure } from './figures.ts'

export interface PlanSetting {
  readonly tofu: string
  readonly providerDir: string
  readonly server: RunningServer
}

/** What the state holds of an API that has only a name: the host's work grows with it, whoever the provider is. */
const sameRecord = `{
    name            = "API \${count.index}"
    description     = null
    component_id    = null
    owner_team_id   = null
    kind            = "rest"
    lifecycle_stage = "experimental"
    spec_url        = null
    tags            = []
  }`

/**
 * A plan without changes of so many of ours, and of as many of the host's own, which asks nothing of anyone: once
 * holding the same record, once no more than a text.
 */
export async function measureAgainstBuiltIn(
  setting: PlanSetting,
  { count, runs }: { readonly count: number; readonly runs: number },
): Promise<readonly Figure[]> {
  await using ours = await workspaceFor(setting)
  await using alike = await workspaceFor(setting)
  await using bare = await workspaceFor(setting)
  const all = (type: string, attribute: string, value: string): string =>
    `resource "${type}" "all" {\n  count = ${count}\n  ${attribute} = ${value}\n}\n`
  const text = `"API \${count.index}"`
  await ours.workspace.write('main.tf', requirements + all('svc_api', 'name', text))
  await alike.workspace.write('main.tf', all('terraform_data', 'input', sameRecord))
  await bare.workspace.write('main.tf', all('terraform_data', 'input', text))
  const places = [ours, alike, bare]
  for (const { workspace } of places) await apply(workspace)
  const times: readonly number[][] = [[], [], []]
  for (let run = 0; run < runs; run++) {
    for (const [index, { workspace }] of places.entries()) times[index]?.push(await secondsToPlan(workspace))
  }
  const [oursSeconds = Number.NaN, alikeSeconds = Number.NaN, bareSeconds = Number.NaN] = times.map(median)
  const what = `empty plan of ${count}`
  return [
    { about: `${what} svc_api`, value: oursSeconds, unit: 's' },
    { about: `${what} terraform_data with the same record`, value: alikeSeconds, unit: 's' },
    { about: `${what} terraform_data with a text`, value: bareSeconds, unit: 's' },
    { about: 'svc_api ÷ the same record', value: oursSeconds / alikeSeconds, unit: '×', target: 1.5 },
    { about: 'svc_api ÷ a text', value: oursSeconds / bareSeconds, unit: '×', target: 1.5 },
  ]
}

/** A plan without changes of a large catalog of all types. */
export async function measureLarge(setting: PlanSetting, hundreds: number): Promise<readonly Figure[]> {
  await using place = await workspaceFor(setting)
  const { workspace } = place
  await workspace.write('requirements.tf', requirements)
  await writeLargeCatalog(workspace, hundreds)
  const started = performance.now()
  await apply(workspace)
  const applied = (performance.now() - started) / 1000
  const before = await requestsTo(setting.server)
  const planned = await secondsToPlan(workspace)
  const requests = (await requestsTo(setting.server)) - before
  const what = `of ${hundreds * 100} of all types`
  return [
    { about: `apply ${what}`, value: applied, unit: 's' },
    { about: `empty plan ${what}`, value: planned, unit: 's', target: 30 },
    { about: `requests of that plan`, value: requests, unit: 'requests', target: 60 },
  ]
}

async function workspaceFor({ tofu, providerDir, server }: PlanSetting) {
  const workspace = await createWorkspace({
    tofu,
    provider: { devOverride: providerDir },
    env: { SVC_ENDPOINT: server.url, SVC_API_TOKEN: server.token },
  })
  return { workspace, [Symbol.asyncDispose]: workspace.remove }
}

async function secondsToPlan(workspace: Workspace): Promise<number> {
  const started = performance.now()
  await hasNothingToDo(workspace)
  return (performance.now() - started) / 1000
}

/** All that it has answered, but for the question itself. */
async function requestsTo({ url, token }: RunningServer): Promise<number> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  const counts = (await response.text()).matchAll(/^\w+_count\{(.*)\} (\d+)$/gm)
  return counts.reduce(
    (sum, [, labels = '', count]) => sum + (labels.includes('/metrics') ? 0 : Number(count)),
    0,
  )
}
