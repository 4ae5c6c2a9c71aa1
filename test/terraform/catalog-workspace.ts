import type { TestContext } from 'node:test'
import type { TestApp, TestOrganisation } from '@svc/server/testing'
import { type AttachedProvider, startByHand } from './attached-provider.ts'
import type { BuiltProvider } from './built-provider.ts'
import type { Tofu } from './tofu/find-tofu.ts'
import { createWorkspace, type Workspace } from './tofu/workspace.ts'

export interface Surroundings {
  readonly app: TestApp
  readonly tofu: Tofu
  readonly provider: BuiltProvider
}

/** Says where the provider comes from; all else about it comes from the environment. */
export const requirements = 'terraform {\n  required_providers {\n    svc = { source = "svc/svc" }\n  }\n}\n'

type Owner = Pick<TestOrganisation, 'ownerToken'>

/** A working directory whose provider speaks for the owner of an organisation. */
export async function workspaceFor(
  t: TestContext,
  { app, tofu, provider }: Surroundings,
  { ownerToken }: Owner,
): Promise<Workspace> {
  const workspace = await createWorkspace({
    tofu: tofu.path,
    provider: { devOverride: provider.dir },
    env: settingsOf(app, ownerToken),
  })
  t.after(workspace.remove)
  await workspace.write('requirements.tf', requirements)
  return workspace
}

/** A provider, started by hand, that speaks for the same. */
export const providerFor = (
  t: TestContext,
  { app, provider }: Surroundings,
  { ownerToken }: Owner,
): Promise<AttachedProvider> => startByHand(t, provider, settingsOf(app, ownerToken))

/** A working directory with such a provider. */
export async function attachedWorkspaceFor(
  t: TestContext,
  surroundings: Surroundings,
  owner: Owner,
): Promise<Workspace> {
  const { env } = await providerFor(t, surroundings, owner)
  return (await workspaceFor(t, surroundings, owner)).with(env)
}

const settingsOf = ({ url }: TestApp, token: string) => ({ SVC_ENDPOINT: url, SVC_API_TOKEN: token })
